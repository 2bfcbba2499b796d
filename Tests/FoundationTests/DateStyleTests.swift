import Testing
import YokeFoundation

/// Tests the date styles in the Swift API. CYokeTests tests how each style is read and written.
@Suite struct DateStyleTests {
    @Test func everyStyle() {
        let date = 379_497_510.5
        for (style, text, back) in [
            (.rfc3339, "2013-01-10T07:58:30.5Z", date), (.iso8601, "2013-01-10T07:58:30.5Z", date),
            (.auto, "2013-01-10T07:58:30.5Z", date),
            (.rfc1123, "Thu, 10 Jan 2013 07:58:30 GMT", date - 0.5),
            (.format("dd.MM.yyyy HH 'Uhr'"), "10.01.2013 07 Uhr", date - 3510.5),
        ] as [(JSONDateStyle, String, Double)] {
            #expect(style.isValid && !style.isNumeric)
            #expect(style.text(secondsSinceReferenceDate: date) == text)
            #expect(style.secondsSinceReferenceDate(text: text) == back)
            #expect(style.secondsSinceReferenceDate(text: text + "!") == nil)
            #expect(style.secondsSinceReferenceDate(number: "1357804710.5") == (style == .auto ? date : nil))
            #expect(style.text(secondsSinceReferenceDate: .nan) == nil)
        }
    }

    @Test func numericStylesReadAndWriteNumbers() {
        for (style, text) in [(.secondsSince1970, "1357804710.5"), (.millisecondsSince1970, "1357804710500")]
            as [(JSONDateStyle, String)]
        {
            #expect(style.isValid && style.isNumeric)
            #expect(style.text(secondsSinceReferenceDate: 379_497_510.5) == text)
            #expect(style.secondsSinceReferenceDate(number: text) == 379_497_510.5)
            #expect(style.secondsSinceReferenceDate(text: text) == nil)
        }
    }

    @Test func patternsThatAreNotSupported() {
        let style = JSONDateStyle.format("YYYY-MM-dd")
        #expect(!style.isValid && !style.isNumeric)
        #expect(style.secondsSinceReferenceDate(text: "2013-01-10") == nil)
        #expect(style.text(secondsSinceReferenceDate: 0) == nil)
    }

    /// The integer before each limit is not rounded up to the limit.
    @Test func theMagnitudeOfANumberIsExact() {
        let style = JSONDateStyle.auto
        #expect(style.secondsSinceReferenceDate(number: "99999999999999999").map { $0.rounded() } == 99_021_692_800.0)
        #expect(style.secondsSinceReferenceDate(number: "100000000000000000") == -878_307_200.0)
        #expect(style.secondsSinceReferenceDate(number: "-100000000000000000") == -1_078_307_200.0)
        #expect(style.secondsSinceReferenceDate(number: "99999999999.5") == 99_021_692_799.5)
    }

    @Test func patternsThatAreNotValid() {
        for pattern in ["", "'x'", "-", "ddd", "yyy", "MMMMM", "EEEEE", "ZZZZ", "Hh a", "h", "yy yyyy", "'a", "Hmm", "q"] {
            #expect(!JSONDateStyle.format(pattern).isValid, "\(pattern)")
        }
        for pattern in ["E yyyy", "EE yyyy", "HH ZZ", "h a"] { #expect(JSONDateStyle.format(pattern).isValid, "\(pattern)") }
    }

    @Test func stylesAreEqualByTheirMeaning() {
        let styles: Set<JSONDateStyle> = [
            .rfc3339, .iso8601, .rfc1123, .auto, .secondsSince1970, .millisecondsSince1970, .format("yyyy"), .format("yyyy"),
            .format("yy"),
            .format("Y"), .format("YY"),
        ]
        #expect(styles.count == 9)
    }
}
