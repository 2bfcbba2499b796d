import TestSupport
import Testing
import Yoke

/// Reads cut texts with `allowsPartialValue`. The result must be the same as for the completed text.
@Suite struct CutTextParityTests {
    /// Returns the complete part of a cut text, with brackets for its open containers; nil if no value is complete. The text up to the cut
    /// must be valid.
    ///
    /// - Parameter keepsStrings: true if an unfinished string is kept, with its complete characters.
    private static func completed(_ text: [UInt8], keepsStrings: Bool) -> [UInt8]? {
        var open: [UInt8] = [], good: (end: Int, open: [UInt8])?
        var at = 0, isKeyDue = false
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                isKeyDue = text[at] == UInt8(ascii: "{")
                open.append(isKeyDue ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                at += 1
                good = (at, open)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                open.removeLast()
                at += 1
                good = (at, open)
            case UInt8(ascii: ","):
                isKeyDue = open.last == UInt8(ascii: "}")
                at += 1
            case UInt8(ascii: "\""):
                at += 1
                let start = at
                while at < text.count, text[at] != UInt8(ascii: "\"") { at += text[at] == UInt8(ascii: "\\") ? 2 : 1 }
                at += 1
                if at > text.count {
                    guard keepsStrings, !isKeyDue else { break }
                    return Array(text[..<(start + complete(text[start...]))]) + [UInt8(ascii: "\"")] + open.reversed()
                }
                if isKeyDue { isKeyDue = false } else { good = (at, open) }
            case UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D: at += 1
            default:
                let word = text[at...].prefix { !",]}: \n\t\r".utf8.contains($0) }
                let isLiteral = ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
                let isNumber = word.first! < UInt8(ascii: "A") && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(word.last!)
                at = word.endIndex
                if isLiteral || isNumber && (at < text.count || open.isEmpty) { good = (at, open) }
            }
        }
        return good.map { Array(text[..<$0.end]) + $0.open.reversed() }
    }

    /// Returns how many bytes at the start of a string's content consist of complete characters and escapes.
    private static func complete(_ text: ArraySlice<UInt8>) -> Int {
        for length in (max(0, text.count - 12)...text.count).reversed() {
            let string = [UInt8(ascii: "\"")] + text.prefix(length) + [UInt8(ascii: "\"")]
            if (try? JSONValue(json: string)) != nil { return length }
        }
        return 0
    }

    /// The types that have an enum with a tag, with the start of a member that holds such an enum; empty if each object is one.
    private static let cases = ["Array<Kind>": "", "Ruled": #""kind":"#, "Array<Ruled>": #""kind":"#]

    /// Returns the completed text without its first open object whose tag is missing: the case of such an object is not known.
    private static func withoutOpenCase(_ completed: [UInt8]?, of cut: [UInt8], after member: String) -> [UInt8]? {
        guard let completed else { return nil }
        var open: [Int] = [], isInString = false, at = 0
        while at < cut.count {
            switch cut[at] {
            case UInt8(ascii: "\\") where isInString: at += 1
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString: open.append(at)
            case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString: open.removeLast()
            default: break
            }
            at += 1
        }
        for (depth, start) in open.enumerated()
        where cut[start] == UInt8(ascii: "{") && cut[..<start].suffix(member.utf8.count).elementsEqual(member.utf8) {
            guard let object = try? JSONValue(json: completed[start..<(completed.count - depth)]), object["type"] == nil else { continue }
            let before = completed[..<(start - member.utf8.count)]
            return before.prefix(before.last == UInt8(ascii: ",") ? before.count - 1 : before.count) + completed.suffix(depth)
        }
        return completed
    }

    private static let variants: [(name: String, options: JSONReadOptions)] = [
        ("strict", .strict), ("first", .with { $0.duplicateKeys = .first }), ("salvage", .salvage),
        ("rewritten", .with { ($0.allowsComments, $0.allowsTrailingCommas, $0.invalidUnicode) = (true, true, .replace) }),
        ("collecting", .with { $0.collectsErrors = true }), ("strings", .with { $0.keepsPartialStrings = true }),
    ]

    /// The parts of a result that can be compared. Positions of errors are left out, because the cut text and the completed text end at
    /// different offsets.
    private struct Comparable: Equatable {
        var values: [[UInt8]] = []
        var errors: [String]
        var counts: [Int] = []

        init(_ transcript: Transcript, _ way: Way) {
            errors = transcript.failures.map { "\($0.error.kind) \($0.error.path) \($0.error.keys)" }
            var isStream = false
            if case .stream = way { isStream = true }
            if !errors.isEmpty && !isStream { return }
            (values, counts) = (transcript.values, transcript.counts)
            if case .validator = way { counts.removeLast() }  // the number of bytes, which differs
            if isStream && !counts.isEmpty { counts.removeFirst() }
        }
    }

    @Test(arguments: Subject.all.map(\.name)) func aCutTextIsReadLikeItsCompletePart(name: String) throws {
        let subject = try #require(Subject.all.first { $0.name == name })
        for document in subject.documents where (try? JSONValue(json: document)) != nil {
            var ways: [Way] = [.whole, .again, .chunks, .formatter(indent: 0), .formatter(indent: 2)] + Way.validators
            ways += subject.paths.map { .path($0) } + subject.streamPaths.map { .stream(.document, path: $0) }
            let cuts = stride(from: 0, to: document.count, by: 1 + document.count / Sample.size(6, full: 20)).map { end in
                let cut = Array(document[..<end])
                return (text: cut, completed: Self.completed(cut, keepsStrings: false), withString: Self.completed(cut, keepsStrings: true))
            }
            for (variant, options) in Self.variants {
                for way in ways
                where ["strict", "strings"].contains(variant) || [.whole, .chunks, .stream(.document, path: "$[*]")].contains(way) {
                    for engine in JSONEngine.each {
                        var strict = options
                        strict.engine = engine
                        var partial = strict
                        partial.allowsPartialValue = true
                        func run(_ text: [UInt8], _ options: JSONReadOptions) -> Transcript {
                            subject.run(way, text, text.chunks(of: way == .chunks ? 1 : 7), options)
                        }
                        // The last completed text and its result are stored, because neighbouring cuts often leave the same complete part
                        // of the document.
                        var last: (completed: [UInt8], expected: Comparable)?
                        for (cut, whole, withString) in cuts {
                            // In the variant "strings", a type that keeps unfinished strings must give the result of the text `withString`.
                            // In all other variants, the result must equal the result of `whole`, the text without the unfinished string.
                            var (whole, withString) = (whole, withString)
                            if let member = Self.cases[name], way.makesModels {
                                let all = whole
                                whole = Self.withoutOpenCase(whole, of: cut, after: member)
                                withString = Self.withoutOpenCase(withString, of: cut, after: member)
                                if case .stream = way, whole != all { continue }  // a stream's path goes through objects of any case
                            }
                            let completed = variant == "strings" ? withString : whole
                            let found = run(cut, partial), isSame: Bool
                            if let completed {
                                if last?.completed != completed { last = (completed, Comparable(run(completed, strict), way)) }
                                isSame = Comparable(found, way) == last?.expected
                            } else {
                                isSame = found.failures.map(\.error.kind) == [.unexpectedEnd]
                            }
                            if isSame { continue }
                            if variant == "strings", withString != whole {
                                // Some types need complete strings. In the variant "strings", they drop the unfinished string as in all
                                // other variants.
                                let without = whole.map { Comparable(run($0, strict), way) }
                                if without.map({ Comparable(found, way) == $0 }) ?? (found.failures.map(\.error.kind) == [.unexpectedEnd]) {
                                    continue
                                }
                            }
                            Issue.record(
                                "\(name) \(way) \(variant) \(engine): \(String(decoding: cut.suffix(200), as: UTF8.self)): \(found), not \(String(describing: last?.expected))"
                            )
                        }
                    }
                }
            }
        }
    }
}

extension Way {
    /// True if models are made from the text.
    fileprivate var makesModels: Bool {
        switch self {
        case .formatter, .validator: false
        default: true
        }
    }
}
