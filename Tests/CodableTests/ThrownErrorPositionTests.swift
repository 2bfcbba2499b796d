import Foundation
import Testing
import YokeFoundation

/// An error that a type itself throws has the position of the value, as an error of the decoder has.
@Suite struct ThrownErrorPositionTests {
    private static func context(_ error: any Error) -> DecodingError.Context? {
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
            context
        default: nil
        }
    }

    /// Expects an error at the byte before which `mark` stands in the text, with the case and coding path of JSONDecoder.
    private func expect<T: Decodable>(
        _ type: T.Type, _ text: String, keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let parts = text.split(separator: "•", omittingEmptySubsequences: false), data = Data(parts.joined().utf8)
        let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
        let decoder = YokeDecoder(), foundation = JSONDecoder()
        decoder.keyDecodingStrategy = keys
        foundation.keyDecodingStrategy = keys
        func outcome(_ decode: (T.Type, Data) throws -> T) -> Outcome<Bool> {
            Outcome {
                _ = try decode(type, data)
                return true
            }
        }
        #expect(outcome(decoder.decode) == outcome(foundation.decode), sourceLocation: location)
        do {
            _ = try decoder.decode(type, from: data)
            Issue.record("no error", sourceLocation: location)
        } catch {
            let found = Self.context(error)?.debugDescription ?? "\(error)"
            let position = "(line \(lines.count), column \(lines[lines.count - 1].unicodeScalars.count + 1), byte \(parts[0].utf8.count))"
            #expect(found.hasSuffix(position), "\(found), expected \(position)", sourceLocation: location)
            #expect(found.components(separatedBy: "(line").count == 2, sourceLocation: location)
        }
    }

    private enum Level: String, Decodable { case low, high }

    private struct Model: Decodable {
        var oneLevel: Level?
        var id: UUID?
        var levels: [Level]?
        var byName: [String: UUID]?
    }

    @Test func typesOfFoundationAndEnums() {
        expect(UUID.self, #" •"x""#)
        expect([UUID].self, "[\"00000000-0000-0000-0000-000000000000\",\n •\"é\"]")
        expect([Level].self, #"["low", •"middle"]"#)
        expect([Model].self, "[{\"id\": null, \"byName\": {\"é\": \"00000000-0000-0000-0000-000000000000\", \"b\" :\n •\"no\"}}]")
        expect([Model].self, #"[{"oneLevel": "low", "levels": ["low", •"no", "no"]}]"#)
        expect([Model].self, #"[{"one_level": •"no"}]"#, keys: .convertFromSnakeCase)
        expect([String: URL].self, #"{"a": •""}"#)
    }

    @available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, visionOS 1, *)
    private struct Number: CodingKeyRepresentable, Hashable, Decodable {
        let number: Int
        var codingKey: any CodingKey { Key(number) }
        init?<T: CodingKey>(codingKey: T) {
            guard let number = Int(codingKey.stringValue) else { return nil }
            self.number = number
        }
        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(_ number: Int) { stringValue = String(number) }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
    }

    /// The position is the position of the key's value.
    @available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, visionOS 1, *)
    @Test func keysOfDictionaries() {
        expect([[Number: Int]].self, #"[{"1": 5}, {"2": 6, "b": •7}]"#)
        expect([String: [Int: Bool]].self, #"{"a": {"1": true, "b": •true}}"#)
    }

    private class Base: Decodable {
        var id: UUID
        var age: Int
        enum Key: CodingKey { case id, age }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            id = try container.decode(UUID.self, forKey: .id)
            age = try container.decode(Int.self, forKey: .age)
        }
    }

    private final class Derived: Base {
        enum Key: CodingKey { case name }
        required init(from decoder: any Decoder) throws { try super.init(from: decoder.container(keyedBy: Key.self).superDecoder()) }
    }

    private final class Last: Base {
        required init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            _ = try container.decode(Int.self)
            try super.init(from: container.superDecoder())
        }
    }

    @Test func superDecoders() {
        let id = #""id": "00000000-0000-0000-0000-000000000000""#
        expect([Derived].self, "[{\"super\": {\(id), \"age\":\n •\"x\"}}]")
        expect([Derived].self, "[{\"super\": {\"age\": 1, \"id\": •\"x\"}}]")
        expect([Derived].self, "[{\"super\": •{\(id)}}]")
        expect([Derived].self, "[{\"name\": 5, \"super\": •5}]")
        expect([Derived].self, "[{\"super\": {\(id), \"age\": 1}}, •{\"name\": {}}]")
        expect([String: Last].self, "{\"a\": [1, {\(id), \"age\": •[]}]}")
    }

    /// Throws an error of its own: about one of its members, or about itself.
    private struct Own: Decodable {
        enum Key: CodingKey { case theAge, list, itself, other }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            if container.contains(.theAge) {
                throw DecodingError.dataCorruptedError(forKey: .theAge, in: container, debugDescription: "too old")
            }
            if container.contains(.list) {
                var list = try container.nestedUnkeyedContainer(forKey: .list)
                while try list.decode(Int.self) != 0 {}
                throw DecodingError.dataCorruptedError(in: list, debugDescription: "a zero")
            }
            if container.contains(.itself) { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no path")) }
            if container.contains(.other) {
                throw DecodingError.dataCorrupted(.init(codingPath: [Key.theAge], debugDescription: "the path of another decoder"))
            }
        }
    }

    @Test func errorsThatATypeThrows() {
        expect([Own].self, #"[{"x": [1], "theAge": •7}]"#)
        expect([Own].self, #"[{"x": [1], "the_age": •7}]"#, keys: .convertFromSnakeCase)
        expect([Own].self, #"[{"x": {"list": 0}, "list": [1, 0, •5]}]"#)
        expect([Own].self, #"[{"x": 1}, •{"itself": 1}]"#)
        expect([Own].self, #"[{"theage": 1}, •{"other": 1}]"#)
    }

    /// A list that leaves out invalid elements, and then decodes an invalid member with the same message.
    private struct Lossy: Decodable {
        enum Key: CodingKey { case list, id }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            while !list.isAtEnd { if (try? list.decode(UUID.self)) == nil { _ = try list.decode(String.self) } }
            _ = try container.decode(UUID.self, forKey: .id)
        }
    }

    @Test func anErrorThatATypeHasCaughtDoesNotCount() {
        expect([Lossy].self, #"[{"list": ["a", "b"], "id": •"c"}]"#)
        expect([Lossy].self, #"[{"id": •"c", "list": ["a", "b"]}]"#)
        expect([Lossy].self, #"[{"list": ["a"], "id": "00000000-0000-0000-0000-000000000000"}, {"id": •"c", "list": []}]"#)
    }

    @Test func strategiesThatThrow() {
        let decoder = YokeDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no date"))
        }
        do {
            _ = try decoder.decode([Date].self, from: " [ 1]")
            Issue.record("no error")
        } catch {
            #expect(Self.context(error)?.debugDescription == "no date (line 1, column 4, byte 3)")
        }
    }
}
