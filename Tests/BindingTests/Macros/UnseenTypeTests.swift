#if Macros
import Testing
import Yoke

// The macro sees only the source of one type, so it does not know what the names in it stand for. The right code for these types depends on
// that.

private typealias Callback = @Sendable () -> Int
private typealias Maker = Int.Type

@JSONModel
private struct Button {
    var title: String
    @JSONIgnore var onTap: Callback?
    @JSONIgnore var handlers: [Callback] = []
    @JSONIgnore var maker: Maker = Int.self
    @JSONIgnore var other = Int.self
    @JSONIgnore var style = Style(width: 3)
}

@propertyWrapper
private struct Constant<Value> {
    let wrappedValue: Value
}

/// Ignored properties that no code outside can set, or that belong to an actor.
@JSONModel
private struct Fixed {
    var title: String
    @JSONIgnore @Constant var five = 5
    @JSONIgnore @MainActor var shown = false
    @JSONIgnore lazy var length = title.count
    @JSONIgnore weak var owner: Plant?
    @JSONIgnore private(set) var seen: Style?
    @JSONIgnore let kind = Style(width: 1)
}

@JSONModel
private struct Page<Item> {
    var items: [Item]
    @JSONIgnore var last: Item?
    @JSONIgnore var style: Style?
}

/// Constants that are not in the JSON, or never read.
@JSONModel
private struct Badge {
    @JSONIgnore let id = Style(width: nextNumber())
    @JSONIgnore let onTap: Callback?
    @JSONIgnore let style: Style?
    @JSONIgnore let maker = { 3 }
    let name: String
    @JSONRule(.views("admin")) let serial = "n\(nextNumber())"
    var seats: [Int] = [] { didSet {} }
    init(onTap: @escaping Callback, style: Style) {
        self.onTap = onTap
        self.style = style
        name = "none"
    }
}

nonisolated(unsafe) private var number = 0
private func nextNumber() -> Int {
    number += 1
    return number
}

@JSONModel
private struct Bar {
    var main: Button
    var spare: Button?
    var more: [String: Button] = [:]
}

private struct Style: Equatable { var width: Int }

private protocol Named {}
private protocol Described { var description: String { get } }

@JSONModel
private enum Fruit: Named {
    @JSONCase("a") case apple
    case pear
}

@JSONModel
private class Animal: CustomStringConvertible, Described, @unchecked Sendable {
    var name = "nobody"
    var description: String { name }
    init() {}
}

@JSONModel
private class Plant: CustomStringConvertible, @unchecked Sendable {
    var name = "moss"
    var description: String { name }
}

@JSONModel(subclassOf: Animal.self)
private final class Dog: Animal, @unchecked Sendable {
    var breed: String
    init(breed: String) {
        self.breed = breed
        super.init()
    }
}

@JSONModel(subclassOf: Plant.self)
private final class Tree: Plant, @unchecked Sendable {
    var height: Int
    var seen: [String] = []
    override var name: String { didSet { seen.append(oldValue) } }
    init(height: Int) {
        self.height = height
        super.init()
    }
}

@JSONModel
private struct Gauge {
    static let limit = 10
    @JSONValidate({ (value: Int) in value <= Self.limit }) var value = 0 { didSet {} }
    @JSONDefault(missing: Self.limit) var top: Int { didSet {} }
}

@JSONModel
private final class Meter {
    static let limit = 10
    @JSONDefault(missing: Meter.limit, onInvalid: Self.limit / 2) var top: Int
    init(top: Int) { self.top = top }
}

@JSONModel
private enum Step: Equatable {
    static let one = 1
    case go(count: Int = Self.one, to: String)
    case stop
}

