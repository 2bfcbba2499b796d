import TestSupport
import Testing
import Yoke

/// Texts that end early, with `allowsPartialValue`. The result must be the same as for a text whose end was completed by hand.
@Suite struct CutTexts {
    /// The complete part of a text, and brackets for its open containers; nil if nothing is complete. The cut text must be valid so far.
    private static func completed(_ text: [UInt8]) -> [UInt8]? {
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
                while at < text.count, text[at] != UInt8(ascii: "\"") { at += text[at] == UInt8(ascii: "\\") ? 2 : 1 }
                at += 1
                if at > text.count { break }
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

    private static let variants: [(name: String, options: JSONReadOptions)] = [
        ("strict", .strict), ("first", .with { $0.duplicateKeys = .first }), ("salvage", .salvage),
        ("rewritten", .with { ($0.allowsComments, $0.allowsTrailingCommas, $0.invalidUnicode) = (true, true, .replace) }),
        ("collecting", .with { $0.collectsErrors = true }),
    ]

    /// The comparable parts of a result. Positions of errors are left out, because the two texts end at different offsets.
    private func shown(_ transcript: Transcript, _ way: Way) -> String {
        let errors = transcript.failures.map { "\($0.error.kind) \($0.error.path) \($0.error.keys)" }
        var counts = transcript.counts
        if case .validator = way { counts.removeLast() }  // number of bytes
        if case .stream = way, !counts.isEmpty { counts.removeFirst() }
        if !errors.isEmpty {
            if case .stream = way {} else { return "\(errors)" }
        }
        return "\(transcript.values.map { String(decoding: $0, as: UTF8.self) }) \(errors) \(counts)"
    }

    @Test(arguments: Subject.all.map(\.name)) func everyReaderSaysTheSame(name: String) throws {
        let subject = try #require(Subject.all.first { $0.name == name })
        for document in subject.documents where (try? JSONValue(json: document)) != nil {
            var ways: [Way] = [.whole, .again, .chunks, .formatter(indent: 0), .formatter(indent: 2)] + Way.validators
            ways += subject.paths.map { .path($0) } + subject.streamPaths.map { .stream(.document, path: $0) }
            for end in stride(from: 0, to: document.count, by: 1 + document.count / 30) {
                let cut = Array(document[..<end]), completed = Self.completed(cut)
                for (variant, options) in Self.variants {
                    for way in ways
                    where variant == "strict" || [.whole, .chunks, .stream(.document, path: "$[*]")].contains(way) {
                        for engine in JSONEngine.all {
                            var strict = options
                            strict.engine = engine
                            var partial = strict
                            partial.allowsPartialValue = true
                            let found = subject.run(way, cut, cut.chunks(of: way == .chunks ? 1 : 7), partial)
                            let what =
                                "\(subject.name) \(way) \(variant) \(engine): \(String(decoding: cut, as: UTF8.self).suffix(200))"
                            if let completed {
                                let expected = subject.run(way, completed, completed.chunks(of: way == .chunks ? 1 : 7), strict)
                                #expect(shown(found, way) == shown(expected, way), "\(what)")
                            } else {
                                #expect(found.failures.map(\.error.kind) == [.unexpectedEnd], "\(what)")
                            }
                        }
                    }
                }
            }
        }
    }
}
