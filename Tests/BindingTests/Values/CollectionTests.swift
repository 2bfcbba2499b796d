import Testing
import Yoke

@Suite struct CollectionTests {
    @Test func emptyCollectionsAreRead() throws {
        #expect(try read([Int].self, "[]") == [])
        #expect(try read([[String]].self, "[[],[]]") == [[], []])
        #expect(try read(Set<String>.self, "[]") == [])
        #expect(try read([String: Int].self, "{}") == [:])
        #expect(try read([String: [String: [Double]]].self, #"{"":{"":[]}}"#) == ["": ["": []]])
    }

    @Test func setsKeepEqualElementsOnce() throws {
        #expect(try read(Set<Int>.self, "[1,2,1,3,2]") == [1, 2, 3])
        #expect(try read(Set<String?>.self, #"["a",null,"a",null]"#) == ["a", nil])
        #expect(try read([Set<[Int]>].self, "[[[1],[1]],[[]]]") == [[[1]], [[]]])
        #expect(try Set<Int>(json: Set(0..<1000).jsonString()) == Set(0..<1000))
    }

    @Test func dictionariesTakeAnyKeyAndAreReadBack() throws {
        let text = #"{"a":1,"":2,"a b":3,"é":4,"\u0000":5,"𝄞":6,"\"":7}"#
        let value = try read([String: Int].self, text)
        #expect(value == ["a": 1, "": 2, "a b": 3, "é": 4, "\0": 5, "𝄞": 6, "\"": 7])
        #expect(try [String: Int](json: value.jsonString(.pretty)) == value)
        #expect(try ["b": 1, "a": 2].jsonString(JSONWriteOptions(sortsKeys: true)) == #"{"a":2,"b":1}"#)
    }

    @Test func collectionsNestInEachOther() throws {
        #expect(try read([[[Int]]].self, "[[[1],[]],[],[[2,3]]]") == [[[1], []], [], [[2, 3]]])
        let mixed = try read([String: [[String: Set<Int>]]].self, #"{"k":[{"a":[1,1]},{}],"l":[]}"#)
        #expect(mixed == ["k": [["a": [1]], [:]], "l": []])
    }

    @Test func placesOfFailures() {
        expect(.typeMismatch, "$[2]", reading: [Int].self, "[1,2,\"3\"]")
        expect(.typeMismatch, "$[1][0]", reading: [[Bool]].self, "[[true],[0]]")
        expect(.typeMismatch, "$.b[1]", reading: [String: [Int]].self, #"{"a":[1],"b":[1,{}]}"#)
        expect(.typeMismatch, "$['a b']", reading: [String: Int].self, #"{"a b":[]}"#)
        expect(.typeMismatch, "$", reading: [Int].self, "{}")
        expect(.typeMismatch, "$", reading: [String: Int].self, "[]")
        expect(.typeMismatch, "$[1]", reading: Set<String>.self, #"["a",1]"#)
        expect(.unexpectedEnd, "$.a[1]", reading: [String: [Int]].self, #"{"a":[1,"#)
    }
}

// MARK: - Growth

/// When an array of these elements outgrows its memory, the elements must be moved and not copied.
private struct Employee: JSONConvertible, Equatable {
    var name: String
    var tags: [String]
    var boss: String?

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("name", \.name)
            $0.add("tags", \.tags)
            $0.add("boss", \.boss)
        }
    }
    static func some(_ i: Int) -> Employee {
        Employee(name: "a name longer than fifteen \(i)", tags: ["tag \(i) longer than fifteen bytes"], boss: i % 3 == 0 ? "b\(i)" : nil)
    }
}

@Suite struct GrowthTests {
    @Test(arguments: [1, 15, 16, 17, 400, 5000]) func arraysGrowToAnySize(count: Int) throws {
        let people = (0..<count).map(Employee.some)
        let text = try people.jsonBytes()
        #expect(try [Employee](json: text) == people)
        #expect(try chunked([Employee].self, text, size: 1000) == people)
        #expect(try [[Employee]](json: [people, [], people].jsonBytes()) == [people, [], people])
    }

    @Test(arguments: [1, 400, 5000]) func dictionariesGrowToAnySize(count: Int) throws {
        let people = Dictionary(uniqueKeysWithValues: (0..<count).map { ("key number \($0) on the heap", Employee.some($0)) })
        let text = try people.jsonBytes()
        #expect(try [String: Employee](json: text) == people)
        #expect(try chunked([String: Employee].self, text, size: 777) == people)
    }

    @Test func arraysInsideGrowingArrays() throws {
        let value = (0..<300).map { i in (0..<(i % 40)).map { "element \(i) \($0) that is on the heap" } }
        #expect(try [[String]](json: value.jsonBytes()) == value)
        let nested = (0..<200).map { i in Dictionary(uniqueKeysWithValues: (0..<(i % 20)).map { ("\($0)", [i, $0]) }) }
        #expect(try [[String: [Int]]](json: nested.jsonBytes()) == nested)
    }

    @Test func sixteenByteAlignment() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let numbers = (0..<3000).map { Int128($0) << 70 - Int128($0) }
        #expect(try [Int128](json: numbers.jsonBytes()) == numbers)
        let pairs = Dictionary(uniqueKeysWithValues: numbers.map { ("\($0)", $0) })
        #expect(try [String: Int128](json: pairs.jsonBytes()) == pairs)
        let optional: [UInt128?] = numbers.map { $0 % 3 == 0 ? nil : UInt128($0.magnitude) }
        #expect(try [UInt128?](json: optional.jsonBytes()) == optional)
        let bytesBetween = [["a": [UInt8(1)], "b": [2, 3]], [:]]
        #expect(try [[String: [UInt8]]](json: bytesBetween.jsonBytes()) == bytesBetween)
    }

    @Test func readersGrowAgainAndAgain() throws {
        var reader = try JSONReader<[Employee]>()
        for count in [5000, 1, 0, 900, 5000, 17] {
            let people = (0..<count).map(Employee.some)
            #expect(try reader.read(people.jsonBytes()) == people)
        }
    }
}
