import Testing
import Yoke

/// Key lookup has different branches for different key lengths. These keys have the lengths at which the branches change. In the text, the
/// keys come in another order than in the model. Each key finds its field; a key with one changed byte finds no field.
@Suite struct KeyLengthTests {
    private struct Lengths: JSONConvertible, Equatable {
        var values: (Int?, Int?, Int?, Int?, Int?, Int?, Int?, Int?, Int?, Int?, Int?, Int?, Int?)
        static let lengths = [1, 7, 8, 9, 15, 16, 17, 30, 31, 32, 33, 40, 64]
        static func key(_ length: Int) -> String {
            String(decoding: (0..<length).map { UInt8(ascii: "a") + UInt8($0 % 26) }, as: UTF8.self)
        }
        static let keys = lengths.map(key)

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("1", \.values.0, key: JSONKeys(key(1)))
                $0.add("7", \.values.1, key: JSONKeys(key(7)))
                $0.add("8", \.values.2, key: JSONKeys(key(8)))
                $0.add("9", \.values.3, key: JSONKeys(key(9)))
                $0.add("15", \.values.4, key: JSONKeys(key(15)))
                $0.add("16", \.values.5, key: JSONKeys(key(16)))
                $0.add("17", \.values.6, key: JSONKeys(key(17)))
                $0.add("30", \.values.7, key: JSONKeys(key(30)))
                $0.add("31", \.values.8, key: JSONKeys(key(31)))
                $0.add("32", \.values.9, key: JSONKeys(key(32)))
                $0.add("33", \.values.10, key: JSONKeys(key(33)))
                $0.add("40", \.values.11, key: JSONKeys(key(40)))
                $0.add("64", \.values.12, key: JSONKeys(key(64)))
            }
        }
        static func == (a: Self, b: Self) -> Bool { a.all == b.all }
        init() { values = (nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil) }
        var all: [Int?] {
            let v = values
            return [v.0, v.1, v.2, v.3, v.4, v.5, v.6, v.7, v.8, v.9, v.10, v.11, v.12]
        }
    }

    private func object(_ members: [(key: String, value: String)]) -> String {
        "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    @Test func eachIsFound() throws {
        let members = zip(Lengths.keys, Lengths.lengths).map { (key: $0, value: String($1)) }
        let right = Lengths.lengths.map(Optional.init)
        #expect(try read(Lengths.self, object(members)).all == right)
        for shift in members.indices {
            let turned = Array(members[shift...]) + Array(members[..<shift])
            #expect(try Lengths(json: object(turned)).all == right && Lengths(json: object(turned.reversed())).all == right)
        }
    }

    /// A key with one changed byte finds no field. The changed keys stand between skipped values, which may be so long that the engine
    /// lists their tokens first (a token index).
    @Test(arguments: [0, 40, 2000]) func oneThatDiffersIsNot(filling: Int) throws {
        let dropped = (key: "other", value: "[" + [String](repeating: "{\"a\":1}", count: filling / 8 + 1).joined(separator: ",") + "]")
        for key in Lengths.keys {
            for place in key.utf8.indices {
                var wrong = Array(key.utf8)
                wrong[key.utf8.distance(from: key.startIndex, to: place)] = UInt8(ascii: "-")
                let text = object([dropped, (String(decoding: wrong, as: UTF8.self), "true"), dropped, (key, "5")])
                let found = try Lengths(json: text)
                #expect(found.all.compactMap(\.self) == [5] && found.all[Lengths.keys.firstIndex(of: key)!] == 5, "\(text)")
            }
        }
    }
}
