import Testing
import Yoke

/// A struct of ten values. Nested two or three levels deep in itself, it has a hundred or a thousand fields.
private struct Ten<T> {
    var a, b, c, d, e, f, g, h, i, j: T
    static var paths: [KeyPath<Ten, T>] { [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j] }
    init(_ make: () -> T) {
        a = make(); b = make(); c = make(); d = make(); e = make()
        f = make(); g = make(); h = make(); i = make(); j = make()
    }
}
extension Ten: Equatable where T: Equatable {}

/// A thousand integers as members of one JSON object.
private struct Thousand: JSONConvertible, Equatable {
    var fields: Ten<Ten<Ten<Int>>>

    nonisolated(unsafe) static let paths: [KeyPath<Thousand, Int>] = {
        let hundreds = Ten<Ten<Ten<Int>>>.paths.map { (\Thousand.fields).appending(path: $0) }
        let tens = hundreds.flatMap { hundred in Ten<Ten<Int>>.paths.map { hundred.appending(path: $0) } }
        return tens.flatMap { ten in Ten<Int>.paths.map { ten.appending(path: $0) } }
    }()

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            for (i, path) in paths.enumerated() {
                if i % 10 == 3 { fields.add("f\(i)", path, default: -i) } else { fields.add("f\(i)", path) }
            }
        }
    }
}

/// A struct with 65 mapped fields. The reader has a bit for each field, and 65 bits do not fit in one word.
private struct SixtyFive: JSONConvertible, Equatable {
    var head: Ten<Ten<Int>>  // the mapping has 65 of these 100 values
    nonisolated(unsafe) static let paths: [KeyPath<SixtyFive, Int>] = Ten<Ten<Int>>.paths.flatMap { ten in
        Ten<Int>.paths.map { (\SixtyFive.head).appending(path: ten).appending(path: $0) }
    }
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            for (i, path) in paths.enumerated() {
                if i < 65 { fields.add("f\(i)", path) } else { fields.ignore(path, initial: i) }
            }
        }
    }
}

@Suite struct ManyFieldsTests {
    private func object(_ count: Int, without: Set<Int> = []) -> String {
        "{" + (0..<count).filter { !without.contains($0) }.map { "\"f\($0)\":\($0)" }.joined(separator: ",") + "}"
    }

    private func thousand(_ value: Thousand) -> [Int] { Thousand.paths.map { value[keyPath: $0] } }

    @Test func thousandFields() throws {
        let value = try read(Thousand.self, object(1000))
        #expect(thousand(value) == Array(0..<1000))
        #expect(try value.jsonString() == object(1000))
        #expect(try Thousand(json: value.jsonString(JSONWriteOptions(sortsKeys: true))) == value)
    }

    @Test func inReverse() throws {
        let text = "{" + (0..<1000).reversed().map { "\"f\($0)\": \($0)" }.joined(separator: ",") + "}"
        #expect(thousand(try Thousand(json: text)) == Array(0..<1000))
    }

    @Test func missingOnesOfAThousand() throws {
        let missing: Set<Int> = [0, 63, 64, 65, 127, 128, 511, 998, 999]
        let error = failure(Thousand.self, object(1000, without: missing))
        #expect(error?.kind == .missingKeys && error?.path == "$")
        #expect(error?.keys == missing.sorted().filter { $0 % 10 != 3 }.map { "f\($0)" })
        let value = thousand(try Thousand(json: object(1000, without: [3, 63, 123, 993])))
        #expect(value[3] == -3 && value[63] == -63 && value[123] == -123 && value[993] == -993 && value[994] == 994)
    }

    @Test func anArrayOfThousands() throws {
        let text = "[" + Array(repeating: object(1000), count: 30).joined(separator: ",") + "]"
        #expect(try [Thousand](json: text).allSatisfy { thousand($0) == Array(0..<1000) })
        expect(.typeMismatch, "$[1].f700", reading: [Thousand].self, "[\(object(1000)),{\"f700\":[]}]")
    }

    @Test func sixtyFiveFields() throws {
        let value = try read(SixtyFive.self, object(65))
        #expect(SixtyFive.paths.map { value[keyPath: $0] } == Array(0..<100))
        #expect(try value.jsonString() == object(65))
        for i in [0, 63, 64] { #expect(failure(SixtyFive.self, object(65, without: [i]))?.keys == ["f\(i)"]) }
    }

    @Test func oneHundredAndThirtyFields() throws {
        let text = "{" + (0..<130).map { "\"f\($0)\":\"a value on the heap \($0)\"" }.joined(separator: ",") + "}"
        let value = try read(HundredThirty.self, text)
        #expect(value.f0 == "a value on the heap 0" && value.f64 == "a value on the heap 64" && value.f129 == "a value on the heap 129")
        #expect(try value.jsonString() == text)
        for i in stride(from: 0, to: 130, by: 13) {
            let cut = "{" + (0..<i).map { "\"f\($0)\":\"a value on the heap \($0)\"," }.joined() + "\"f\(i)\":7}"
            expect(.typeMismatch, "$.f\(i)", reading: HundredThirty.self, cut)
        }
    }
}
