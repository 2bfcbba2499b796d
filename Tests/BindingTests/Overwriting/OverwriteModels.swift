import Yoke

/// Models for reading in place, which means into an existing value.
enum Overwrite {
    /// Properties whose memory is reused: plain values, Strings, arrays, structs, and Optionals of these types.
    struct Frame: JSONConvertible, Equatable {
        var id: Int
        var score: Double
        var isOn = false
        var small: UInt8?
        var name: String
        var nick: String?
        var color: Color = .red
        var samples: [Double] = []
        var counts: [Int]?
        var bytes: [UInt8?] = []
        var labels: [String] = []
        var reports: [String?]?
        var home: Place
        var work: Place?
        var places: [Place] = []
        var maybe: [Place?] = []
        var grid: [[[Double]]] = []
        var words: [[String]] = []
        var stamp = "an initial value that is made each time"
        var hidden = "what is never read, and stands on the heap"

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("score", \.score)
                $0.add("isOn", \.isOn, literal: false)
                $0.add("small", \.small)
                $0.add("name", \.name)
                $0.add("nick", \.nick)
                $0.add("color", \.color, literal: .red)
                $0.add("samples", \.samples, literal: [])
                $0.add("counts", \.counts)
                $0.add("bytes", \.bytes, literal: [])
                $0.add("labels", \.labels, literal: [])
                $0.add("notes", \.reports)
                $0.add("home", \.home)
                $0.add("work", \.work)
                $0.add("places", \.places, literal: [])
                $0.add("maybe", \.maybe, literal: [])
                $0.add("grid", \.grid, literal: [])
                $0.add("words", \.words, literal: [])
                $0.add("stamp", \.stamp, default: "an initial value that is made each time")
                $0.ignore(\.hidden, initial: "what is never read, and stands on the heap")
            }
        }

        static let text = """
            {"id":1,"score":-2.5e3,"isOn":true,"small":7,"name":"a name that stands on the heap","nick":"a nick that stands there, too",\
            "color":"green","samples":[1,2.5,3],"counts":[4,5],"bytes":[1,null,3],"labels":["short","a label that is longer than that"],\
            "notes":["a note that stands on the heap",null],"home":{"street":"the first street of the town","zip":8010},\
            "work":{"street":"the second street of the town","tags":["a tag with a long name, again"]},\
            "places":[{"street":"the third street of the town"},{"street":"the fourth street of the town","tags":["x","y"],"zip":1}],\
            "maybe":[null,{"street":"the fifth street of the town"}],"grid":[[[1,2],[3,4]],[[5,6]]],\
            "words":[["a word that is not short at all","b"],[]],"stamp":"a stamp that stands on the heap"}
            """
        /// A text for `Frame` with shorter strings and arrays than `text`.
        static let little = """
            {"id":2,"score":0,"name":"Bo","small":null,"nick":null,"samples":[9],"counts":null,"bytes":[],"labels":["a"],"notes":[null],\
            "home":{"street":"s"},"work":null,"places":[{"street":"t"}],"maybe":[{"street":"u"},null],"grid":[[[7]]],"words":[[]]}
            """
        /// A text for `Frame` with longer strings and arrays than `text`.
        static let much = """
            {"words":[["c","d","another word that is not short"],["e"],["f"]],"grid":[[[1,2,3],[4],[5]],[[6,7],[8]],[],[[]]],\
            "maybe":[{"street":"g","tags":["h"]},{"street":"i"},null,{"street":"j"}],"labels":["k","l","m","n","a label with a long name, the fifth"],\
            "places":[{"street":"the third street of the town","zip":2,"tags":["o"]},{"street":"p"},{"street":"q"},{"street":"r"}],\
            "bytes":[1,2,3,4,5,6,7,8,9],"counts":[1,2,3,4],"samples":[1,2,3,4,5,6,7,8],"notes":["s","t",null,"u"],"id":3,"score":1,\
            "name":"another name of some length, for the heap","nick":"v","home":{"street":"w","tags":["x","y","z"]},"more":[{"a":"b"}]}
            """
    }

    struct Place: JSONConvertible, Equatable {
        var street: String
        var zip: Int?
        var tags: [String] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("street", \.street)
                $0.add("zip", \.zip)
                $0.add("tags", \.tags, literal: [])
            }
        }
    }

    enum Color: String, JSONConvertible, CaseIterable {
        case red, green
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Color.self) { $0 += allCases } }
    }

    /// A model with two kinds of properties: some always get a new value, and in the others the present value is overwritten.
    struct Mixed: JSONConvertible, Equatable {
        var before: String
        var map: [String: [String]] = [:]
        var unique: Set<String> = []
        var shape: Shape?
        var any: JSONValue?
        var holders: [Instance] = []
        var flat: Flat
        var hooked: [Hooked] = []
        var keys: [Keys] = []
        var lossy: [Int] = []
        var box: Box<[String]>
        var after: [String]

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("before", \.before)
                $0.add("map", \.map, literal: [:])
                $0.add("unique", \.unique, literal: [])
                $0.add("shape", \.shape)
                $0.add("any", \.any)
                $0.add("holders", \.holders, literal: [])
                $0.add("flat", \.flat)
                $0.add("hooked", \.hooked, literal: [])
                $0.add("keys", \.keys, literal: [])
                $0.add("lossy", \.lossy, literal: [], rules: [.lossy])
                $0.add("box", \.box)
                $0.add("after", \.after)
            }
        }

        static let text = """
            {"before":"a text that stands on the heap","map":{"a":["b"],"a key that stands on the heap":["c"]},"unique":["d","e","d"],\
            "shape":{"circle":2},"any":{"f":[1,"g"]},"holders":[{"name":"an instance on the heap"},{"name":"h"}],\
            "flat":{"own":"i","street":"j","x":1,"y":[2]},"hooked":[{"n":"k"},{"full":"l"}],"keys":[{"name":"m"},{"at":{"name":"n"}}],\
            "lossy":[1,"x",2],"box":{"value":["o","an element on the heap"]},"after":["p","q"]}
            """
        static let other = """
            {"after":["the last of them, on the heap"],"box":{"value":[]},"lossy":["y"],"keys":[{"alias":"r"}],"hooked":[{"n":"s"}],\
            "flat":{"own":"t","street":"u","z":null},"holders":[{"name":"v"}],"shape":{"label":"a label on the heap, of a shape"},\
            "unique":["w"],"map":{"a":[]},"before":"x"}
            """
    }

    enum Shape: JSONConvertible, Equatable {
        case circle(Double), label(String)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self) {
                $0.add("circle", Double.self, make: { .circle($0) }, match: { if case .circle(let value) = $0 { value } else { nil } })
                $0.add("label", String.self, make: { .label($0) }, match: { if case .label(let value) = $0 { value } else { nil } })
            }
        }
    }

    final class Instance: JSONConvertible, Equatable, Sendable {
        let name: String
        init(_ storage: Storage) { name = storage.name }
        static func == (a: Instance, b: Instance) -> Bool { a.name == b.name }
        struct Storage: JSONConvertible {
            var name: String
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Instance.self, via: Storage.self, decode: { Instance($0) }, encode: { Storage(name: $0.name) })
        }
    }

    /// Properties that distinguish a missing key, null and a value.
    struct Nullables: JSONConvertible, Equatable {
        var a: JSONNullable<String>
        var b: JSONNullable<[Place]>
        var c: String??
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a, default: .missing)
                $0.add("b", \.b, default: .missing)
                $0.add("c", \.c)
            }
        }
    }

    /// A struct with a flattened struct, and with a property for all unknown members.
    struct Flat: JSONConvertible, Equatable {
        var own: String
        var place: Place
        var rest: JSONObject
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("own", \.own)
                $0.flatten("place", \.place)
                $0.extras("rest", \.rest)
            }
        }
    }

    struct Hooked: JSONConvertible, Equatable {
        var n: String
        var length = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("n", \.n)
                $0.ignore(\.length, initial: 0)
            }
            .beforeReading { if let full = $0["full"] { $0["n"] = full } }
            .afterReading(Hooked.self) { $0.length = $0.n.utf8.count }
        }
    }

    /// A property with an alias and a path.
    struct Keys: JSONConvertible, Equatable {
        var name: String
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name, key: ["name", "alias", .path("at.name")]) } }
    }

    struct Box<Value: JSONConvertible & Equatable>: JSONConvertible, Equatable {
        var value: Value
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("value", \.value) } }
    }

    /// A type with a hook that sees the finished struct.
    struct Checked: JSONConvertible, Equatable {
        var low: Int
        var high: Int
        var names: [String] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("low", \.low)
                $0.add("high", \.high, rules: [.range(0...100)])
                $0.add("names", \.names, literal: [])
            }
            .afterReading(Checked.self) {
                if $0.low > $0.high { throw Tracked.Refused() }
                $0.names.append("checked")
            }
        }
    }
}
