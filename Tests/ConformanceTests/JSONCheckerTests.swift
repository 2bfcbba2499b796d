import TestSupport
import Testing
import Yoke

/// The suite JSON_checker of json.org. Two of its invalid files are valid JSON today: RFC 7159 allows a string at the top level, and 20
/// nested arrays.
@Suite(.enabled(if: SharedData.isUsable, Comment(rawValue: SharedData.reason)))
struct JSONCheckerTests {
    @Test(arguments: Form.all) func passAndFail(as form: Form) throws {
        let files = try SharedData.files(in: "conformance/jsonchecker")
        #expect(files.count == 36)
        let intake = form.intake()
        for file in files {
            let isValid = file.name.hasPrefix("pass") || file.name.hasSuffix("_EXCLUDE.json")
            let text = form.text(file.bytes)
            let whole = intake.whole(text)
            #expect((whole == nil) == isValid, "\(file)")
            for cut in cuts(of: text.count) where intake.chunked(text.split(at: cut)) != whole {
                Issue.record("\(file) cut at \(cut): \(intake.chunked(text.split(at: cut)).words)")
            }
            for size in 1...9 where intake.chunked(text.chunks(of: size)) != whole {
                Issue.record("\(file) in chunks of \(size): \(intake.chunked(text.chunks(of: size)).words)")
            }
        }
    }
}
