#if Macros
import TestSupport
import Testing
import Yoke

/// A namespace. Its models use its other members by their short names.
private enum API {
    static let limit = 5

    @JSONModel struct Point: Equatable { var x: Int = limit }
    @JSONModel struct Checked { @JSONValidate(0...limit) var n: Int }
    @JSONModel enum Shape: Equatable {
        case sized(x: Int = limit)
        case at(Point)
        case line(Point, Point)
    }
    @JSONModel final class Final {
        var n: Int = limit
        var point: Point?
    }
    @JSONModel class Base {
        var n: Int = limit
        var point = Point()
    }
    @JSONModel(subclassOf: Base.self) final class Sub: Base { var m = limit }
    @JSONModel struct Staged: Equatable {
        var home = Point()
        var w = limit { didSet {} }
        @JSONIgnore var kept = limit
    }
    @JSONModel struct Generic<T: Equatable>: Equatable {
        var value: T
        var home = Point()
    }
    @JSONModel struct StagedGeneric<T> {
        var value: T
        var home = Point() { didSet {} }
    }
    /// A member has the name of the type itself.
    @JSONModel final class Page {
        struct Page {}
        var item = limit
    }
    @JSONModel enum GenericShape<T> { case at(value: T, point: Point = Point()) }
    @JSONModel class GenericClass<T> {
        var value: T
        var point = Point()
        init(value: T) { self.value = value }
    }
}

/// Classes whose initialisers are emitted as convenience initialisers.
private enum Kept {
    @JSONModel class Base {
        var a: Int?
        init() {}
    }
    @JSONModel(subclassOf: Base.self) class Sub: Base { var b: Int? }
    class Plain {}
    @JSONModel class Derived<T>: Plain { var c: T? }
}

extension API {
    static let more = 9

    @JSONModel struct Extended: Equatable {
        var n = more
        var point = Point()
    }
}

private struct Outer<A: JSONConvertible> {
    static var start: Int { 7 }

    @JSONModel struct Inner {
        var a: A
        var n = Outer.start
        var w = 1 { didSet {} }
    }
}

/// Models inside a nested generic type. Some use its parameter, others do not.
private enum Store {
    struct Shelf<Item> {
        @JSONModel final class Meta { var total = 0 }
        @JSONModel struct Mark { var n = 1 { didSet {} } }
        @JSONModel enum Move: Equatable { case to(x: Int, y: Int) }
        @JSONModel struct Hooked {
            var n = 1
            static func jsonHooks(_ mapping: JSONMapping) -> JSONMapping { mapping.beforeReading { $0["n"] = $0["m"] } }
        }
        @JSONModel final class Held {
            var item: Item?
            var others: [Item] = []
        }
        @JSONModel class Pair<Other> {
            var item: Item
            var other: Other
            init(item: Item, other: Other) { (self.item, self.other) = (item, other) }
        }
    }
}

extension Store.Shelf {
    @JSONModel final class Extended { var a = 1 }
    @JSONModel struct Observed { var n: Int { didSet {} } }
}

/// Types with members of the same names, and a model with the name of the type around it.
private enum Shop {
    struct Shop {}
    @JSONModel final class Order { var id = 1 }
    @JSONModel struct Hooked {
        var n = 1
        static func jsonHooks(_ mapping: JSONMapping) -> JSONMapping { mapping.beforeReading { $0["n"] = $0["m"] } }
    }
}
private struct User {
    @JSONModel final class User { var id = 1 }
}
private enum Account {
    /// `Identifiable` has an associated type with the name of this model.
    @JSONModel struct ID: Identifiable { var id = 1 { didSet {} } }
}

private enum Event {
    case Event
    @JSONModel class Base { var id = 1 }
}

/// Names in the code of a nested model mean what they mean in its body: members of the types around it come before names of the file.
private let limit = 10

@Suite("A nested model sees the members of the types around it")
struct NestedTypeTests {
    @Test("initial values and checks")
    func initialValuesAndChecks() throws {
        #expect(limit == 10)
        #expect(try API.Point(json: "{}") == API.Point())
        #expect(try API.Point(json: "{}").x == 5)
        #expect(throws: JSONError.self) { try API.Checked(json: #"{"n":7}"#) }
        #expect(try API.Extended(json: "{}") == API.Extended(n: 9, point: API.Point(x: 5)))
    }

