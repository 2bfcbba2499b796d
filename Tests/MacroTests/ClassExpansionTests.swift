#if Macros
import Testing

@Suite("A class is made by one initialiser, from a storage struct")
struct ClassExpansionTests {
    @Test("with an initialiser of its own")
    func withAnInitialiserOfItsOwn() {
        #expect(
            expansion(
                of: """
                    @JSONModel(keys: .kebabCase)
                    final class User {
                        let id: Int
                        @JSONKey("n") var name = "none"
                        var tags: [String] = []
                        var age: Int?
                        @JSONIgnore var cache = [Int]()
                        @JSONIgnore let token: String?
                        init(id: Int) {
                            self.id = id
                            token = nil
                        }
                    }
                    """) == #"""
                    final class User {
                        let id: Int
                        var name = "none"
                        var tags: [String] = []
                        var age: Int?
                        var cache = [Int]()
                        let token: String?
                        init(id: Int) {
                            self.id = id
                            token = nil
                        }

                        private init(_json storage: _JSONStorage) {
                            self.id = storage.id
                            self.age = storage.age
                            self.token = nil
                            if let value = storage.name.value {
                                self.name = value
                            }
                            if let value = storage.tags.value {
                                self.tags = value
                            }
                        }
                    }

                    nonisolated extension User: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(User.self, via: _JSONStorage.self, decode: {
                                    User(_json: $0)
                                }, encode: {
                                    _JSONStorage($0)
                                }, assign: {
                                    try $0._assign($1, $2)
                                })._final
                        }

                        private func _assign(_ _storage: _JSONStorage, _ _changed: Swift.Set<Swift.String>) throws {
                            if _changed.contains("id") {
                                throw Yoke._JSONConstant("id")
                            }
                            if _changed.contains("name") {
                                self.name = _storage.name.value ?? ("none")
                            }
                            if _changed.contains("tags") {
                                self.tags = _storage.tags.value ?? ([])
                            }
                            if _changed.contains("age") {
                                self.age = _storage.age
                            }
                        }

                        private struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                            var id: Int
                            var name = Yoke._JSONStaged(\User.name)
                            var tags = Yoke._JSONStaged<[String]>()
                            var age: Int?

