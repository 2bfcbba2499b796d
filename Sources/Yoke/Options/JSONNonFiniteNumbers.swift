internal import CYoke

/// The policy for NaN and the infinities, which JSON does not have. It applies to reading and writing Double, Float and CGFloat, also in
/// arrays and Optionals.
///
/// ```swift
/// var options = JSONWriteOptions(nonFiniteNumbers: .literal)
/// try [1.5, .nan].jsonString(options)     // [1.5,NaN]
/// ```
/// Other number types (integers, Decimal, `JSONNumber`) refuse NaN and infinities with every policy.
public enum JSONNonFiniteNumbers: Sendable, Hashable {
    /// Reading or writing NaN or an infinity is an error.
    case reject
    /// NaN and infinities are written as null. A null for a floating-point value that is not Optional is read as NaN, even if the property
    /// has an initial value. So an infinity that was written as null is read as NaN. A `.onNull` value of the property takes precedence.
    case null
    /// NaN and infinities are the given strings in JSON. Reading accepts only these strings, and only for floating-point values.
    case strings(positive: String, negative: String, nan: String)
    /// NaN and infinities are the words `NaN`, `Infinity` and `-Infinity`, as in JSON5. Most other readers refuse such a text.
    ///
    /// - A `JSONValue` holds NaN and infinities as numbers whose text is the word. The policy of the write options says how they are
    ///   written.
    /// - Raw text (`JSONRawText`, `JSONLazy`, hooks) must be strict JSON. So Yoke stores the word `NaN` in it as the number
    ///   `9e+0000999999999`, and `Infinity` as `1e+0000999999999`. A call with `.literal` reads these two numbers as NaN and Infinity.
    case literal
}

/// The texts of NaN and the infinities for a policy, in the form that C takes.
final class NonFiniteTexts: @unchecked Sendable {  // safe to send, because it never changes
    let cTexts: UnsafePointer<yoke_non_finite>
    private let memory: UnsafeMutableBufferPointer<UInt8>

    /// Returns nil if C needs no texts for the policy: `.reject` for reading and writing, `.literal` and `.null` for reading.
    ///
    /// - Parameters:
    ///   - isQuoted: true for texts that a writer writes: JSON, with quotes around strings. False for the bare contents of strings, which a
    ///     reader compares.
    ///   - escapesSlashes: true to write `/` as `\/` in a quoted text.
    convenience init?(_ policy: JSONNonFiniteNumbers, isQuoted: Bool, escapesSlashes: Bool = false) {
        let texts: [[UInt8]]
        switch policy {
        case .strings(let positive, let negative, let nan):
            texts = [nan, positive, negative].map { isQuoted ? Self.quoted($0, escapesSlashes) : Array($0.utf8) }
        case .literal where isQuoted: texts = ["NaN", "Infinity", "-Infinity"].map { Array($0.utf8) }
        case .null where isQuoted: texts = ["null", "null", "null"].map { Array($0.utf8) }
        default: return nil
        }
        self.init(texts)
    }

    /// - Parameter texts: the texts for NaN, Infinity and -Infinity.
    private init(_ texts: [[UInt8]]) {
        memory = .allocate(capacity: texts.reduce(1) { $0 + $1.count })
        _ = memory.initialize(from: texts.joined())
        let cTexts = UnsafeMutablePointer<yoke_non_finite>.allocate(capacity: 1)
        let lengths = texts.map(\.count), start = UnsafePointer(memory.baseAddress.unsafelyUnwrapped)
        cTexts.initialize(
            to: yoke_non_finite(
                texts: (start, start + lengths[0], start + lengths[0] + lengths[1]), lengths: (lengths[0], lengths[1], lengths[2])))
        self.cTexts = UnsafePointer(cTexts)
    }

    deinit {
        cTexts.deallocate()
        memory.deallocate()
    }

    /// The words `NaN`, `Infinity` and `-Infinity`, for the `description` of a `JSONValue`.
    static let words = NonFiniteTexts(.literal, isQuoted: true)
    /// The numbers that stand for NaN and infinities in raw text (see `JSONNonFiniteNumbers.literal`).
    static let inRawText = NonFiniteTexts(["9e+0000999999999", "1e+0000999999999", "-1e+0000999999999"].map { Array($0.utf8) })

    /// Returns true if raw text may have a number that stands for NaN or an infinity.
    static func mayOccurInRawText(_ text: String) -> Bool {
        borrow(text) { text in
            text.indices.contains { text[$0] == UInt8(ascii: "e") && text[$0...].starts(with: "e+0000999999999".utf8) }
        }
    }

    /// Returns true if a writer with `other` writes NaN and the infinities as these texts.
    func areSame(as other: UnsafePointer<yoke_non_finite>?) -> Bool {
        func all(_ texts: yoke_non_finite) -> [UnsafeBufferPointer<UInt8>] {
            [
                UnsafeBufferPointer(start: texts.texts.0, count: texts.lengths.0),
                UnsafeBufferPointer(start: texts.texts.1, count: texts.lengths.1),
                UnsafeBufferPointer(start: texts.texts.2, count: texts.lengths.2),
            ]
        }
        guard let other else { return false }
        return zip(all(cTexts.pointee), all(other.pointee)).allSatisfy { $0.elementsEqual($1) }
    }

    private static func quoted(_ text: String, _ escapesSlashes: Bool) -> [UInt8] {
        var out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        borrow(text) { yoke_out_string(&out, $0.baseAddress, $0.count, escapesSlashes) }
        return Array(UnsafeBufferPointer(start: out.bytes, count: out.count))
    }
}
