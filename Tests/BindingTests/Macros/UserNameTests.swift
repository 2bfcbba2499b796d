#if Macros
import Foundation
import Testing
import Yoke

// Models with names and forms that the macro could take for others.

@JSONModel
private struct Character: Equatable {
    var id: Int
}

@JSONModel
private struct Range: Equatable {
    var start: Int
    var end: Int
}

@JSONModel
private struct Chapter: Equatable {
    var characters: [Character]
    var range: Range?
}

private enum API {
    static func path(_ path: String) -> JSONKeyName { .path("data." + path) }
}

@JSONModel
private struct Located: Equatable {
    @JSONKey(API.path("id")) var id: Int
    @JSONKey(JSONKeyName.path("data.name")) var name: String
}

private enum Limits {
    static let age = 0...150
}

@JSONModel
private struct Aged: Equatable {
    @JSONValidate(Limits.age) var age: Int
    @JSONValidate(Limits.age) var other: Int?
}

@JSONModel
private struct Choice<Items: Collection> where Items.Element: Identifiable {
    var selected: Items.Element.ID
}

private struct Row: Identifiable {
    let id: Int
}

/// A class with a superclass that knows nothing of JSON. Its lazy property can be set only after the superclass's initialiser.
@JSONModel
private final class Track: NSObject {
    let id: Int
    lazy var title: String = "untitled"
    var length = 3
    init(id: Int) { self.id = id }
}

@JSONModel
private final class Account {
    var nick: String? = "guest"
    var level = 1
    @JSONDefault(onNull: 5) var rank: Int? = nil
    init() {}
}

@JSONModel
private struct NotedAccount: Equatable {
    var nick: String? = "guest" { didSet {} }
    @JSONKey(.path("a[0]")) var first: Int? = 5
}

private struct Text: JSONConvertible, Equatable {
    var text: String
    static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("text", \.text) } }
}

private typealias point = Text

/// Cases with the names of types in their payloads, and cases whose names differ only in `_`.
@JSONModel
private enum Part: Equatable {
    case Text(Text), Texts([Text]), Maybe(Text?)
    case point(point, n: Int)
    case A(x: Int), _A(y: Int)
    case `two words`(z: Int)
}

@JSONModel
private enum Access: String {
    case read
    @available(*, deprecated) case write
    @available(*, unavailable) case all
}

@JSONModel
private struct Aging {
    var id: Int
    @available(*, deprecated) var old = 1
}

@JSONModel
private final class AgingClass {
    var id: Int
    @available(*, deprecated) var old = 1
    init(id: Int) { self.id = id }
}

private enum Outer {
    @JSONModel
    fileprivate struct Aging {
        @available(*, deprecated) var old = 1 { didSet {} }
    }
}

@usableFromInline @JSONModel
struct Inlinable {
    var id: Int
    var seen = 1 { didSet {} }
}

@usableFromInline @JSONModel
class InlinableClass {
    var id = 1
}

@usableFromInline @JSONModel(subclassOf: InlinableClass.self)
class InlinableSubclass: InlinableClass {
    let name: String
    init(name: String) {
        self.name = name
        super.init()
    }
}

