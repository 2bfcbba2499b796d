import TestSupport
import Testing

/// Reads every file of the conformance suites, valid or not, with both engines.
@Suite("Conformance", .enabled(if: SharedData.isUsable, Comment(rawValue: SharedData.reason)), .needsBothEngines)
struct ConformanceParityTests {
    private static let folders = ["jsontestsuite", "jsonchecker", "json-patch", "json-merge-patch", "json-pointer", "jsonpath"]

    private static let options: [JSONReadOptions] = [
        .strict,
        .with {
            $0.allowsComments = true
            $0.allowsTrailingCommas = true
            $0.invalidUnicode = .replace
            $0.duplicateKeys = .reject
        },
        .with {
            $0.allowsPartialValue = true
            $0.allowsTrailingGarbage = true
        },
        .with { $0.allowsSeveralValues = true },
    ]

    @Test(arguments: folders) func everyFile(folder: String) throws {
        let files = try SharedData.files(in: "conformance/" + folder)
        #expect(!files.isEmpty)
        let subjects = [Subject([[JSONValue]].self), Subject(JSONValue.self)]
        for file in files {
            let subject = subjects[1]
            let isShort = file.bytes.count < 3000
            for options in isShort ? Self.options : [.strict] {
                for way in [.whole, .formatter(indent: 2)] + Way.validators {
                    expectSame(Trial(subject, file.bytes, way, options), file.name)
                }
                let half = [file.bytes.count / 2]
                for format in [JSONStreamFormat.document, .lines, .values] {
                    expectSame(Trial(subject, file.bytes, .stream(format, path: nil), options, cuts: half), file.name)
                }
            }
            expectSame(Trial(subjects[0], file.bytes, .whole), file.name)
            let cuts = isShort ? Array(0...file.bytes.count) : [1, 2, 64, 4095, file.bytes.count / 2]
            // To save time, a longer text is cut only at every third byte. The first cut depends on the length of the file's name, so that
            // different files are cut at different bytes.
            for cut in cuts where !isShort || cuts.count < 40 || (cut + file.name.utf8.count) % 3 == 0 {
                expectSame(Trial(subject, file.bytes, .chunks, cuts: [cut]), file.name)
            }
            if isShort { expectSame(Trial(subject, file.bytes, .chunks, cuts: cuts), file.name) }
        }
    }
}