    @Test("payloads of cases")
    func payloadsOfCases() throws {
        #expect(try API.Shape(json: #"{"sized":{}}"#) == .sized(x: 5))
        #expect(try API.Shape(json: #"{"at":{}}"#) == .at(API.Point()))
        #expect(try API.Shape(json: #"{"line":{"_0":{},"_1":{"x":2}}}"#) == .line(API.Point(), API.Point(x: 2)))
    }

    @Test("classes")
    func classes() throws {
        let last = try API.Final(json: #"{"n":1,"point":{}}"#)
        #expect(try last.jsonString() == #"{"n":1,"point":{"x":5}}"#)
        try last.update(json: #"{"n":null}"#)
        #expect(last.n == 5)
        #expect(try API.Sub(json: #"{"n":4}"#).jsonString() == #"{"n":4,"point":{"x":5},"m":5}"#)
        #expect(API.Sub().m == 5)
        #expect(try API.Page(json: "{}").item == 5)
        #expect(try Kept.Sub(json: #"{"a":1,"b":2}"#).jsonString() == #"{"a":1,"b":2}"#)
        #expect(try Kept.Derived<Int>(json: #"{"c":3}"#).c == 3)
    }

    @Test("structs that only an initialiser can make")
    func stagedStructs() throws {
        var staged = try API.Staged(json: "{}")
        #expect(staged == API.Staged(home: API.Point(), w: 5, kept: 5))
        staged.kept = 8
        try staged.update(json: #"{"w":2}"#)
        #expect(staged == API.Staged(home: API.Point(), w: 2, kept: 8))
    }

    @Test("generic types")
    func genericTypes() throws {
        #expect(try API.Generic<Int>(json: #"{"value":1}"#) == API.Generic(value: 1))
        #expect(try API.StagedGeneric<[Int]>(json: #"{"value":[1]}"#).jsonString() == #"{"value":[1],"home":{"x":5}}"#)
        #expect(try API.GenericShape<Int>(json: #"{"at":{"value":1}}"#).jsonString() == #"{"at":{"value":1,"point":{"x":5}}}"#)
        #expect(try API.GenericClass<Int>(json: #"{"value":1}"#).jsonString() == #"{"value":1,"point":{"x":5}}"#)
        #expect(try Outer<Int>.Inner(json: #"{"a":1}"#).jsonString() == #"{"a":1,"n":7,"w":1}"#)
    }

    @Test("models in a nested generic type")
    func modelsInANestedGenericType() throws {
        func isWrittenAsRead<Model: JSONConvertible>(_ type: Model.Type, _ text: String) throws -> Bool {
            try Model(json: text).jsonString() == text
        }
        #expect(try isWrittenAsRead(Store.Shelf<Int>.Meta.self, #"{"total":2}"#))
        #expect(try isWrittenAsRead(Store.Shelf<Int>.Mark.self, #"{"n":2}"#))
        #expect(try isWrittenAsRead(Store.Shelf<Int>.Move.self, #"{"to":{"x":1,"y":2}}"#))
        #expect(try Store.Shelf<Int>.Hooked(json: #"{"m":3}"#).n == 3)
        #expect(try isWrittenAsRead(Store.Shelf<Int>.Held.self, #"{"item":1,"others":[2]}"#))
        #expect(try isWrittenAsRead(Store.Shelf<Int>.Pair<String>.self, #"{"item":1,"other":"a"}"#))
        #expect(try isWrittenAsRead(Store.Shelf<[Int]>.Extended.self, #"{"a":2}"#))
        #expect(try isWrittenAsRead(Store.Shelf<[Int]>.Observed.self, #"{"n":2}"#))
    }

    @Test("members with the names of types")
    func membersWithTheNamesOfTypes() throws {
        #expect(try Shop.Order(json: #"{"id":2}"#).id == 2)
        #expect(try Shop.Hooked(json: #"{"m":3}"#).n == 3)
        #expect(try User.User(json: #"{"id":2}"#).id == 2)
        #expect(try Account.ID(json: #"{"id":2}"#).id == 2)
        #expect(try Event.Base(json: #"{"id":2}"#).id == 2)
    }
}
#endif
