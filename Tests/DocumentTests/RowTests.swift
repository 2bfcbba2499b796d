import CYoke
import TestSupport
import Testing

@testable import Yoke

/// The elements of a JSONArray or JSONObject that was made from text lie in a row: in the memory block of its storage object, directly after
/// the object. They behave like elements of a Swift array.
@Suite struct RowTests {
    private static let long = String(repeating: "x", count: 300)

    /// Returns an array and an object whose elements lie after their storage object.
    private func made() throws -> (array: JSONArray, object: JSONObject) {
        let value = try JSONValue(json: #"{"a":["\#(Self.long)",2,[3]],"o":{"k":"\#(Self.long)","n":1,"k":[2]}}"#)
        let array = try #require(value["a"]?.array), object = try #require(value["o"]?.object)
        #expect(array.storage.made.rowCount == 3 && object.storage.made.rowCount == 3)
        return (array, object)
    }

    /// Swift's layout of a storage object equals `yoke_storage` in C: the same properties, and the elements begin right after them.
    @Test func theObjectsLieAsTheHeaderSays() {
        func check(_ object: Container, _ end: UnsafeRawPointer) {
            let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
            let gap: Int = start + MemoryLayout<yoke_storage>.size - end
            #expect(gap >= 0 && gap < 8)
            let words = start.assumingMemoryBound(to: yoke_storage.self).pointee
            #expect(words.lazy == nil && words.next == nil)
            #expect(words.row_count == -1 && words.index == nil && words.array != nil)
        }
        let array = ArrayStorage([1, 2]), object = ObjectStorage([(key: "a", value: 1)])
        check(array, withUnsafeMutablePointer(to: &array.elements) { UnsafeRawPointer($0 + 1) })
        check(object, withUnsafeMutablePointer(to: &object.members) { UnsafeRawPointer($0 + 1) })
    }

    @Test func theFirstChangeOfTheOnlyOwnerMovesThem() throws {
        var (array, object) = try made()
        array.append(4)
        array[1] = "b"
        object["n"] = nil
        object.append(5, forKey: "k")
        #expect(array.storage.rowCount < 0 && object.storage.rowCount < 0)
        let expected: JSONArray = [.string(Self.long), "b", [3], 4]
        #expect(array == expected)
        let second: JSONValue = [2]
        #expect(object.map(\.key) == ["k", "k", "k"])
        #expect(object["k"] == 5 && object[1].value == second)
    }

    @Test func aChangeLeavesCopiesAlone() throws {
        let (array, object) = try made()
        var (changedArray, changedObject) = (array, object)
        changedArray.removeAll()
        changedObject["k"] = 0
        changedObject.insert(1, forKey: "first", at: 0)
        #expect(array.count == 3 && array[2] == [3] && array.storage.made.rowCount == 3)
        #expect(object.map(\.key) == ["k", "n", "k"] && object["k"] == [2])
        #expect(changedArray.isEmpty && changedObject.map(\.key) == ["first", "k", "n", "k"] && changedObject["k"] == 0)
    }

    /// Returns the remaining elements of an iterator.
    private func rest<Elements: IteratorProtocol>(_ elements: inout Elements) -> [Elements.Element] {
        var all: [Elements.Element] = []
        while let element = elements.next() { all.append(element) }
        return all
    }

    @Test func anIteratorKeepsThem() throws {
        func iterators() throws -> (JSONArray.Iterator, JSONObject.Iterator) {
            let (array, object) = try made()
            return (array.makeIterator(), object.makeIterator())
        }
        var (elements, members) = try iterators()
        let kept = rest(&elements), none = rest(&elements)
        let expected: [JSONValue] = [.string(Self.long), 2, [3]]
        #expect(kept == expected && none.isEmpty)
        let all = rest(&members)
        let values: [JSONValue] = [.string(Self.long), 1, [2]]
        #expect(all.map(\.key) == ["k", "n", "k"])
        #expect(all.map(\.value) == values)
        var changed = try made().array
        elements = changed.makeIterator()
        changed[0] = 0
        let old = rest(&elements)
        #expect(changed[0] == 0 && changed.count == 3)
        #expect(old.first?.string == Self.long)
    }

    #if os(macOS) || os(Linux)
    @Test func aPositionOutsideTraps() async {
        await #expect(processExitsWith: .failure) { _ = try JSONValue(json: "[1]").array?[1] }
        await #expect(processExitsWith: .failure) { _ = try JSONValue(json: #"{"a":1}"#).object?[-1] }
        await #expect(processExitsWith: .failure) { _ = try JSONValue(json: #"{"a":1}"#).object?[1] }
        await #expect(processExitsWith: .failure) {
            var object = JSONObject((0..<20).map { (key: "k\($0)", value: .null) })
            _ = object["k0"]  // builds the lookup table
            object.remove(at: 20)
        }
    }
    #endif

