import Foundation
import Testing
import Yoke
import YokeFoundation

/// Errors of mappings that the coders prefer.
@Suite struct PreferredMappingErrorTests {
    private struct Person: Codable, Equatable {
        var age: Int
        var height: Double?
    }

    private struct Page: Codable, JSONConvertible, Equatable {
        var title = ""
        var tags: [Int] = []
        var author: Person?
        var size: Double?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("title", \.title)
                $0.add("tags", \.tags, default: [])
                $0.add("author", \.author, by: .codable(Person.self).optional)
                $0.add("size", \.size)
            }
        }
    }

    private func context(
        _ text: String, _ decoder: YokeDecoder = YokeDecoder(), _ location: SourceLocation = #_sourceLocation
    ) -> DecodingError.Context? {
        decoder.prefersMapping = true
        do {
            _ = try decoder.decode([String: [Page]].self, from: text)
        } catch DecodingError.dataCorrupted(let context) {
            return context
        } catch {
            Issue.record(error, sourceLocation: location)
        }
        return nil
    }

    private func path(_ context: DecodingError.Context?) -> String? {
        context?.codingPath.map { $0.intValue.map { "[\($0)]" } ?? "." + $0.stringValue }.joined()
    }

    @Test func anErrorLeadsIntoTheMappedValue() {
        let found = context("{\n \"pages\": [{\"title\": \"é\"},\n  {\"title\": \"b\", \"tags\": [1, \"x\"]}]}")
        #expect(path(found) == ".pages[1].tags[1]")
        #expect(
            found?.debugDescription
                == "The mapping of Page refused the value: expected an integer (Int), found a string (line 3, column 30, byte 59)")
        let underlying = found?.underlyingError as? JSONError
        #expect(underlying?.kind == .typeMismatch && underlying?.path == "$.pages[1].tags[1]")
        #expect(underlying?.line == 3 && underlying?.column == 30 && underlying?.offset == 59)

        let missing = context(#"{"pages": [{"title": "a"}, {"tags": []}]}"#)
        #expect(path(missing) == ".pages[1]")
        #expect(
            missing?.debugDescription == "The mapping of Page refused the value: the key \"title\" is missing (line 1, column 28, byte 27)")
        #expect((missing?.underlyingError as? JSONError)?.keys == ["title"])
    }

    @Test func allErrorsOfAMappingAreKept() {
        let decoder = YokeDecoder()
        decoder.readOptions.collectsErrors = true
        let found = context(#"{"p": [  {"tags": ["x", 1, "y"]}]}"#, decoder)
        let all = (found?.underlyingError as? JSONError)?.all
        #expect(all?.map(\.path) == ["$.p[0]", "$.p[0].tags[0]", "$.p[0].tags[2]"])
        #expect(all?.map(\.offset) == [9, nil, nil])
    }

    @Test func aCodableTypeInAMappedTypeThrowsItsOwnError() {
        let decoder = YokeDecoder()
        decoder.prefersMapping = true
        do {
            _ = try decoder.decode([String: [Page]].self, from: #"{"pages": [{"title": "a", "author": {"age": "x"}}]}"#)
            Issue.record("no error")
        } catch DecodingError.typeMismatch(let type, let context) {
            #expect(type == Int.self && path(context) == ".pages[0].author.age")
            #expect(context.debugDescription == "Expected to decode Int but found a string instead. (line 1, column 37, byte 36)")
            #expect((context.underlyingError as? JSONError)?.path == "$.pages[0].author.age")
        } catch {
            Issue.record(error)
        }
    }

    /// A stream knows only the compact text of an element, in which positions would mislead.
    @Test func anElementOfAStreamHasAPathAndNoPosition() throws {
        let decoder = YokeDecoder()
        decoder.prefersMapping = true
        var pages = try decoder.stream([Page].self, chunks: [Array("[ [{\"title\": \"a\", \"tags\": [true]}]]".utf8)])
        do {
            _ = try pages.next()
            Issue.record("no error")
        } catch DecodingError.dataCorrupted(let context) {
            #expect(path(context) == "[0].tags[0]")
            #expect(context.debugDescription == "The mapping of Page refused the value: expected an integer (Int), found a Bool")
            let underlying = context.underlyingError as? JSONError
            #expect(underlying?.path == "$[0].tags[0]" && underlying?.offset == nil)
        }
    }

    @Test func theOtherTextsHaveAPlaceToo() {
        let json5 = YokeDecoder()
        json5.allowsJSON5 = true
        json5.assumesTopLevelDictionary = true
        let bare = context("// é\npages: [{title: 'a', tags: [0x10, null]}]", json5)
        #expect(path(bare) == ".pages[0].tags[1]")
        #expect(bare?.debugDescription.hasSuffix("(line 2, column 35, byte 40)") == true)
    }

    @Test func anErrorOfTheEncoderLeadsIntoTheMappedValue() {
        for format in [[], .sortedKeys, .prettyPrinted] as [JSONEncoder.OutputFormatting] {
            let encoder = YokeEncoder()
            encoder.prefersMapping = true
            encoder.outputFormatting = format
            do {
                _ = try encoder.encode(["pages": [Page(), Page(size: .nan)]])
                Issue.record("no error")
            } catch EncodingError.invalidValue(let value, let context) {
                #expect(value is Page && path(context) == ".pages[1].size")
                #expect(context.debugDescription == "The mapping of Page refused the value: JSON has no numbers for NaN and infinities")
                let underlying = context.underlyingError as? JSONError
                #expect(underlying?.kind == .nonFiniteNumber && underlying?.path == "$.pages[1].size")
            } catch {
                Issue.record(error)
            }
            do {
                _ = try encoder.encode(["pages": [Page(author: Person(age: 1, height: .infinity))]])
                Issue.record("no error")
            } catch EncodingError.invalidValue(let value, let context) {
                #expect(value as? Double == .infinity && path(context) == ".pages[0].author.height")
                #expect(context.debugDescription == "Unable to encode Double.inf directly in JSON.")
            } catch {
                Issue.record(error)
            }
        }
    }

    private func path(_ context: EncodingError.Context) -> String {
        context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? "." + $0.stringValue }.joined()
    }

    @Test func anErrorInTheLastOfSeveralValuesHasItsPosition() {
        let decoder = YokeDecoder()
        decoder.readOptions.allowsSeveralValues = true
        for bare in [false, true] {
            decoder.assumesTopLevelDictionary = bare
            do {
                _ = try decoder.decode([String: Int].self, from: "{\"a\":[1]}\n{\"f\":2} {\"f\": \"x\"}")
                Issue.record("no error")
            } catch {
                #expect("\(error)".contains("(line 2, column 15, byte 24)"), "\(error)")
            }
        }
    }

    @Test func optionsThatNamePropertiesApplyOnlyToModels() throws {
        struct Plain: Codable { var a = 1 }
        let decoder = YokeDecoder()
        for prefers in [false, true] {
            decoder.prefersMapping = prefers
            decoder.readOptions.only = ["a"]
            decoder.readOptions.excluding = ["b"]
            #expect(try decoder.decode(Plain.self, from: #"{"a":5}"#).a == 5)
            var plain = try decoder.stream(Plain.self, chunks: [Array(#"[{"a":6}]"#.utf8)])
            #expect(try plain.next()?.a == 6)
        }
    }

    @Test func theMappingFollowsThePolicyForNumbersOfTheOptions() throws {
        let decoder = YokeDecoder()
        decoder.prefersMapping = true
        decoder.readOptions = .json5
        decoder.readOptions.nonFiniteNumbers = .strings(positive: "+inf", negative: "-inf", nan: "no")
        let pages = try decoder.decode([Page].self, from: "[{title: 'a', size: '+inf'}, {title: 'b', size: -Infinity}]")
        #expect(pages.map(\.size) == [.infinity, -.infinity])
    }

    @Test func anErrorWithoutSnippetsHidesTheNumber() {
        let decoder = YokeDecoder()
        decoder.readOptions.showsSnippets = false
        do {
            _ = try decoder.decode([String: Int8].self, from: #"{"SECRET": 7731}"#)
            Issue.record("no error")
        } catch {
            #expect(!"\(error)".contains("7731") && !"\(error)".contains("SECRET"), "\(error)")
        }
    }
}
