#if Macros
import OtherModels
import Testing
import Yoke

// Models of every shape that @JSONModel accepts, read and written by the public API. MacroTests compares their expansions with
// the expected source; here the expansions must compile and bind.

// MARK: - Plain structs

@JSONModel(keys: .snakeCase)
struct Tweet: Equatable {
    let id: UInt64
    @JSONKey("full_text") var text: String
    var retweetCount = 0
    var lang: Lang = .english
    var place: String?
    var tags: Set<String> = []
    var scores: [String: Double] = [:]
    var author: Author
    var replies: [Author] = []
    @JSONIgnore var cache: [String: Int] = ["kept": 1]
    @JSONIgnore var selected: Bool?
}

@JSONModel(keys: .snakeCase)
struct Author: Equatable {
    var screenName: String
    var userID: Int
}

@JSONModel
enum Lang: String {
    case english = "en", german = "de"
    case `default`
    #if os(Linux)
    case linux
    #endif
}

@JSONModel
enum Priority: Int {
    case low = 1, high
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@JSONModel
struct Scalars: Equatable {
    var bool: Bool
    var int: Int, int8: Int8, int16: Int16, int32: Int32, int64: Int64, int128: Int128
    var uint: UInt, uint8: UInt8, uint16: UInt16, uint32: UInt32, uint64: UInt64, uint128: UInt128
    var float: Float, double: Double
    var string: String
}

@JSONModel
struct Defaults: Equatable {
    var a = -1, b: Double = 2.5, c = true, d = ""
    var e: [Int] = [], f: [String: Int] = [:], g: Set<Int> = [], h: Int? = nil, i: Int? = 9
    var j = "text", k: [Int] = [1, 2], l = Priority.high
    var m = """
        two
          lines
        """
    var n = if Lang.english.rawValue == "en" { 1 } else { 2 }
}

nonisolated(unsafe) private var ticket = 0
private func nextTicket() -> Int {
    ticket += 1
    return ticket
}

@JSONModel
struct Ticket {
    var number = nextTicket()
    var seat: String
}

@JSONModel
final class TicketOffice {
    var number = nextTicket()
    var seat: String

    init(seat: String) { self.seat = seat }
}

@JSONModel
struct Keywords: Equatable {
    var `class`: String
    var `self`: Int
    var `init`: Int = 3
    var `two words`: Bool
}

@JSONModel
struct OddKeys: Equatable {
    @JSONKey("a\"b") var quote: Int
    @JSONKey("a\\b") var backslash: Int
    @JSONKey(#"\(danger)"#) var interpolation: Int
    @JSONKey("line\nbreak") var newline: Int
    @JSONKey(.literal("a.b[0]")) var literal: Int
    @JSONKey("") var empty: Int
    @Yoke.JSONKey("\u{1F600}") var emoji: Int
}

@JSONModel
private struct Hidden {
    private var secret: Int
    fileprivate private(set) var shown = 2
    private let fixed: String

