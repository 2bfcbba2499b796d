import Foundation
import TestSupport
import Testing
import YokeFoundation

@Suite struct NonFiniteFoundationTests {
    @Test func geometryTakesThemAndDecimalsDoNot() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.json5
            options.engine = engine
            #expect(try [CGFloat](json: "[Infinity, .5]", options: options) == [.infinity, 0.5])
            for text in ["[NaN]", "[-Infinity]"] {
                let decimal = #expect(throws: JSONError.self) { try [Decimal](json: text, options: options) }
                #expect(decimal?.kind == .typeMismatch && decimal?.offset == 1, "\(decimal.map { "\($0)" } ?? "")")
                let date = #expect(throws: JSONError.self) { try [Date](json: text, options: options) }
                #expect(date?.offset == 1, "\(date.map { "\($0)" } ?? "")")
            }
            options.dateStyle = .secondsSince1970
            #expect(throws: JSONError.self) { try [Date](json: "[NaN]", options: options) }
        }
        #expect(try CGFloat.nan.jsonString(JSONWriteOptions(nonFiniteNumbers: .null)) == "null")
        #expect(throws: JSONError.self) { try Decimal.nan.jsonString(JSONWriteOptions(nonFiniteNumbers: .literal)) }
    }
}
