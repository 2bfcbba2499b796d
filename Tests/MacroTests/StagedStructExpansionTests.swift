#if Macros
import Testing

@Suite("A struct with observed, lazy, weak or wrapped storage is staged")
struct StagedStructExpansionTests {
    @Test("observed and lazy properties")
    func observedAndLazyProperties() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    struct Model {
                        var a: Int {
                            didSet {
                                print(a)
                            }
                        }
                        var b = 4
                        lazy var c: Int = b * 2
                        let d: String
                        var children: [Self] = []
                    }
                    """) == #"""
                    struct Model {
                        var a: Int {
                            didSet {
                                print(a)
                            }
                        }
                        var b = 4
                        lazy var c: Int = b * 2
                        let d: String
                        var children: [Self] = []
                    }

                    nonisolated extension Model: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Model.self, via: _JSONStorage.self, decode: {
                                    Model(_json: $0)
                                }, encode: {
                                    _JSONStorage($0)
                                })
                        }

                        private init(_json storage: _JSONStorage) {
                            self.a = storage.a
                            self.d = storage.d
                            if let value = storage.b.value {
                                self.b = value
                            }
                            if let value = storage.c.value {
                                self.c = value
                            }
                            if let value = storage.children.value {
                                self.children = value
                            }
                        }

                        private struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                            var a: Int
                            var b = Yoke._JSONStaged(\Model.b)
                            var c = Yoke._JSONStaged<Int>()
                            var d: String
                            var children = Yoke._JSONStaged<[Model]>()

                            static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(Self.self) { _fields in
                                    _fields.add("a", \Self.a)
                                    _fields.add("b", \Self.b)
                                    _fields.add("c", \Self.c)
                                    _fields.add("d", \Self.d)
                                    _fields.add("children", \Self.children)
                                }
                            }

                            init(_ owner: borrowing Model) {
                                var owner = copy owner
                                self.a = owner.a
                                self.b = Yoke._JSONStaged(present: owner.b)
                                self.c = Yoke._JSONStaged(present: owner.c)
                                self.d = owner.d
                                self.children = Yoke._JSONStaged(present: owner.children)
                            }
                        }
                    }
                    """#)
    }

    @Test("wrapped properties")
    func wrappedProperties() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    struct Wrapped {
                        @Clamped(0...10) var level: Int = 5
                        @Clamped var limit: Int
                        @Clamped(wrappedValue: 1, 0...10) var start: Int
                        var name: String
                    }
                    """) == #"""
                    struct Wrapped {
                        @Clamped(0...10) var level: Int = 5
                        @Clamped var limit: Int
                        @Clamped(wrappedValue: 1, 0...10) var start: Int
                        var name: String
                    }

                    nonisolated extension Wrapped: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Wrapped.self, via: _JSONStorage.self, decode: {
                                    Wrapped(_json: $0)
                                }, encode: {
                                    _JSONStorage($0)
                                })
                        }

                        private init(_json storage: _JSONStorage) {
                            self.name = storage.name
                            self.limit = storage.limit
                            if let value = storage.level.value {
                                self.level = value
                            }
                            if let value = storage.start.value {
                                self.start = value
                            }
                        }

                        private struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                            var level = Yoke._JSONStaged<Int>()
                            var limit: Int
                            var start = Yoke._JSONStaged<Int>()
                            var name: String

                            static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(Self.self) { _fields in
                                    _fields.add("level", \Self.level)
                                    _fields.add("limit", \Self.limit)
                                    _fields.add("start", \Self.start)
                                    _fields.add("name", \Self.name)
                                }
                            }

                            init(_ owner: borrowing Wrapped) {
                                self.level = Yoke._JSONStaged(present: owner.level)
                                self.limit = owner.limit
                                self.start = Yoke._JSONStaged(present: owner.start)
                                self.name = owner.name
                            }
                        }
                    }
                    """#)
    }

    @Test("a weak property")
    func aWeakProperty() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Link {
                weak var target: Target?
                var label: String!
            }
            """)
        #expect(
            expansion.report == """
                3:14: warning: nothing else owns what is read into weak 'target', so it is gone at once: mark it @JSONIgnore
                  fix-it: mark it @JSONIgnore
                """)
        #expect(
            expansion.source == #"""

                struct Link {
                    weak var target: Target?
                    var label: String!
                }

                nonisolated extension Link: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                    static var jsonMapping: Yoke.JSONMapping {
                        Yoke.JSONMapping(Link.self, via: _JSONStorage.self, decode: {
                                Link(_json: $0)
                            }, encode: {
                                _JSONStorage($0)
                            })
                    }

                    private init(_json storage: _JSONStorage) {
                        self.target = storage.target
                        self.label = storage.label
                    }

                    private struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                        var target: Target?
                        var label: String!

                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _fields in
                                _fields.add("target", \Self.target)
                                _fields.add("label", \Self.label)
                            }
                        }

                        init(_ owner: borrowing Link) {
                            self.target = owner.target
                            self.label = owner.label
                        }
                    }
                }
                """#)
    }

    @Test("an ignored function")
    func anIgnoredFunction() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    struct Button {
                        var title: String
                        @JSONIgnore var action: () -> Void = {}
                        @JSONIgnore let id = Number.next()
                        @JSONIgnore let owner: Window?
                    }
                    """) == #"""
                    struct Button {
                        var title: String
                        var action: () -> Void = {}
                        let id = Number.next()
                        let owner: Window?
                    }

                    nonisolated extension Button: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Button.self, via: _JSONStorage.self, decode: {
                                    Button(_json: $0)
                                }, encode: {
                                    _JSONStorage($0)
                                }, assign: { owner, storage, _ in
                                    owner = Button(_json: storage, keeping: owner)
                                })
                        }

                        private init(_json storage: _JSONStorage, keeping _old: Self? = nil) {
                            self.title = storage.title
                            self.owner = _old?.owner
                            if let _old {
                                self.action = _old.action
                                Yoke._keepConstant(\Self.id, of: _old, in: &self)
                            }
                        }

                        private struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {
                            var title: String

                            static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(Self.self) { _fields in
                                    _fields.add("title", \Self.title)
                                }
                            }

                            init(_ owner: borrowing Button) {
                                self.title = owner.title
                            }
                        }
                    }
                    """#)
    }
}
#endif
