import TestSupport
import Testing
import Yoke

/// Errors that end a stream of records, and errors after which the stream goes on.
@Suite struct RecordErrorTests {
    /// The options refuse each text, so no record can be read after the error.
    @Test(arguments: [JSONStreamFormat.document, .lines, .sequence, .values, .commaSeparated])
    func optionsThatExcludeEachOtherEndTheStream(format: JSONStreamFormat) {
        var options = JSONReadOptions.untrusted
        options.skipping = .structureOnly
        for engine in JSONEngine.each {
            options.engine = engine
            for text in ["1\n2\n", "\u{1E}1\n\u{1E}2\n", "[1,2]"] {
                let bytes = Array(text.utf8)
                for size in [1, 2, 3, bytes.count] {
                    let run = Run<Int>(chunks: bytes.chunks(of: size), format, options)
                    #expect(run.elements.isEmpty && run.kinds == [.invalidOptions], "\(run)")
                }
            }
        }
    }

    private struct Reference: JSONConvertible, Equatable {
        var file: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { fields in
                fields.add("file", \.file)
                fields.afterReading { if $0.file.hasPrefix("/") { _ = try JSONStream<Int>(path: $0.file) } }
            }
        }
    }

    /// Such an error is about one line, although it has the kind of an error of the stream's own file.
    @Test(arguments: [JSONStreamFormat.lines, .sequence]) func anInputErrorOfAHookIsAboutItsRecord(format: JSONStreamFormat) {
        let names = ["a", "/no/such/file", "b"]
        let text = names.map { (format == .sequence ? "\u{1E}" : "") + "{\"file\":\"\($0)\"}\n" }.joined()
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            let run = Run<Reference>(text: text, format, options)
            #expect(run.elements.map(\.file) == ["a", "b"] && run.kinds == [.io], "\(run)")
        }
    }
}