                            static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(Self.self, keys: .kebabCase) { _fields in
                                    _fields.add("id", \Self.id)
                                    _fields.add("name", \Self.name, key: "n")
                                    _fields.add("tags", \Self.tags)
                                    _fields.add("age", \Self.age)
                                }
                            }

                            init(_ owner: borrowing User) {
                                self.id = owner.id
                                self.name = Yoke._JSONStaged(present: owner.name)
                                self.tags = Yoke._JSONStaged(present: owner.tags)
                                self.age = owner.age
                            }
                        }
                    }
                    """#)
    }

    @Test("the implicit init stays")
    func theImplicitInitStays() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    class Settings {
                        var volume = 5
                        var name: String?
                    }
                    """) == #"""
                    class Settings {
                        var volume = 5
                        var name: String?

                        class var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Settings.self, via: _JSONStorage.self, decode: {
                                    Settings(_json: $0)
                                }, encode: {
                                    _JSONStorage($0)
                                }, assign: {
                                    try $0._assign($1, $2)
                                })
                        }

                        init() {
                        }

                        init(_json storage: _JSONStorage) {
                            self.name = storage.name
                            if let value = storage.volume.value {
                                self.volume = value
                            }
                        }
                    }

                    nonisolated extension Settings: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        func _assign(_ _storage: _JSONStorage, _ _changed: Swift.Set<Swift.String>) throws {
                            if _changed.contains("volume") {
                                self.volume = _storage.volume.value ?? (5)
                            }
                            if _changed.contains("name") {
                                self.name = _storage.name
                            }
                        }

                        struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                            fileprivate var volume = Yoke._JSONStaged(\Settings.volume)
                            fileprivate var name: String?

                            static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(Self.self) { _fields in
                                    _fields.add("volume", \Self.volume)
                                    _fields.add("name", \Self.name)
                                }
                            }

                            init(_ owner: borrowing Settings) {
                                self.volume = Yoke._JSONStaged(present: owner.volume)
                                self.name = owner.name
                            }
                        }
                    }
                    """#)
    }

    @Test("the implicit init is called where there may be a superclass")
    func theImplicitInitIsCalledWhereThereMayBeASuperclass() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    class Settings: Base {
                        var volume = 5
                    }
                    """) == #"""
                    class Settings: Base {
                        var volume = 5

                        class var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Settings.self, via: _JSONStorage.self, decode: {
                                    Settings(_json: $0)
                                }, encode: {
                                    _JSONStorage($0)
                                }, assign: {
                                    try $0._assign($1, $2)
                                })
                        }
                    }

                    nonisolated extension Settings: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        convenience init(_json storage: _JSONStorage) {
                            self.init()
                            if let value = storage.volume.value {
                                self.volume = value
                            }
                        }

                        func _assign(_ _storage: _JSONStorage, _ _changed: Swift.Set<Swift.String>) throws {
                            if _changed.contains("volume") {
                                self.volume = _storage.volume.value ?? (5)
                            }
                        }

                        struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                            fileprivate var volume = Yoke._JSONStaged(\Settings.volume)

                            static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(Self.self) { _fields in
                                    _fields.add("volume", \Self.volume)
                                }
                            }

                            init(_ owner: borrowing Settings) {
                                self.volume = Yoke._JSONStaged(present: owner.volume)
                            }
                        }
                    }
                    """#)
    }

    @Test("a convenience initialiser of its own")
    func aConvenienceInitialiserOfItsOwn() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    final class Counter {
                        var n = 1
                        convenience init(n: Int) {
                            self.init()
                            self.n = n
                        }
                    }
                    """) == #"""
                    final class Counter {
                        var n = 1
                        convenience init(n: Int) {
                            self.init()
                            self.n = n
                        }

                        init() {
                        }

                        private init(_json storage: _JSONStorage) {
                            if let value = storage.n.value {
                                self.n = value
                            }
                        }
                    }

                    nonisolated extension Counter: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Counter.self, via: _JSONStorage.self, decode: {
                                    Counter(_json: $0)
                                }, encode: {
                                    _JSONStorage($0)
                                }, assign: {
                                    try $0._assign($1, $2)
                                })._final
                        }

                        private func _assign(_ _storage: _JSONStorage, _ _changed: Swift.Set<Swift.String>) throws {
                            if _changed.contains("n") {
                                self.n = _storage.n.value ?? (1)
                            }
                        }

                        private struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                            var n = Yoke._JSONStaged(\Counter.n)

                            static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(Self.self) { _fields in
                                    _fields.add("n", \Self.n)
                                }
                            }

                            init(_ owner: borrowing Counter) {
                                self.n = Yoke._JSONStaged(present: owner.n)
                            }
                        }
                    }
                    """#)
    }

    @Test("an open class")
    func anOpenClass() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    open class Animal {
                        public var name: String
                        public init(name: String) {
                            self.name = name
                        }
                    }
                    """) == #"""
                    open class Animal {
                        public var name: String
                        public init(name: String) {
                            self.name = name
                        }

                        open class var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Animal.self, via: _JSONStorage.self, decode: {
                                    Animal(_json: $0)
                                }, encode: {
                                    _JSONStorage($0)
                                }, assign: {
                                    try $0._assign($1, $2)
                                })
                        }

                        public init(_json storage: _JSONStorage) {
                            self.name = storage.name
                        }
                    }

                    nonisolated extension Animal: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        public func _assign(_ _storage: _JSONStorage, _ _changed: Swift.Set<Swift.String>) throws {
                            if _changed.contains("name") {
                                self.name = _storage.name
                            }
                        }

                        public struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                            fileprivate var name: String

                            public static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(Self.self) { _fields in
                                    _fields.add("name", \Self.name)
                                }
                            }

                            public init(_ owner: borrowing Animal) {
                                self.name = owner.name
                            }
                        }
                    }
                    """#)
    }

    @Test("members in if")
    func membersInIf() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    final class Platform {
                        #if os(Linux)
                        let kernel: String
                        var cpus = 1
                        #else
                        let edition: Int
                        #endif
                        init() {
                            fatalError()
                        }
                    }
                    """) == #"""
                    final class Platform {
                        #if os(Linux)
                        let kernel: String
                        var cpus = 1
                        #else
                        let edition: Int
                        #endif
                        init() {
                            fatalError()
                        }

                        private init(_json storage: _JSONStorage) {
                            #if os(Linux)
                            self.kernel = storage.kernel
                            #else
                            self.edition = storage.edition
                            #endif
                            #if os(Linux)
                            if let value = storage.cpus.value {
                                self.cpus = value
                            }
                            #endif
                        }
                    }

                    nonisolated extension Platform: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Platform.self, via: _JSONStorage.self, decode: {
                                    Platform(_json: $0)
                                }, encode: {
                                    _JSONStorage($0)
                                }, assign: {
                                    try $0._assign($1, $2)
                                })._final
                        }

                        private func _assign(_ _storage: _JSONStorage, _ _changed: Swift.Set<Swift.String>) throws {
                            #if os(Linux)
                            if _changed.contains("kernel") {
                                throw Yoke._JSONConstant("kernel")
                            }
                            #else
                            if _changed.contains("edition") {
                                throw Yoke._JSONConstant("edition")
                            }
                            #endif
                            #if os(Linux)
                            if _changed.contains("cpus") {
                                self.cpus = _storage.cpus.value ?? (1)
                            }
                            #endif
                        }

                        private struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                            #if os(Linux)
                            var kernel: String
                            var cpus = Yoke._JSONStaged(\Platform.cpus)
                            #else
                            var edition: Int
                            #endif

                            static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(Self.self) { _fields in
                                    #if os(Linux)
                                    _fields.add("kernel", \Self.kernel)
                                    _fields.add("cpus", \Self.cpus)
                                    #else
                                    _fields.add("edition", \Self.edition)
                                    #endif
                                }
                            }

                            init(_ owner: borrowing Platform) {
                                #if os(Linux)
                                self.kernel = owner.kernel
                                self.cpus = Yoke._JSONStaged(present: owner.cpus)
                                #else
                                self.edition = owner.edition
                                #endif
                            }
                        }
                    }
                    """#)
    }
}
#endif
