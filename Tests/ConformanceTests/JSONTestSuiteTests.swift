import TestSupport
import Testing
import Yoke

/// The suite JSONTestSuite of Nicolas Seriot. Files whose names begin with y_ are JSON, and files with n_ are not. For files with i_, the
/// parser may decide.
@Suite(.enabled(if: SharedData.isUsable, Comment(rawValue: SharedData.reason)))
struct JSONTestSuiteTests {
    private static func files(_ prefix: String) throws -> [SharedData.File] {
        try SharedData.files(in: "conformance/jsontestsuite").filter { $0.name.hasPrefix(prefix) }
    }

    @Test func theSuiteIsWhole() throws {
        #expect(try Self.files("y_").count == 95)
        #expect(try Self.files("n_").count == 188)
        #expect(try Self.files("i_").count == 35)
    }

    @Test(arguments: Form.all) func validTextsAreAccepted(as form: Form) throws {
        let intake = form.intake()
        for file in try Self.files("y_") {
            let text = form.text(file.bytes)
            if let failure = intake.whole(text) { Issue.record("\(file): \(failure)") }
            for cut in cuts(of: text.count) {
                if let failure = intake.chunked(text.split(at: cut)) { Issue.record("\(file) cut at \(cut): \(failure)") }
            }
            if let failure = intake.chunked(text.chunks(of: 1)) { Issue.record("\(file) by bytes: \(failure)") }
        }
    }

    @Test(arguments: Form.all) func invalidTextsAreRejectedAlikeInEveryChunking(as form: Form) throws {
        let intake = form.intake()
        for file in try Self.files("n_") {
            let text = form.text(file.bytes)
            let whole = intake.whole(text)
            if whole == nil { Issue.record("\(file) is accepted") }
            for cut in cuts(of: text.count) {
                let failure = intake.chunked(text.split(at: cut))
                if failure != whole { Issue.record("\(file) cut at \(cut): \(failure.words), whole: \(whole.words)") }
            }
            guard text.count <= 4096 else { continue }
            let failure = intake.chunked(text.chunks(of: 1))
            if failure != whole { Issue.record("\(file) by bytes: \(failure.words), whole: \(whole.words)") }
        }
    }

    /// A bad text gives the same error alone and as a value inside a model's text. Inside a model's text, the error's offset is larger by
    /// the length of the text before the value.
    @Test func allFormsAgree() throws {
        let intakes = Form.all.map { ($0, $0.intake()) }
        let before = #"{"a":1,"unknown":"#.utf8.count
        for file in try Self.files("n_") {
            let expected = intakes[0].1.whole(file.bytes)
            #expect(intakes[3].1.whole(file.bytes) == expected, "\(file): the validator")
            for (form, intake) in intakes where form.isEmbedded {
                let found = intake.whole(form.text(file.bytes))
                // Skip errors at the end of a text, because an embedded text is followed by more text.
                guard let expected, expected.kind != .unexpectedEnd, expected.kind != .trailingContent else { continue }
                guard expected.kind != .depthExceeded, !file.bytes.starts(with: [0xEF]) else { continue }
                // A zero as the second byte means UTF-16, but only at the start of a text.
                guard file.bytes.dropFirst().first != 0 else { continue }
                #expect(found?.kind == expected.kind, "\(file) as \(form)")
                #expect(found?.offset == expected.offset.map { $0 + before }, "\(file) as \(form)")
            }
        }
    }

    @Test func whatIsLeftToUsIsDecided() throws {
        for file in try Self.files("i_") {
            let expected = try #require(Decision.table[file.name], "\(file.name) is new")
            #expect(Intake.reading(JSONValue.self).whole(file.bytes)?.kind == expected.whole, "\(file)")
            for form in Form.all {
                let intake = form.intake()
                let text = form.text(file.bytes)
                let pieces = intake.chunked([text[...]])
                if !form.isEmbedded { #expect(pieces?.kind == expected.chunked, "\(file) as \(form)") }
                for cut in cuts(of: text.count) {
                    #expect(intake.chunked(text.split(at: cut)) == pieces, "\(file) as \(form) cut at \(cut)")
                }
                #expect(intake.chunked(text.chunks(of: 1)) == pieces, "\(file) as \(form) by bytes")
            }
        }
    }
}

/// The errors that Yoke gives for a text that RFC 8259 allows a parser to accept or to refuse: at once (`whole`), and in chunks. nil if
/// Yoke accepts the text.
private struct Decision {
    let whole: JSONError.Kind?
    let chunked: JSONError.Kind?

    static let accepted = Decision(whole: nil, chunked: nil)
    /// Yoke's result for invalid UTF-8 and for half of a surrogate pair.
    static let notUnicode = Decision(whole: .invalidUnicode, chunked: .invalidUnicode)
    /// Yoke's result for UTF-16: an entire text is transcoded, but chunks must be UTF-8.
    static let transcoded = Decision(whole: nil, chunked: .invalidUnicode)

    static let table: [String: Decision] = [
        // A dynamic value keeps the text of any number, so no number is out of range.
        "i_number_double_huge_neg_exp.json": accepted,
        "i_number_huge_exp.json": accepted,
        "i_number_neg_int_huge_exp.json": accepted,
        "i_number_pos_double_huge_exp.json": accepted,
        "i_number_real_neg_overflow.json": accepted,
        "i_number_real_pos_overflow.json": accepted,
        "i_number_real_underflow.json": accepted,
        "i_number_too_big_neg_int.json": accepted,
        "i_number_too_big_pos_int.json": accepted,
        "i_number_very_big_negative_int.json": accepted,
        "i_object_key_lone_2nd_surrogate.json": notUnicode,
        "i_string_1st_surrogate_but_2nd_missing.json": notUnicode,
        "i_string_1st_valid_surrogate_2nd_invalid.json": notUnicode,
        "i_string_UTF-16LE_with_BOM.json": transcoded,
        "i_string_UTF-8_invalid_sequence.json": notUnicode,
        "i_string_UTF8_surrogate_U+D800.json": notUnicode,
        "i_string_incomplete_surrogate_and_escape_valid.json": notUnicode,
        "i_string_incomplete_surrogate_pair.json": notUnicode,
        "i_string_incomplete_surrogates_escape_valid.json": notUnicode,
        "i_string_invalid_lonely_surrogate.json": notUnicode,
        "i_string_invalid_surrogate.json": notUnicode,
        "i_string_invalid_utf-8.json": notUnicode,
        "i_string_inverted_surrogates_U+1D11E.json": notUnicode,
        "i_string_iso_latin_1.json": notUnicode,
        "i_string_lone_second_surrogate.json": notUnicode,
        "i_string_lone_utf8_continuation_byte.json": notUnicode,
        "i_string_not_in_unicode_range.json": notUnicode,
        "i_string_overlong_sequence_2_bytes.json": notUnicode,
        "i_string_overlong_sequence_6_bytes.json": notUnicode,
        "i_string_overlong_sequence_6_bytes_null.json": notUnicode,
        "i_string_truncated-utf-8.json": notUnicode,
        "i_string_utf16BE_no_BOM.json": transcoded,
        "i_string_utf16LE_no_BOM.json": transcoded,
        // The 500 levels of arrays in this file are within the depth limit of 512.
        "i_structure_500_nested_arrays.json": accepted,
        "i_structure_UTF-8_BOM_empty_object.json": accepted,
    ]
}