@Suite struct UserNameTests {
    @Test func casesWithNamesOfTypes() throws {
        let parts: [Part] = [
            .Text(Text(text: "a")), .Texts([Text(text: "b")]), .Maybe(nil), .point(Text(text: "c"), n: 1), .A(x: 1), ._A(y: 2),
            .`two words`(z: 3),
        ]
        let text = try parts.jsonString()
        #expect(
            text.hasPrefix(
                #"[{"Text":{"text":"a"}},{"Texts":[{"text":"b"}]},{"Maybe":null},{"point":{"_0":{"text":"c"},"n":1}},{"A":{"x":1}}"#))
        #expect(try [Part](json: text) == parts)
        let error = #expect(throws: JSONError.self) { try Part(json: #"{"point":7}"#) }
        #expect(error?.message == "expected an object (Part.point), found a number")
    }

    @Test func deprecatedAndUnavailableMembers() throws {
        #expect(try [Access](json: #"["read","write"]"#).count == 2)
        #expect(throws: JSONError.self) { try Access(json: #""all""#) }
        #expect(try Aging(json: #"{"id":1,"old":2}"#).jsonString() == #"{"id":1,"old":2}"#)
        #expect(try AgingClass(json: #"{"id":1,"old":2}"#).jsonString() == #"{"id":1,"old":2}"#)
        #expect(try Outer.Aging(json: #"{"old":2}"#).jsonString() == #"{"old":2}"#)
    }

    @Test func typesForInlinableCode() throws {
        #expect(try Inlinable(json: #"{"id":1}"#).seen == 1 && InlinableClass(json: "{}").id == 1)
        #expect(try InlinableSubclass(json: #"{"name":"a","id":2}"#).id == 2)
    }

    @Test func typesWithNamesOfSwift() throws {
        let chapter = Chapter(characters: [Character(id: 1)], range: Range(start: 1, end: 2))
        #expect(try Chapter(json: #"{"characters":[{"id":1}],"range":{"start":1,"end":2}}"#) == chapter)
    }

    @Test func aFunctionOfTheUserNamedPath() throws {
        let located = Located(id: 1, name: "a")
        #expect(try Located(json: #"{"id":2,"data":{"id":1,"name":"a"}}"#) == located)
        #expect(try located.jsonString() == #"{"data":{"id":1,"name":"a"}}"#)
    }

    @Test func aRangeThatIsAConstant() throws {
        #expect(try Aged(json: #"{"age":1,"other":null}"#) == Aged(age: 1, other: nil))
        for text in [#"{"age":151}"#, #"{"age":1,"other":-1}"#] {
            #expect(throws: JSONError.self) { try Aged(json: text) }
        }
    }

    @Test func aMemberOfAMemberOfATypeParameter() throws {
        #expect(try Choice<[Row]>(json: #"{"selected":3}"#).selected == 3)
    }

    @Test func aLazyPropertyBelowAnUnknownSuperclass() throws {
        let track = try Track(json: #"{"id":1,"title":"a"}"#), other = try Track(json: #"{"id":2}"#)
        #expect(track.title == "a" && track.length == 3 && other.title == "untitled")
        try track.update(json: #"{"title":"b"}"#)
        #expect(track.title == "b" && track.id == 1)
    }

    /// A copy keeps nil, although a missing key would give the initial value. This also holds in classes, and if properties have observers.
    @Test func copiesKeepNil() throws {
        let account = Account()
        account.nick = nil
        #expect(try account.jsonCopy().nick == nil && account.jsonCopy().level == 1)
        #expect(try Account().jsonCopy().nick == "guest" && Account().jsonCopy().rank == nil)
        var noted = NotedAccount(first: nil)
        noted.nick = nil
        #expect(try noted.jsonCopy() == noted)
        #expect(try NotedAccount().jsonCopy() == NotedAccount())
    }

    /// An element of an array at a path cannot be left out, so `omitsDefaults` leaves it in.
    @Test func omittedDefaultsAndElementsOfArrays() throws {
        #expect(try NotedAccount().jsonString(JSONWriteOptions(omitsDefaults: true)).contains(#""a":[5]"#))
    }
}

@JSONModel(tag: "type")
private indirect enum Filter {
    case not(Filter)
    case value(Character)
}

/// A tag cannot stand in a payload that is an enum. The error comes at the first use, also if the enum contains itself.
@Test func aTaggedEnumInItself() {
    let error = #expect(throws: JSONError.self) { try Filter(json: #"{"type":"value","id":1}"#) }
    #expect(error?.kind == .invalidMapping && error?.message.contains("cannot hold the tag") == true)
}
#endif