    var sum: Int { secret + shown }
    var text: String {
        get { fixed }
        set { shown = newValue.count }
    }
    static let limit = 3
    nonisolated(unsafe) static var made = 0
}

@JSONModel
struct Platform: Equatable {
    var name: String
    #if os(Linux)
    var kernel = "linux"
    #elseif os(Windows)
    var edition: NoSuchType
    #else
    var other: Int
    #endif
}

@JSONModel
struct Empty: Equatable {}

@JSONModel
struct Wide: Equatable {
    var f0: String = "s0"
    var f1: Int
    var f2: Int
    var f3: String = "s3"
    var f4: Int
    var f5: Int
    var f6: String = "s6"
    var f7: Int
    var f8: Int
    var f9: String = "s9"
    var f10: Int
    var f11: Int
    var f12: String = "s12"
    var f13: Int
    var f14: Int
    var f15: String = "s15"
    var f16: Int
    var f17: Int
    var f18: String = "s18"
    var f19: Int
    var f20: Int
    var f21: String = "s21"
    var f22: Int
    var f23: Int
    var f24: String = "s24"
    var f25: Int
    var f26: Int
    var f27: String = "s27"
    var f28: Int
    var f29: Int
    var f30: String = "s30"
    var f31: Int
    var f32: Int
    var f33: String = "s33"
    var f34: Int
    var f35: Int
    var f36: String = "s36"
    var f37: Int
    var f38: Int
    var f39: String = "s39"
    var f40: Int
    var f41: Int
    var f42: String = "s42"
    var f43: Int
    var f44: Int
    var f45: String = "s45"
    var f46: Int
    var f47: Int
    var f48: String = "s48"
    var f49: Int
    var f50: Int
    var f51: String = "s51"
    var f52: Int
    var f53: Int
    var f54: String = "s54"
    var f55: Int
    var f56: Int
    var f57: String = "s57"
    var f58: Int
    var f59: Int
    var f60: String = "s60"
    var f61: Int
    var f62: Int
    var f63: String = "s63"
    var f64: Int
    var f65: Int
    var f66: String = "s66"
    var f67: Int
    var f68: Int
    var f69: String = "s69"
}

enum Space {
    @JSONModel
    fileprivate struct Inside {
        var x: Int
        @JSONModel
        fileprivate struct Deeper {
            var y: [Inside]
        }
    }
}

@JSONModel
struct Imported: Equatable {
    var address: Address
    var others: [String: Address] = [:]
    var level = Level.low
}

// MARK: - Generic and recursive types

@JSONModel
struct Box<Value: Equatable>: Equatable {
    var items: [Value] = []
    var inner: [Box<Value>] = []
}

@JSONModel
struct Pair<First, Second> {
    var first: First
    var second: Second?
    var boxes: [[Tagged<Second>]] = []
}

@JSONModel
struct Tagged<Tag> {
    var raw: Int
}

extension Box {
    @JSONModel
    struct Lid {
        var closed: Bool
    }
}

@JSONModel
final class Node<T> {
    var value: T
    var next: Node<T>?
    weak var parent: Node?
    let children: [Node<T>]

    init(value: T) {
        self.value = value
        children = []
    }
}

@JSONModel
struct Left { var rights: [Right] = [] }

@JSONModel
struct Right { var left: [String: Left] = [:]; var cycle: Cycle? }

@JSONModel
final class Cycle { var left: Left? }

// MARK: - Staged types

@JSONModel
class Person {
    var name = "nobody"
    var age: Int?
    let id: Int
    @JSONIgnore private var visits = [1]
    private var secret: Int = 4

    init(id: Int) { self.id = id }

    var sum: Int { secret + visits.count }
}

@JSONModel
class Settings {
    var volume = 5
    var name: String?
}

@JSONModel
class Sorted: CustomStringConvertible {
    var order = 1
    var description: String { "\(order)" }
}

@JSONModel
final class Reader: Shelf {
    let title: String
    var pages = 3

    override init() {
        title = "none"
        super.init()
    }
}

class Shelf {
    var label = "shelf"
}

@propertyWrapper
struct Clamped {
    private var stored: Int
    private let range: ClosedRange<Int>
    var wrappedValue: Int {
        get { stored }
        set { stored = min(max(newValue, range.lowerBound), range.upperBound) }
    }

    init(wrappedValue: Int, _ range: ClosedRange<Int> = 0...10) {
        self.range = range
        stored = min(max(wrappedValue, range.lowerBound), range.upperBound)
    }

    init(_ range: ClosedRange<Int>) {
        self.init(wrappedValue: range.lowerBound, range)
    }
}

nonisolated(unsafe) private var observed = 0

@JSONModel(keys: .kebabCase)
struct Observed {
    var firstName: String {
        didSet { observed += 1 }
    }
    var count = 1 {
        willSet { observed += 1 }
    }
    lazy var half: Int = count / 2
    @Clamped(0...10) var level: Int = 5
    @Clamped var limit: Int
    @Clamped(0...3) var third: Int
    @JSONIgnore var action: (() -> Void)?
    @JSONIgnore var make = { 1 }
    var children: [Self] = []
}

@JSONModel
final class GenericStaged<T> {
    var value: T {
        didSet { observed += 1 }
    }
    lazy var count: Int = all.count
    var all: [T] = []
    var plain = 3

    init(value: T) { self.value = value }
}

// MARK: - Tests

@Suite("Types under @JSONModel bind and write")
struct MacroModelTests {
    @Test("a struct with renamed, ignored, nested and default properties")
    func plainStruct() throws {
        let text =
            #"{"id":7,"full_text":"hi","lang":"de","tags":["a"],"scores":{"x":1.5},"author":{"screen_name":"m","user_id":3},"cache":{"no":2}}"#
        let tweet = try Tweet(json: text)
        #expect(
            tweet == Tweet(id: 7, text: "hi", lang: .german, tags: ["a"], scores: ["x": 1.5], author: Author(screenName: "m", userID: 3)))
        #expect(tweet.cache == ["kept": 1])
        #expect(
            try tweet.jsonString()
                == #"{"id":7,"full_text":"hi","retweet_count":0,"lang":"de","tags":["a"],"scores":{"x":1.5},"author":{"screen_name":"m","user_id":3},"replies":[]}"#
        )
    }