    /// In a short text, a lookup searches the bytes for the key. It must ignore the same bytes at deeper levels and in strings.
    @Test(arguments: ["k", "", "key", "schlüssel", "a\"b", "a\\", "\n", ":", "k\":1"]) func aLookupFindsTheLastMember(key: String) throws {
        let name = JSONValue(key).description, text = JSONValue(name + ":1,").description
        let inner = "{\(name):7,\"x\":[{\(name):8}]}"
        func expect(_ members: [String], _ expected: Int?) throws {
            let line = "{\(members.joined(separator: ","))}", value = try JSONValue(json: line)
            let seen = try JSONView.read(line) { view in view[key]?.int }
            #expect(value[key]?.int == expected && seen == expected, "\(line)")
        }
        for length in 0..<40 {
            let xs = String(repeating: "x", count: length)
            let pad = "\"p\":\"twenty more bytes...\(xs)\""
            try expect(["\(name):1", pad, "\"q\":\(text)"], 1)
            try expect([pad, "\(name):1", "\(name):2"], 2)
            try expect([pad, "\(name):3", "\"in\":\(inner)"], 3)
            try expect(["\"in\":\(inner)", pad, "\(name):4", "\"z\":\(inner)"], 4)
            try expect([pad, "\(name):5"], 5)
            try expect([pad, "\"in\":\(inner)", "\"q\":\(text)"], nil)
            try expect(["\"z\(xs)\(name.dropFirst()):6", pad], nil)
        }
        #expect(try JSONValue(json: #"{"\u006B":1,"p":"\#(Self.long.prefix(80))"}"#)["k"] == 1)
    }

    /// `int64`, `uint64` and `double` need not make the String of a number's text. Their results must equal the results of Swift's
    /// conversions from the text.
    @Test func numbersAreReadAsTheirTextIs() {
        var random = SeededGenerator(seed: 7)
        for round in 0..<20_000 {
            var digits = ""
            for _ in 0..<Int.random(in: 1...21, using: &random) { digits += String(Int.random(in: 0...9, using: &random)) }
            let whole = String(digits.drop { $0 == "0" })
            var text = whole.isEmpty ? "0" : whole
            if Bool.random(using: &random) { text += "." + String(digits.suffix(Int.random(in: 1...digits.count, using: &random))) }
            if random.oneIn(4) { text += ["e", "E-", "e+"][round % 3] + String(Int.random(in: 0...20, using: &random)) }
            if Bool.random(using: &random) { text = "-" + text }
            guard let number = JSONNumber(text: text) else {
                Issue.record("\(text) is a number")
                continue
            }
            let isInteger = text.allSatisfy { $0.isNumber || $0 == "-" }
            let signed: Int64? = isInteger ? Int64(text) : nil, unsigned: UInt64? = isInteger ? UInt64(text == "-0" ? "0" : text) : nil
            #expect(number.int64 == signed, "\(text)")
            #expect(number.uint64 == unsigned, "\(text)")
            #expect(number.double?.bitPattern == Double(text)?.bitPattern, "\(text)")
        }
    }
}
