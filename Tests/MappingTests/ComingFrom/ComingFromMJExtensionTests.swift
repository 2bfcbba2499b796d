import Testing
import Yoke

// Behaviour that users of MJExtension rely on, and that no other test shows. The articles ComingFrom*.md of Yoke.docc name these tests.

@Suite struct FromMJExtension {
    private struct Student: JSONConvertible, Equatable {
        var desc: String?
        var oldName: String?
        var nowName: String?
        var otherName: String?
        var nameChangedTime: String?
        var bag: Bag?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("desc", \.desc, key: "desciption")
                $0.add("oldName", \.oldName, key: [.path("name.oldName")])
                $0.add("nowName", \.nowName, key: [.path("name.newName")])
                $0.add("otherName", \.otherName, key: ["otherName", .path("name.newName"), .path("name.oldName")])
                $0.add("nameChangedTime", \.nameChangedTime, key: [.path("name.info[1].nameChangedTime")])
                $0.add("bag", \.bag, key: [.path("other.bag")])
            }
        }
    }

    private struct Bag: JSONConvertible, Equatable {
        var name: String?
        var price = 0.0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("price", \.price, literal: 0)
            }
        }
    }

    @Test func replacedKeys() throws {
        let text = #"""
            {"desciption": "good", "name": {"newName": "lufy", "oldName": "kitty", "info": ["x", {"nameChangedTime": "2013-08"}]},
             "other": {"bag": {"name": "b", "price": 100.7}}}
            """#
        let student = try read(Student.self, text, .mjExtension)
        #expect(
            student
                == Student(
                    desc: "good", oldName: "kitty", nowName: "lufy", otherName: "lufy", nameChangedTime: "2013-08",
                    bag: Bag(name: "b", price: 100.7)))
        #expect(
            try written(Student(desc: "d", oldName: "o", otherName: "p", nameChangedTime: "t"))
                == #"{"desciption":"d","name":{"oldName":"o","info":[null,{"nameChangedTime":"t"}]},"otherName":"p"}"#)
        // If the mapping names a key for a property, a member with the property's name is not read. The MJExtension dialect ignores a value
        // that blocks a path, such as the 7 here.
        #expect(try read(Student.self, #"{"desc":"x","name":7,"other":[{"bag":{}}]}"#, .mjExtension) == Student())
    }

    private struct Unmatched: JSONConvertible, Equatable {
        var int = -1
        var small: Int8 = -1
        var long: UInt64 = 9
        var double = 0.5
        var flag = true
        var text = "-"
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("int", \.int, literal: -1)
                $0.add("small", \.small, literal: -1)
                $0.add("long", \.long, literal: 9)
                $0.add("double", \.double, literal: 0.5)
                $0.add("flag", \.flag, literal: true)
                $0.add("text", \.text, literal: "-")
            }
        }
    }

    @Test(arguments: [
        (#"{"int":"9223372036854775807","long":"18446744073709551615"}"#, Unmatched(int: .max, long: .max)),
        (#"{"int":"120.5","small":-7.9}"#, Unmatched(int: 120, small: -7)), (#"{"int":"40个"}"#, Unmatched(int: 40)),
        (#"{"int":"收藏5","double":"hehe"}"#, Unmatched(int: 0, double: 0)), (#"{"double":"12.25kg"}"#, Unmatched(double: 12.25)),
        (#"{"flag":"NO"}"#, Unmatched(flag: false)), (#"{"flag":"True"}"#, Unmatched(flag: true)),
        (#"{"flag":""}"#, Unmatched(flag: false)),
        (#"{"flag":"yr Joking"}"#, Unmatched(flag: false)), (#"{"flag":"2"}"#, Unmatched(flag: true)),
        (#"{"flag":0}"#, Unmatched(flag: false)),
        (#"{"text":99.99}"#, Unmatched(text: "99.99")), (#"{"text":10000000000000000000001}"#, Unmatched(text: "10000000000000000000001")),
        (#"{"text":[],"int":{},"small":300,"flag":null,"double":null}"#, Unmatched()),
    ])
    private func valuesOfOtherKindsAreConverted(_ text: String, _ value: Unmatched) throws {
        #expect(try read(Unmatched.self, text, .mjExtension) == value)
    }

    @Test func decimalComma() throws {
        let options = JSONReadOptions(mode: .mjExtension.withDecimalComma)
        #expect(try read(Unmatched.self, #"{"double":"100,9"}"#, options) == Unmatched(double: 100.9))
        #expect(try read(Unmatched.self, #"{"double":"20.3"}"#, options) == Unmatched(double: 20.3))
        #expect(try read(Unmatched.self, #"{"double":"20٫3"}"#, options) == Unmatched(double: 20.3))
    }

    @Test func invalidElementsAreDropped() throws {
        let text = #"[null, {"name": "a"}, 5, "x", [], {"price": "1.5"}]"#
        #expect(try read([Bag].self, text, .mjExtension) == [Bag(name: "a"), Bag(price: 1.5)])
        #expect(try read([[Bag]].self, #"[[{"name": "a"}, null], []]"#, .mjExtension) == [[Bag(name: "a")], []])
        // Nulls are kept if the element type can be nil.
        #expect(try read([String?].self, #"["a", null]"#, .mjExtension) == ["a", nil])
        #expect(try written([Bag(name: "a"), Bag()]) == #"[{"name":"a","price":0.0},{"price":0.0}]"#)
    }

    private struct Listed: JSONConvertible, Equatable {
        var name = "-"
        var bag = Bag()
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name, default: "-")
                $0.ignore(\.bag, initial: Bag(name: "own"))
            }
        }
    }

    @Test func onlyWhatTheMappingLists() throws {
        let listed = try read(Listed.self, #"{"name":"a","bag":{"name":"other"}}"#)
        #expect(listed == Listed(name: "a", bag: Bag(name: "own")))
        #expect(try written(listed) == #"{"name":"a"}"#)
    }
}