    @Test("every scalar")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func scalars() throws {
        let text =
            #"{"bool":true,"int":-1,"int8":-128,"int16":-32768,"int32":-2147483648,"int64":-9223372036854775808,"int128":-170141183460469231731687303715884105728,"uint":1,"uint8":255,"uint16":65535,"uint32":4294967295,"uint64":18446744073709551615,"uint128":340282366920938463463374607431768211455,"float":0.5,"double":2.25,"string":"s"}"#
        #expect(try Scalars(json: text).jsonString() == text)
        #expect(try Scalars(json: text).uint128 == .max)
    }

    @Test("missing keys take initial values")
    func defaults() throws {
        #expect(try Defaults(json: "{}") == Defaults())
        #expect(try Defaults(json: #"{"a":3,"j":"x","k":[],"i":null,"n":8}"#) == Defaults(a: 3, i: nil, j: "x", k: [], n: 8))
    }

    @Test("initial values with side effects run for each instance, and only when needed")
    func sideEffects() throws {
        let before = nextTicket()
        let tickets = try [Ticket](json: #"[{"seat":"a"},{"seat":"b","number":100},{"seat":"c"}]"#)
        #expect(tickets.map(\.number) == [before + 1, 100, before + 2])
        let office = try TicketOffice(json: #"{"seat":"a"}"#)
        #expect(office.number == before + 3)
    }

    @Test("enums by raw value")
    func enums() throws {
        #expect(try [Lang](json: #"["en","de","default"]"#) == [.english, .german, .default])
        #expect(try [Priority](json: "[1,2]") == [.low, .high])
        #expect(try [Priority.high].jsonString() == "[2]")
        #expect(throws: JSONError.self) { try [Lang](json: #"["fr"]"#) }
        #if os(Linux)
        #expect(try [Lang](json: #"["linux"]"#) == [.linux])
        #endif
    }

    @Test("names in backticks and odd keys")
    func names() throws {
        let keywords = #"{"class":"c","self":1,"init":2,"two words":true}"#
        #expect(try Keywords(json: keywords).jsonString() == keywords)
        let odd = #"{"a\"b":1,"a\\b":2,"\\(danger)":3,"line\nbreak":4,"a.b[0]":5,"":6,"😀":7}"#
        #expect(try OddKeys(json: odd) == OddKeys(quote: 1, backslash: 2, interpolation: 3, newline: 4, literal: 5, empty: 6, emoji: 7))
        #expect(try OddKeys(json: odd).jsonString() == odd)
    }

    @Test("private and computed properties, and members in #if")
    func privateProperties() throws {
        let hidden = try Hidden(json: #"{"secret":4,"fixed":"f"}"#)
        #expect(hidden.sum == 6)
        #expect(try hidden.jsonString() == #"{"secret":4,"shown":2,"fixed":"f"}"#)
        let inside = try Space.Inside.Deeper(json: #"{"y":[{"x":1}]}"#)
        #expect(inside.y.map(\.x) == [1])
        #if os(Linux)
        #expect(try Platform(json: #"{"name":"n"}"#).jsonString() == #"{"name":"n","kernel":"linux"}"#)
        #endif
    }

    @Test("no fields, and more than 64")
    func sizes() throws {
        #expect(try Empty(json: #"{"unknown":[1]}"#) == Empty())
        #expect(try Empty().jsonString() == "{}")
        let members = (0..<70).map { $0 % 3 == 0 ? "\"f\($0)\":\"v\($0)\"" : "\"f\($0)\":\($0)" }
        let text = "{" + members.joined(separator: ",") + "}"
        #expect(try Wide(json: text).jsonString() == text)
        let required = "{" + members.enumerated().filter { $0.offset % 3 != 0 }.map(\.element).joined(separator: ",") + "}"
        #expect(try Wide(json: required).f69 == "s69")
        #expect(throws: JSONError.self) { try Wide(json: "{}") }
    }

    @Test("types from another module")
    func imported() throws {
        let text = #"{"address":{"street":"s"},"others":{"a":{"street":"t","zip":"1"}},"level":"high"}"#
        #expect(try Imported(json: text).jsonString() == text)
        #expect(try Account(json: #"{"id":1}"#).owner == "nobody")
        #expect(try Device(json: #"{"name":"n"}"#).jsonString() == #"{"name":"n"}"#)
        #expect(try Internal(json: #"{"x":1}"#).x == 1)
    }

    @Test("generic structs in arrays")
    func generics() throws {
        let text = #"{"items":[1,2],"inner":[{"items":[3],"inner":[]}]}"#
        #expect(try Box<Int>(json: text) == Box(items: [1, 2], inner: [Box(items: [3])]))
        #expect(try Box<Int>(json: text).jsonString() == text)
        let pair = try Pair<String, Box<Int>>(json: #"{"first":"f","second":{"items":[1]},"boxes":[[{"raw":1}],[]]}"#)
        #expect(pair.second?.items == [1])
        #expect(pair.boxes.map(\.count) == [1, 0])
        #expect(try Box<Int>.Lid(json: #"{"closed":true}"#).closed)
        #expect(try Box<Box<Priority>>(json: #"{"items":[{"items":[2]}]}"#).items.first?.items == [.high])
    }

    @Test("recursive classes")
    func recursive() throws {
        let text = #"{"value":1,"next":{"value":2,"children":[]},"children":[{"value":3,"children":[]}]}"#
        let node = try Node<Int>(json: text)
        #expect(node.next?.value == 2)
        #expect(try node.jsonString() == text)
    }

    @Test("mutually recursive types, first used from 8 threads")
    func recursionFromThreads() async throws {
        let text = #"{"rights":[{"left":{"a":{"rights":[]}},"cycle":{"left":{"rights":[]}}}]}"#
        try await withThrowingTaskGroup(of: String.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    // `Left` and `Right` contain each other. Half of the tasks begin with the plan of `Left`, and half with the plan of
                    // `Right`.
                    thread.isMultiple(of: 2)
                        ? try Left(json: text).jsonString()
                        : try "{\"rights\":" + [Right](json: String(text.dropFirst(10).dropLast())).jsonString() + "}"
                }
            }
            for try await written in group { #expect(written == text) }
        }
    }

    @Test("classes keep their initialisers and their initial values")
    func classes() throws {
        let person = try Person(json: #"{"id":1,"age":30,"visits":[]}"#)
        #expect((person.name, person.age, person.id, person.sum) == ("nobody", 30, 1, 5))
        #expect(try person.jsonString() == #"{"name":"nobody","age":30,"id":1,"secret":4}"#)
        #expect(Settings().volume == 5)
        #expect(try Settings(json: #"{"name":"n"}"#).jsonString() == #"{"volume":5,"name":"n"}"#)
        #expect(Sorted().order == 1)
        #expect(try Sorted(json: #"{"order":2}"#).order == 2)
        let reader = try Reader(json: #"{"title":"t"}"#)
        #expect((reader.title, reader.pages, reader.label) == ("t", 3, "shelf"))
    }

    @Test("null for a staged property with an initial value")
    func stagedNull() throws {
        #expect(throws: Never.self) { try Settings(json: #"{"volume":null,"name":null}"#) }
        #expect(try Settings(json: #"{"volume":null}"#).volume == 5)
    }

    @Test("observed, lazy and wrapped properties")
    func staged() throws {
        let before = observed
        let text = #"{"first-name":"n","limit":99,"third":4,"level":-3,"children":[{"first-name":"c","limit":1,"third":1}]}"#
        var value = try Observed(json: text)
        #expect(observed == before)
        #expect((value.firstName, value.count, value.half, value.level, value.limit, value.third) == ("n", 1, 0, 0, 10, 3))
        #expect(value.children.first?.level == 5)
        #expect(value.make() == 1)
        #expect(
            try Observed(json: #"{"first-name":"n","limit":1,"third":2,"count":8}"#).jsonString()
                == #"{"first-name":"n","count":8,"half":4,"level":5,"limit":1,"third":2,"children":[]}"#)
        let generic = try GenericStaged<String>(json: #"{"value":"v","all":["a","b"]}"#)
        #expect(try generic.jsonString() == #"{"value":"v","count":2,"all":["a","b"],"plain":3}"#)
    }
}
#endif
