#if Macros
import Testing

@Suite("A subclass's storage nests the one of its superclass")
struct SubclassExpansionTests {
    @Test("with initialisers of its own")
    func withInitialisersOfItsOwn() {
        #expect(
            expansion(
                of: """
                    @JSONModel(subclassOf: Animal.self)
                    open class Dog: Animal {
                        public var breed: String
                        public var age = 1
                        public init(breed: String) {
                            self.breed = breed
                            super.init()
                        }
                    }
                    """, conformances: []) == #"""
                    open class Dog: Animal {
                        public var breed: String
                        public var age = 1
                        public init(breed: String) {
                            self.breed = breed
                            super.init()
                        }

                        open override class var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Dog.self, via: _JSONStorage.self, decode: {
                                    Dog(_json: $0)
                                }, encode: {
                                    _JSONStorage($0)
                                }, assign: {
                                    try $0._assign($1, $2)
                                })
                        }

                        public init(_json storage: _JSONStorage) {
                            self.breed = storage.breed
                            super.init(_json: storage._super)
                            if let value = storage.age.value {
                                self.age = value
                            }
                        }
                    }

                    nonisolated extension Dog {
                        public func _assign(_ _storage: _JSONStorage, _ _changed: Swift.Set<Swift.String>) throws {
                            try self._assign(_storage._super, _changed)
                            if _changed.contains("breed") {
                                self.breed = _storage.breed
                            }
                            if _changed.contains("age") {
                                self.age = _storage.age.value ?? (1)
                            }
                        }

                        public struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                            fileprivate var _super: Animal._JSONStorage
                            fileprivate var breed: String
                            fileprivate var age = Yoke._JSONStaged(\Dog.age)

                            public static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(Self.self) { _fields in
                                    _fields.flatten("_super", \Self._super)
                                    _fields.add("breed", \Self.breed)
                                    _fields.add("age", \Self.age)
                                }
                            }

                            public init(_ owner: borrowing Dog) {
                                self._super = Animal._JSONStorage(copy owner)
                                self.breed = owner.breed
                                self.age = Yoke._JSONStaged(present: owner.age)
                            }
                        }
                    }
                    """#)
    }

    @Test("and says otherwise what it overrides")
    func overriding() {
        let dog = expansion(
            of: """
                @JSONModel(subclassOf: Animal.self, overriding: ["name": "dog_name"])
                final class Dog: Animal {
                    var age = 1
                }
                """, conformances: [])
        #expect(dog.contains(#"_fields.flatten("_super", \Self._super, overriding: ["name": "dog_name"])"#))
        #expect(
            Expansion(
                """
                @JSONModel(overriding: ["name": "dog_name"])
                final class Dog {
                    var age = 1
                }
                """
            ).report.contains("1:12: error: 'overriding' changes properties of a superclass: add 'subclassOf:' before it"))
    }

    @Test("with those of its superclass")
    func withThoseOfItsSuperclass() {
        #expect(
            expansion(
                of: """
                    @JSONModel(keys: .snakeCase, subclassOf: Animal.self)
                    final class Bird: Animal {
                        var wingCount: Int?
                    }
                    """, conformances: []) == #"""
                    final class Bird: Animal {
                        var wingCount: Int?

                        override class var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Bird.self, via: _JSONStorage.self, decode: {
                                    Bird(_json: $0)
                                }, encode: {
                                    _JSONStorage($0)
                                }, assign: {
                                    try $0._assign($1, $2)
                                })._final
                        }
                    }

                    nonisolated extension Bird {
                        private convenience init(_json storage: _JSONStorage) {
                            self.init(_json: storage._super)
                            self.wingCount = storage.wingCount
                        }

                        private func _assign(_ _storage: _JSONStorage, _ _changed: Swift.Set<Swift.String>) throws {
                            try self._assign(_storage._super, _changed)
                            if _changed.contains("wingCount") {
                                self.wingCount = _storage.wingCount
                            }
                        }

                        private struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                            var _super: Animal._JSONStorage
                            var wingCount: Int?

                            static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(Self.self, keys: .snakeCase) { _fields in
                                    _fields.flatten("_super", \Self._super)
                                    _fields.add("wingCount", \Self.wingCount)
                                }
                            }

                            init(_ owner: borrowing Bird) {
                                self._super = Animal._JSONStorage(copy owner)
                                self.wingCount = owner.wingCount
                            }
                        }
                    }
                    """#)
    }

    @Test("a superclass with an error: its subclasses still find what they need, so the compiler shows the error")
    func aSuperclassWithAnError() {
        let expansion = Expansion(
            """
            @JSONModel
            public class Vehicle {
                public var name = ""
                public var owner: Any = 1
            }
            """)
        #expect(expansion.report.hasPrefix("4:23: error: 'owner': 'Any' can be anything"))
        #expect(
            expansion.source.drop(while: \.isNewline) == """
                public class Vehicle {
                    public var name = ""
                    public var owner: Any = 1

                    nonisolated public class var jsonMapping: Yoke.JSONMapping {
                        Swift.fatalError()
                    }

                    init() {
                    }

                    public init(_json storage: _JSONStorage) {
                        Swift.fatalError()
                    }
                }

                nonisolated extension Vehicle: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                    public func _assign(_ storage: _JSONStorage, _ changed: Swift.Set<Swift.String>) throws {
                    }
                    public struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                        public static var jsonMapping: Yoke.JSONMapping {
                            Swift.fatalError()
                        }
                        public init(_ owner: borrowing Vehicle) {
                        }
                    }
                }
                """)
    }

    @Test("a superclass with its own mapping: only the error about the mapping")
    func aSuperclassWithItsOwnMapping() {
        let expansion = Expansion(
            """
            @JSONModel
            class Vehicle {
                var name: String
                init(name: String) { self.name = name }
                class var jsonMapping: JSONMapping { JSONMapping(Vehicle.self) { $0.add("name", \\.name) } }
            }
            """)
        #expect(expansion.report == "5:15: error: @JSONModel writes 'jsonMapping' itself: remove this one, or remove @JSONModel")
        #expect(!expansion.source.contains("class var jsonMapping: Yoke") && !expansion.source.contains("init()"))
    }
}
#endif