@Suite("What the macro cannot see in the source")
struct UnseenTypeTests {
    @Test("an ignored property may hold a function or a metatype behind another name")
    func functionsBehindNames() throws {
        var button = try Button(json: #"{"title":"OK"}"#)
        #expect(button.title == "OK" && button.onTap == nil && button.handlers.isEmpty)
        #expect(button.maker == Int.self && button.other == Int.self && button.style == Style(width: 3))
        button.onTap = { 7 }
        button.handlers = [{ 8 }]
        button.style.width = 4
        #expect(try button.jsonString() == #"{"title":"OK"}"#)
    }

    @Test("an update keeps ignored properties")
    func updatesKeepIgnoredProperties() throws {
        var button = try Button(json: #"{"title":"OK"}"#)
        button.onTap = { 7 }
        button.style.width = 4
        #expect(try button.update(json: #"{"title":"No"}"#).contains(\.title))
        #expect(button.title == "No" && button.onTap?() == 7 && button.style.width == 4)
        #expect(try !button.update(json: #"{"title":"No"}"#).contains(\.title))
        #expect(button.onTap?() == 7)
        #expect(throws: JSONError.self) { try button.update(json: #"{"title":"a","title":1}"#) }
        #expect(button.title == "No" && button.onTap?() == 7)

        var bar = try Bar(json: #"{"main":{"title":"a"},"more":{"x":{"title":"b"}}}"#)
        bar.main.onTap = { 1 }
        bar.spare = bar.main
        bar.more["x"]?.onTap = { 2 }
        try bar.update(json: #"{"main":{"title":"c"},"spare":{"title":"d"}}"#)
        #expect(bar.main.title == "c" && bar.main.onTap?() == 1 && bar.spare?.title == "d" && bar.spare?.onTap?() == 1)
        try bar.update(json: #"{"more":{"x":{"title":"e"}},"main":{"title":"f"}}"#, policy: .mergePatch)
        #expect(bar.more["x"]?.title == "e" && bar.more["x"]?.onTap?() == 2 && bar.main.onTap?() == 1)
        try bar.update(json: #"{"main":{"title":"g"}}"#, policy: JSONUpdatePolicy(models: .replace))
        #expect(bar.main.title == "g" && bar.main.onTap == nil)
    }

    @Test("an update keeps constants that are not read")
    func updatesKeepConstants() throws {
        var badge = Badge(onTap: { 7 }, style: Style(width: 2))
        let id = badge.id, serial = badge.serial
        try badge.update(json: #"{"name":"Bo","seats":[1]}"#)
        #expect(badge.name == "Bo" && badge.seats == [1] && badge.id == id && badge.serial == serial)
        #expect(badge.onTap?() == 7 && badge.style == Style(width: 2) && badge.maker() == 3)
        let other = try Badge(json: #"{"name":"Bo"}"#)
        #expect(other.onTap == nil && other.style == nil && other.id != id)
    }

    @Test("ignored properties of every form")
    func ignoredPropertiesOfEveryForm() throws {
        var fixed = try Fixed(json: #"{"title":"OK"}"#)
        let owner = Plant()
        fixed.owner = owner
        #expect(fixed.five == 5 && fixed.length == 2)
        try fixed.update(json: #"{"title":"Cancel"}"#)
        #expect(fixed.owner === owner && fixed.length == 6 && fixed.kind.width == 1)

        var page = try Page<Int>(json: #"{"items":[1]}"#)
        page.last = 1
        page.style = Style(width: 2)
        try page.update(json: #"{"items":[2]}"#)
        #expect(page.items == [2] && page.last == 1 && page.style?.width == 2)
    }

    @Test("a name after an enum's colon may be a protocol")
    func enumsMayNameProtocols() throws {
        #expect(try [Fruit](json: #"["a","pear"]"#) == [.apple, .pear])
        #expect(try Fruit.apple.jsonString() == #""a""#)
    }

    @Test("a class that names protocols may have subclasses with initialisers")
    func subclassesOfClassesThatNameProtocols() throws {
        let dog = try Dog(json: #"{"name":"Rex","breed":"collie"}"#)
        #expect(dog.name == "Rex" && dog.breed == "collie")
        #expect(try Plant(json: "{}").name == "moss" && Plant().name == "moss")
    }

    @Test("a subclass may observe a property of its superclass")
    func observersInSubclasses() throws {
        let tree = try Tree(json: #"{"name":"oak","height":3}"#)
        #expect(tree.name == "oak" && tree.height == 3 && tree.seen.isEmpty)
        try tree.update(json: #"{"name":"ash"}"#)
        #expect(tree.name == "ash" && tree.seen == ["oak"])
        #expect(try tree.jsonString() == #"{"name":"ash","height":3,"seen":["oak"]}"#)
    }

    @Test("Self in attributes and default values is the type")
    func selfIsTheType() throws {
        #expect(try Gauge(json: "{}").top == 10)
        #expect(throws: JSONError.self) { try Gauge(json: #"{"value":11}"#) }
        #expect(try Meter(json: "{}").top == 10 && Meter(json: #"{"top":"?"}"#).top == 5)
        #expect(try Step(json: #"{"go":{"to":"x"}}"#) == .go(count: 1, to: "x"))
    }
}
#endif
