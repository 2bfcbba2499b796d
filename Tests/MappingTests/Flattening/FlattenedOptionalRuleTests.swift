import Testing
import Yoke

/// Rules, recovery and hooks inside flattened values. Inside a flattened Optional, they apply only if it has a value.
@Suite struct FlattenedOptionalRuleTests {
    private typealias Owner = FlattenedOptionalTests.Owner

    /// A flattened Optional with rules. The rules of its members apply only if it has a value.
    private struct Ruled: JSONConvertible, Equatable {
        var id = 1
        var part: Part?
        struct Part: JSONConvertible, Equatable {
            var text: String
            var log = ["a text that is on the heap"]
            var inner: Inner?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("text", \.text, rules: [.check { $0 += "!" }, .merged { $0 + $1 }])
                    $0.add(
                        "log", \.log, default: ["a text that is on the heap"],
                        rules: [.check { $0.append("checked") }, .merged { $0 + $1 }])
                    $0.flatten("inner", \.inner)
                }
            }
        }
        struct Inner: JSONConvertible, Equatable {
            var word: String
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("word", \.word, rules: [.check { $0 += "?" }]) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, default: 1); $0.flatten("part", \.part)
            }
        }
    }

    @Test func rulesOfWhatIsNil() throws {
        #expect(try read(Ruled.self, #"{"id":2}"#) == Ruled(id: 2))
        #expect(try read(Ruled.self, #"{"text":"t","log":[]}"#) == Ruled(part: .init(text: "t!", log: ["checked"])))
        #expect(try read(Ruled.self, #"{"text":"t","log":[],"word":"w"}"#).part?.inner == Ruled.Inner(word: "w?"))
        #expect(try updated(Ruled(), #"{"id":2}"#).value == Ruled(id: 2))
        let there = Ruled(part: .init(text: "t", log: ["l"], inner: .init(word: "w")))
        #expect(try updated(there, #"{"text":null,"log":null,"word":null}"#, .mergePatch).value == Ruled())
        #expect(try updated(there, #"{"text":"u","word":null}"#, .mergePatch).value.part == .init(text: "tu!", log: ["l"]))
    }

    private struct Owned: JSONConvertible, Equatable {
        var id = 1
        var owner: Owner?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, default: 1); $0.flatten("owner", \.owner)
            }
        }
    }
    private struct Marks: JSONConvertible, Equatable {
        var all: [Int] = []
        var rank: Int? = 7
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("all", \.all, default: [], rules: [.lossy])
                $0.add("rank", \.rank, default: 7, rules: [.invalidIsMissing])
            }.beforeReading { _ in }
        }
    }
    private struct Board: JSONConvertible, Equatable {
        var marks: Marks
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("marks", \.marks) } }
    }

    /// After an invalid value inside a flattened value, reading continues in the object around the flattened value. This holds in salvage
    /// mode, and if errors are collected.
    @Test(arguments: [#"{"owner":"a","since":"q"}"#, #"{"owner":"a","since":{}}"#, #"{"owner":"a","since":[{}]}"#])
    func invalidValuesInThem(_ text: String) throws {
        #expect(try read(Owned.self, text, .salvage) == Owned(owner: Owner("a")))
        #expect(try read([Owned].self, "[\(text),{\"owner\":\"b\"}]", .salvage) == [Owned(owner: Owner("a")), Owned(owner: Owner("b"))])
        var collecting = JSONReadOptions.strict
        collecting.collectsErrors = true
        let error = failure([Owned].self, #"[{"id":"x"},\#(text),{"id":"y"}]"#, collecting)
        #expect(error?.all.map(\.path).map { $0.prefix(10) } == ["$[0].id", "$[1].since", "$[2].id"])
    }

    @Test func rulesInThem() throws {
        #expect(try read(Board.self, #"{"all":[1,"x",2]}"#) == Board(marks: Marks(all: [1, 2])))
        #expect(try read(Board.self, #"{"all":[1,{},[[]],2]}"#) == Board(marks: Marks(all: [1, 2])))
        #expect(try read([Board].self, #"[{"rank":[]},{"rank":1}]"#) == [Board(marks: Marks()), Board(marks: Marks(rank: 1))])
    }

    /// A hook or a check of a flattened struct runs only if all Optionals around the struct have a value.
    @Test func hooksInsideNilDoNotRun() throws {
        struct Refused: Error {}
        struct Size: JSONConvertible, Equatable {
            var width: Int
            var tags: [String] = []
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) { fields in
                    fields.add("width", \.width)
                    fields.add("tags", \.tags, default: [])
                    fields.afterReading { size in
                        if size.width <= 0 || size.tags.count > 9 { throw Refused() }
                        size.tags.append("seen")
                    }
                }
            }
        }
        struct Box: JSONConvertible, Equatable {
            var label: String
            var size: Size
            var inner: Lid?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("label", \.label)
                    $0.flatten("size", \.size)
                    $0.flatten("inner", \.inner)
                }
            }
        }
        struct Lid: JSONConvertible, Equatable {
            var lid: String
            var small: Small
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("lid", \.lid)
                    $0.flatten("small", \.small)
                }
            }
        }
        struct Small: JSONConvertible, Equatable {
            var depth: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) { fields in
                    fields.add("depth", \.depth)
                    fields.afterReading { if $0.depth <= 0 { throw Refused() } }
                }
            }
        }
        struct Item: JSONConvertible, Equatable {
            var id: Int
            var box: Box?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("id", \.id)
                    $0.flatten("box", \.box)
                }
            }
        }
        #expect(try read(Item.self, #"{"id":1}"#) == Item(id: 1))
        let box = Box(label: "b", size: Size(width: 2, tags: ["seen"]))
        #expect(try read(Item.self, #"{"id":1,"label":"b","width":2}"#) == Item(id: 1, box: box))
        #expect(
            try read([Item].self, #"[{"id":1},{"id":1,"label":"b","width":2},{"id":1}]"#) == [
                Item(id: 1), Item(id: 1, box: box), Item(id: 1),
            ])
        expect(.refused, "$", reading: Item.self, #"{"id":1,"label":"b","width":0}"#)
        let full = Item(id: 1, box: Box(label: "b", size: box.size, inner: Lid(lid: "l", small: Small(depth: 1))))
        #expect(try read(Item.self, #"{"id":1,"label":"b","width":2,"lid":"l","depth":1}"#) == full)
        var changed = Item(id: 1)
        try changed.update(json: #"{"id":2}"#)
        #expect(changed == Item(id: 2))
    }
}
