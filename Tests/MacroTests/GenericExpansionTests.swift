#if Macros
import Testing

@Suite("Generic types conform where the parameters that they bind do")
struct GenericExpansionTests {
    @Test("a struct")
    func aStruct() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    struct Box<Value, Tag> {
                        var items: [Value] = []
                        var next: [Box<Value, Int>]?
                    }
                    """) == #"""
                    struct Box<Value, Tag> {
                        var items: [Value] = []
                        var next: [Box<Value, Int>]?
                    }

                    nonisolated extension Box: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable where Value: Yoke.JSONReadable & Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _fields in
                                _fields.add("items", \Self.items, literal: [])
                                _fields.add("next", \Self.next)
                            }
                        }
                    }
                    """#)
    }

    @Test("keys of dictionaries")
    func keysOfDictionaries() {
        func condition(_ members: String) -> Substring? {
            expansion(of: "@JSONModel struct Table<K: Hashable, V> { \(members) }").split(separator: " where ").last?.prefix { $0 != "{" }
        }
        #expect(condition("var rows: [K: [V]]?") == "K: Yoke.JSONObjectKey, V: Yoke.JSONReadable & Yoke.JSONWritable ")
        #expect(condition("var rows: Dictionary<K.ID, Int>") == "K.ID: Yoke.JSONObjectKey ")
        #expect(condition("var rows: [K: Int]; var key: K") == "K: Yoke.JSONObjectKey, K: Yoke.JSONReadable & Yoke.JSONWritable ")
    }

    @Test("members of parameters")
    func membersOfParameters() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    struct Page<Element: Identifiable> {
                        var elements: [Element]
                        var selected: Element.ID?
                    }
                    """) == #"""
                    struct Page<Element: Identifiable> {
                        var elements: [Element]
                        var selected: Element.ID?
                    }

                    nonisolated extension Page: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable where Element: Yoke.JSONReadable & Yoke.JSONWritable, Element.ID: Yoke.JSONReadable & Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _fields in
                                _fields.add("elements", \Self.elements)
                                _fields.add("selected", \Self.selected)
                            }
                        }
                    }
                    """#)
    }

    @Test("parameters of the type around it")
    func parametersOfTheTypeAroundIt() {
        #expect(
            expansion(
                of: """
                    struct Outer<T> {
                        @JSONModel
                        struct Inner {
                            var value: T
                        }
                    }
                    """) == #"""
                    struct Outer<T> {
                        struct Inner {
                            var value: T

                            private static func _jsonMapping() -> Yoke.JSONMapping where T: Yoke.JSONReadable & Yoke.JSONWritable {
                                Yoke.JSONMapping(Self.self) { _fields in
                                    _fields.add("value", \Self.value)
                                }
                            }
                        }
                    }

                    nonisolated extension Outer.Inner: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable where T: Yoke.JSONReadable & Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            _jsonMapping()
                        }
                    }
                    """#)
    }

    @Test("a staged type in a generic type")
    func aStagedTypeInAGenericType() {
        #expect(
            expansion(
                of: """
                    struct Outer<A> {
                        @JSONModel
                        struct Inner<B> {
                            var b: B {
                                didSet {
                                }
                            }
                        }
                    }
                    """) == #"""
                    struct Outer<A> {
                        struct Inner<B> {
                            var b: B {
                                didSet {
                                }
                            }

                            private static func _jsonMapping() -> Yoke.JSONMapping where B: Yoke.JSONReadable & Yoke.JSONWritable {
                                Yoke.JSONMapping(Inner.self, via: _JSONStorage.self, decode: {
                                        Inner(_json: $0)
                                    }, encode: {
                                        _JSONStorage($0)
                                    })
                            }

                            private struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable where B: Yoke.JSONReadable & Yoke.JSONWritable {
                                var b: B

                                static var jsonMapping: Yoke.JSONMapping {
                                    Yoke.JSONMapping(Self.self) { _fields in
                                        _fields.add("b", \Self.b)
                                    }
                                }

                                init(_ owner: borrowing Inner) {
                                    self.b = owner.b
                                }
                            }
                        }
                    }

                    nonisolated extension Outer.Inner: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable where B: Yoke.JSONReadable & Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            _jsonMapping()
                        }

                        private init(_json storage: _JSONStorage) {
                            self.b = storage.b
                        }
                    }
                    """#)
    }

    @Test("a class")
    func aClass() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    final class Node<T> {
                        var value: T
                        var next: Node<T>?
                        init(value: T) {
                            self.value = value
                        }
                    }
                    """) == #"""
                    final class Node<T> {
                        var value: T
                        var next: Node<T>?
                        init(value: T) {
                            self.value = value
                        }

                        private init(_json storage: _JSONStorage) where T: Yoke.JSONReadable & Yoke.JSONWritable {
                            self.value = storage.value
                            self.next = storage.next
                        }
                    }

                    nonisolated extension Node: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable where T: Yoke.JSONReadable & Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Node.self, via: _JSONStorage.self, decode: {
                                    Node(_json: $0)
                                }, encode: {
                                    _JSONStorage($0)
                                }, assign: {
                                    try $0._assign($1, $2)
                                })._final
                        }

                        private func _assign(_ _storage: _JSONStorage, _ _changed: Swift.Set<Swift.String>) throws {
                            if _changed.contains("value") {
                                self.value = _storage.value
                            }
                            if _changed.contains("next") {
                                self.next = _storage.next
                            }
                        }

                        private struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                            var value: T
                            var next: Node<T>?

                            static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(Self.self) { _fields in
                                    _fields.add("value", \Self.value)
                                    _fields.add("next", \Self.next)
                                }
                            }

                            init(_ owner: borrowing Node) {
                                self.value = owner.value
                                self.next = owner.next
                            }
                        }
                    }
                    """#)
    }
}
#endif
