#if Macros
import Testing

@Suite("Attributes of keys and values become arguments of the table")
struct MappingExpansionTests {
    @Test("aliases, paths, and keys apart")
    func aliasesPathsAndKeysApart() {
        #expect(
            expansion(
                of: """
                    @JSONModel(keys: .snakeCase, dates: .secondsSince1970, unknownKeys: .reject)
                    struct Post {
                        @JSONKey("id", "ID", .path("data.ids[0]")) var id: Int
                        @JSONKey(read: "a", "b", write: "c") var name: String
                        @JSONKey(read: .path("$['odd key'].x"), write: nil) var readOnly: Int?
                        @JSONKey(.literal("a.b")) var dotted: Int
                        @JSONKey var plain: Int
                        @JSONKey("id") var again: Int
                    }
                    """) == #"""
                    struct Post {
                        var id: Int
                        var name: String
                        var readOnly: Int?
                        var dotted: Int
                        var plain: Int
                        var again: Int
                    }

                    nonisolated extension Post: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self, keys: .snakeCase, dates: .secondsSince1970, unknownKeys: .reject) { _fields in
                                _fields.add("id", \Self.id, key: ["id", "ID", .path("data.ids[0]")])
                                _fields.add("name", \Self.name, key: Yoke.JSONKeys(read: ["a", "b"], write: "c"))
                                _fields.add("readOnly", \Self.readOnly, key: Yoke.JSONKeys(read: [.path("$['odd key'].x")], write: nil))
                                _fields.add("dotted", \Self.dotted, key: [.literal("a.b")])
                                _fields.add("plain", \Self.plain)
                                _fields.add("again", \Self.again, key: "id")
                            }
                        }
                    }
                    """#)
    }

    @Test("hooks around the values")
    func hooks() {
        #expect(
            expansion(
                of: """
                    @JSONModel(keys: .snakeCase)
                    struct Post {
                        var a: Int
                        static func jsonHooks(_ mapping: JSONMapping) -> JSONMapping { mapping.afterWriting { $0["b"] = 1 } }
                    }
                    """
            ).contains(
                #"""
                        Post.jsonHooks(Yoke.JSONMapping(Self.self, keys: .snakeCase) { _fields in
                            _fields.add("a", \Self.a)
                        })
                """#))
    }

    @Test("flattened properties and extras")
    func flattenedPropertiesAndExtras() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    struct Item {
                        @JSONFlatten var address: Address
                        @JSONFlatten @JSONCoded(LocationCoder()) var at: Location?
                        @JSONRule(.lossy) @JSONRule(writtenIf: { (tags: [Int]) in !tags.isEmpty }) var tags: [Int]
                        @JSONRule(merged: max) var count: Int
                        @JSONExtras var extras: JSONObject = [:]
                    }
                    """) == #"""
                    struct Item {
                        var address: Address
                        var at: Location?
                        var tags: [Int]
                        var count: Int
                        var extras: JSONObject = [:]
                    }

                    nonisolated extension Item: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _fields in
                                _fields.flatten("address", \Self.address)
                                _fields.flatten("at", \Self.at, by: LocationCoder())
                                _fields.add("tags", \Self.tags, rules: [.lossy, .writtenIf({ (tags: [Int]) in
                                                !tags.isEmpty
                                            })])
                                _fields.add("count", \Self.count, rules: [.merged(max)])
                                _fields.extras("extras", \Self.extras)
                            }
                        }
                    }
                    """#)
    }

    @Test("defaults, coders and checks")
    func defaultsCodersAndChecks() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    struct Page {
                        @JSONDefault(missing: 1, onNull: 2, onInvalid: 3) var size: Int
                        @JSONDefault(onInvalid: Lang.unknown) var lang: Lang = .english
                        @JSONCoded(.iso8601) var created: Date
                        @JSONCoded(.iso8601) var seen: [String: [Date]]?
                        @JSONCoded(.iso8601) var ended: JSONNullable<Date>
                        @JSONCoded(Hex()) @JSONRule(.lossy, .invalidIsMissing) var colors: [Int] = []
                        @JSONRule(.lossy) @JSONDefault(onNull: []) var media: [Media]
                        @JSONValidate(0...150) @JSONRule(.lenient, .writesNull, .description("In years")) var age: Int?
                        @JSONValidate(count: 1...20) var name: String
                        @JSONValidate({ (value: inout Int) in value += 1 }) @JSONValidate({ (value: Int) in try check(value) }) var checked: Int
                    }
                    """) == #"""
                    struct Page {
                        var size: Int
                        var lang: Lang = .english
                        var created: Date
                        var seen: [String: [Date]]?
                        var ended: JSONNullable<Date>
                        var colors: [Int] = []
                        var media: [Media]
                        var age: Int?
                        var name: String
                        var checked: Int
                    }

                    nonisolated extension Page: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _fields in
                                _fields.add("size", \Self.size, literal: 1, rules: [.onNull(2), .onInvalid(3)])
                                _fields.add("lang", \Self.lang, default: .english, rules: [.onInvalid(Lang.unknown)])
                                _fields.add("created", \Self.created, by: .iso8601)
                                _fields.add("seen", \Self.seen, by: Yoke._JSONCoded.optional(Yoke._JSONCoded.dictionary(Yoke._JSONCoded.array(Yoke._JSONCoded.plain(.iso8601)))))
                                _fields.add("ended", \Self.ended, by: Yoke._JSONCoded.nullable(Yoke._JSONCoded.plain(.iso8601)))
                                _fields.add("colors", \Self.colors, by: Yoke._JSONCoded.array(Yoke._JSONCoded.plain(Hex())), literal: [], rules: [.lossy, .invalidIsMissing])
                                _fields.add("media", \Self.media, rules: [.onNull([]), .lossy])
                                _fields.add("age", \Self.age, rules: [.lenient, .writesNull, .description("In years"), .range(0 ... 150)])
                                _fields.add("name", \Self.name, rules: [.count(1 ... 20)])
                                _fields.add("checked", \Self.checked, rules: [.check({ (value: inout Int) in
                                                value += 1
                                            }), .ensure({ (value: Int) in
                                                try check(value)
                                            })])
                            }
                        }
                    }
                    """#)
    }

    @Test("the same in a storage struct")
    func theSameInAStorageStruct() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    final class Page {
                        @JSONKey("a", "b") var id: Int
                        @JSONFlatten var address: Address
                        @JSONExtras var extras: JSONObject = [:]
                        @JSONDefault(missing: 1, onInvalid: 3) var size: Int
                        @JSONDefault(onInvalid: Lang.unknown) var lang: Lang = .english
                        @JSONCoded(.iso8601) var seen: [Date]? = nil
                        @JSONCoded(.hex) var color: Int
                        @JSONValidate(0...150) var age = 1
                        init() { fatalError() }
                    }
                    """) == #"""
                    final class Page {
                        var id: Int
                        var address: Address
                        var extras: JSONObject = [:]
                        var size: Int
                        var lang: Lang = .english
                        var seen: [Date]? = nil
                        var color: Int
                        var age = 1
                        init() { fatalError() }

                        private init(_json storage: _JSONStorage) {
                            self.id = storage.id
                            self.address = storage.address
                            self.extras = storage.extras
                            self.size = storage.size
                            self.color = storage.color
                            if let value = storage.lang.value {
                                self.lang = value
                            }
                            if let value = storage.seen.value {
                                self.seen = value
                            }
                            if let value = storage.age.value {
                                self.age = value
                            }
                        }
                    }

                    nonisolated extension Page: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Page.self, via: _JSONStorage.self, decode: {
                                    Page(_json: $0)
                                }, encode: {
                                    _JSONStorage($0)
                                }, assign: {
                                    try $0._assign($1, $2)
                                })._final
                        }

                        private func _assign(_ _storage: _JSONStorage, _ _changed: Swift.Set<Swift.String>) throws {
                            if _changed.contains("id") {
                                self.id = _storage.id
                            }
                            if _changed.contains("address") {
                                self.address = _storage.address
                            }
                            if _changed.contains("extras") {
                                self.extras = _storage.extras
                            }
                            if _changed.contains("size") {
                                self.size = _storage.size
                            }
                            if _changed.contains("lang") {
                                self.lang = _storage.lang.value ?? (.english)
                            }
                            if _changed.contains("seen") {
                                self.seen = _storage.seen.value ?? (nil)
                            }
                            if _changed.contains("color") {
                                self.color = _storage.color
                            }
                            if _changed.contains("age") {
                                self.age = _storage.age.value ?? (1)
                            }
                        }

                        private struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                            var id: Int
                            var address: Address
                            var extras: Yoke.JSONObject
                            var size: Int
                            var lang = Yoke._JSONStaged<Lang>()
                            var seen = Yoke._JSONStaged<[Date]?>()
                            var color: Int
                            var age = Yoke._JSONStaged(\Page.age)

                            static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(Self.self) { _fields in
                                    _fields.add("id", \Self.id, key: ["a", "b"])
                                    _fields.flatten("address", \Self.address)
                                    _fields.extras("extras", \Self.extras)
                                    _fields.add("size", \Self.size, literal: 1, rules: [.onInvalid(3)])
                                    _fields.add("lang", \Self.lang, rules: Yoke._JSONStaged.rules([.onInvalid(Lang.unknown)]))
                                    _fields.add("seen", \Self.seen, by: Yoke._JSONCoded.staged(Yoke._JSONCoded.optional(Yoke._JSONCoded.array(Yoke._JSONCoded.plain(.iso8601)))))
                                    _fields.add("color", \Self.color, by: .hex)
                                    _fields.add("age", \Self.age, rules: Yoke._JSONStaged.rules([.range(0 ... 150)]))
                                }
                            }

                            init(_ owner: borrowing Page) {
                                self.id = owner.id
                                self.address = owner.address
                                self.extras = owner.extras
                                self.size = owner.size
                                self.lang = Yoke._JSONStaged(present: owner.lang)
                                self.seen = Yoke._JSONStaged(present: owner.seen)
                                self.color = owner.color
                                self.age = Yoke._JSONStaged(present: owner.age)
                            }
                        }
                    }
                    """#)
    }

    @Test("allow lists")
    func allowLists() {
        #expect(
            expansion(
                of: """
                    @JSONModel(keys: .kebabCase, only: "a", "b")
                    struct Some {
                        var a: Int
                        let b: Int
                        var c = 1
                    }
                    """) == #"""
                    struct Some {
                        var a: Int
                        let b: Int
                        var c = 1
                    }

                    nonisolated extension Some: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self, keys: .kebabCase) { _fields in
                                _fields.add("a", \Self.a)
                                _fields.add("b", \Self.b)
                                _fields.ignore(\Self.c, initial: 1)
                            }
                        }
                    }
                    """#)
    }

    @Test("only what is marked")
    func onlyWhatIsMarked() {
        #expect(
            expansion(
                of: """
                    @JSONModel(explicit: true)
                    struct Marked {
                        @JSONKey var a: Int
                        @JSONKey("B") var b: Int
                        @JSONFlatten var c: C
                        var d = 1
                    }
                    """) == #"""
                    struct Marked {
                        var a: Int
                        var b: Int
                        var c: C
                        var d = 1
                    }

                    nonisolated extension Marked: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _fields in
                                _fields.add("a", \Self.a)
                                _fields.add("b", \Self.b, key: "B")
                                _fields.flatten("c", \Self.c)
                                _fields.ignore(\Self.d, initial: 1)
                            }
                        }
                    }
                    """#)
    }

    @Test("CodingKeys")
    func codingkeys() {
        #expect(
            expansion(
                of: """
                    @JSONModel(keys: .snakeCase)
                    struct Coded {
                        var userName: String
                        var title: String
                        @JSONKey("own") var own: Int
                        @JSONKey var lastLogin: Int
                        var cache = [1]

                        private enum CodingKeys: String, CodingKey {
                            case userName, own
                            case title = "headline"
                        }
                    }
                    """) == #"""
                    struct Coded {
                        var userName: String
                        var title: String
                        var own: Int
                        var lastLogin: Int
                        var cache = [1]

                        private enum CodingKeys: String, CodingKey {
                            case userName, own
                            case title = "headline"
                        }
                    }

                    nonisolated extension Coded: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self, keys: .snakeCase) { _fields in
                                _fields.add("userName", \Self.userName, key: "userName")
                                _fields.add("title", \Self.title, key: "headline")
                                _fields.add("own", \Self.own, key: "own")
                                _fields.add("lastLogin", \Self.lastLogin)
                                _fields.ignore(\Self.cache, initial: [1])
                            }
                        }
                    }
                    """#)
    }
}
#endif
