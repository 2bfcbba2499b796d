import Yoke

/// An error. `==` compares all parts of it that a person can read.
public struct FullFailure: Equatable, Sendable, CustomStringConvertible {
    public let error: JSONError
    let underlying: String?

    public init(_ error: JSONError) {
        self.error = error
        underlying = error.underlying.map { String(describing: $0) }
    }

    public static func == (a: FullFailure, b: FullFailure) -> Bool {
        let (x, y) = (a.error, b.error)
        return x.kind == y.kind && x.path == y.path && x.message == y.message && x.hint == y.hint && x.expected == y.expected
            && x.found == y.found && x.offset == y.offset && x.line == y.line && x.column == y.column && x.snippet == y.snippet
            && x.caret == y.caret && x.keys == y.keys && a.underlying == b.underlying
    }

    public var description: String {
        """
        \(error.kind) \(error.path) at \(error.offset ?? -1) (\(error.line ?? -1):\(error.column ?? -1)) \(error.message) \
        | expected \(error.expected ?? "-") | found \(error.found ?? "-") | hint \(error.hint ?? "-") \
        | \(error.snippet ?? "-") ^\(error.caret ?? -1) | \(error.keys)
        """
    }
}

/// All results of one reading, in order: values as written JSON (which distinguishes -0.0 from 0.0), errors, and counts.
public struct Transcript: Equatable, Sendable, CustomStringConvertible {
    public var values: [[UInt8]] = []
    public var failures: [FullFailure] = []
    public var counts: [Int] = []

    /// Appends the JSON of a value in the given style, and its JSON with sorted keys. Without sorting, a dynamic value only copies its
    /// text; with sorting, its elements are written.
    mutating func append(_ value: borrowing some JSONWritable, _ style: JSONWriteOptions) {
        do throws(JSONError) {
            values.append(try value.jsonBytes(style))
            if !style.sortsKeys { values.append(try value.jsonBytes(JSONWriteOptions(sortsKeys: true, nulls: .write))) }
        } catch { failures.append(FullFailure(error)) }
    }

    /// Records the results that `body` appends, and the error that it throws.
    init(_ body: (inout Transcript) throws(JSONError) -> Void) {
        do throws(JSONError) { try body(&self) } catch { failures.append(FullFailure(error)) }
    }

    public var description: String {
        let shown = values.map { String(decoding: $0, as: UTF8.self) }
        return "values \(shown), errors \(failures), counts \(counts)"
    }

    /// Describes the first difference. Long texts are shortened.
    public func difference(to other: Transcript) -> String {
        if failures != other.failures { return "errors \(failures)\n    and    \(other.failures)" }
        if counts != other.counts { return "counts \(counts) and \(other.counts)" }
        if values.count != other.values.count { return "\(values.count) and \(other.values.count) values" }
        guard let index = values.indices.first(where: { values[$0] != other.values[$0] }) else { return "none" }
        let (a, b) = (values[index], other.values[index])
        let at = max(0, zip(a, b).prefix { $0 == $1 }.count - 20)
        func part(_ text: [UInt8]) -> String { String(decoding: text.dropFirst(at).prefix(80), as: UTF8.self) }
        return "value \(index): \(part(a)) and \(part(b))"
    }
}
