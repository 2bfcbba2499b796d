import Testing
import Yoke

@Suite struct LazyTests {
    private final class Names: Sendable { let prefix: String; init(_ prefix: String) { self.prefix = prefix } }

    private struct Item: JSONConvertible, Hashable, Sendable {
        var itemName: String
        var note: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("itemName", \.itemName)
                $0.add("note", \.note, rules: [.views("all")])
                $0.afterReadingInContext { item, context in
                    if let names = context.find(Names.self) { item.itemName = names.prefix + item.itemName }
                }
            }
        }
    }

    private struct Page: JSONConvertible, Hashable, Sendable {
        var items: JSONLazy<[Item]>
        var numbers: JSONLazy<[Int]>?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("items", \.items)
                $0.add("numbers", \.numbers, rules: [.lossy])
            }
        }
    }

    @Test func optionsAndContextOfTheCall() throws {
        var options = JSONReadOptions.lenient
        options.keyStyle = .snakeCase
        options.context = JSONContext(Names("a "))
        for engine in engines {
            options.engine = engine
            let page = try Page(json: #"{"items":[{"item_name":5}]}"#, options: options)
            #expect(try page.items.value() == [Item(itemName: "a 5")])
        }
        #expect(throws: JSONError.self) { try Page(json: #"{"items":[{"item_name":5}]}"#).items.value() }
        #expect(try JSONLazy<Item>(json: #"{"item_name":5}"#, options: options).value().itemName == "a 5")
    }

    @Test func rulesOfTheProperty() throws {
        let page = try read(Page.self, #"{"items":[],"numbers":[1,"x",2]}"#)
        #expect(try page.numbers?.value() == [1, 2])
    }

    /// A lazy value is usually written as its raw text. With another key style or view, its members are written anew.
    @Test func writtenByOtherCalls() throws {
        var options = JSONReadOptions.strict
        options.keyStyle = .snakeCase
        let page = try Page(json: #"{"items":[{"item_name": "x", "note": "n", "more": 1}]}"#, options: options)
        #expect(
            try page.jsonString(JSONWriteOptions(keyStyle: .snakeCase)) == #"{"items":[{"item_name": "x", "note": "n", "more": 1}]}"#)
        #expect(try page.jsonString() == #"{"items":[{"itemName":"x","note":"n"}]}"#)
        #expect(try page.jsonString(JSONWriteOptions(view: "public")) == #"{"items":[{"itemName":"x"}]}"#)
    }

    /// The text of NaN depends on the policy of the writing call, and not on the policy of the reading call.
    @Test func nonFiniteNumbersInOtherCalls() throws {
        let policies: [JSONNonFiniteNumbers] = [.null, .strings(positive: "i", negative: "-i", nan: "n"), .literal]
        for (engine, policy) in engines.flatMap({ engine in policies.map { (engine, $0) } }) {
            var options = JSONReadOptions.strict
            (options.engine, options.nonFiniteNumbers) = (engine, policy)
            let numbers = try [1.5, .nan].jsonString(JSONWriteOptions(nonFiniteNumbers: policy))
            let lazy = try [JSONLazy<[Double]>](json: "[\(numbers)]", options: options)
            #expect(throws: JSONError.self) { try lazy.jsonString() }
            for other in policies {
                let writing = JSONWriteOptions(nonFiniteNumbers: other)
                #expect(try lazy.jsonString(writing) == "[\([1.5, .nan].jsonString(writing))]", "\(policy) \(other)")
            }
        }
        #expect(try JSONLazy<[Double]>(json: "[1.50, 2e0]", options: .json5).jsonString() == "[1.50, 2e0]")
    }

    /// A strict call would read something else from the text of such a call.
    @Test func theTextOfOtherModesIsNotCopied() throws {
        var options = JSONReadOptions.strict
        options.duplicateKeys = .first
        #expect(try JSONLazy<[String: Int]>(json: #"{"a":1,"a":2}"#, options: options).jsonString() == #"{"a":1}"#)
        #expect(try JSONLazy<[Int]>(json: #"["5", {}]"#, options: .salvage).jsonString() == "[5]")
        #expect(try JSONLazy<[Int]>(json: #"["x"]"#, options: .lenient).jsonString() == #"["x"]"#)  // the value cannot be read
    }

    @Test func comparisonsDoNotDependOnTheText() throws {
        struct Model: JSONConvertible {
            var ids: JSONLazy<Set<Int>>
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("ids", \.ids) } }
        }
        let made = Model(ids: JSONLazy([1, 2, 3, 4, 5, 6, 7])), copy = try made.jsonCopy()
        #expect(made.hasSameJSON(as: copy))
        let unread = try Model(json: #"{"ids":5}"#)
        #expect(unread.hasSameJSON(as: unread) && !unread.hasSameJSON(as: made))
        let sorted = try JSONLazy<Item>(json: #"{"note": "n", "itemName": "x"}"#).jsonString(JSONWriteOptions(sortsKeys: true))
        #expect(sorted == #"{"itemName":"x","note":"n"}"#)
    }

    private final class Note: JSONConvertible, @unchecked Sendable {
        var text = ""
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Note.self, via: [String].self,
                decode: {
                    let note = Note()
                    note.text = $0.first ?? ""
                    return note
                }, encode: { [$0.text] })
        }
    }

    @Test func changesOfInstancesInContainersAreWritten() throws {
        let list = try JSONLazy<[Note]>(json: #"[ ["a"] ]"#), byKey = try JSONLazy<[String: Note]>(json: #"{ "k": ["a"] }"#)
        let maybe = try JSONLazy<Note?>(json: #"[ "a" ]"#), numbers = try JSONLazy<[Int]>(json: "[1e0]")
        #expect(try list.jsonString() == #"[ ["a"] ]"#)
        try list.value()[0].text = "b"
        try byKey.value()["k"]?.text = "b"
        try maybe.value()?.text = "b"
        #expect(try list.jsonString() == #"[["b"]]"#)
        #expect(try byKey.jsonString() == #"{"k":["b"]}"#)
        #expect(try maybe.jsonString() == #"["b"]"#)
        #expect(try numbers.value() == [1] && numbers.jsonString() == "[1e0]")  // a number cannot change, so its text stays
    }

    private struct Login: JSONConvertible, Equatable, Sendable {
        var user: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("user", \.user) } }
    }

    private enum Event: JSONConvertible {
        case login(JSONLazy<Login>)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add(
                    "login", JSONLazy<Login>.self, make: { .login($0) }, match: { if case .login(let value) = $0 { value } else { nil } })
            }
        }
    }

    private struct Log: JSONConvertible {
        var event: Event
        var users: [String: Login?]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("event", \.event)
                $0.add("users", \.users)
            }
        }
    }

    @Test func theTagOfALazyPayloadIsWrittenOnce() throws {
        let text = #"{"event":{"type":"login","user":1,"more":2},"users":{"a":{"user":3}}}"#
        var log = try Log(json: text)
        #expect(try log.jsonString() == text)
        // This raw text has no tag.
        log.event = .login(try JSONLazy(json: #"{"user":7}"#))
        #expect(try log.jsonString() == #"{"event":{"type":"login","user":7},"users":{"a":{"user":3}}}"#)
        // This raw text has the tag of another case.
        log.event = .login(try JSONLazy(json: #"{"type":"logout","user":7}"#))
        #expect(try log.jsonString() == #"{"event":{"type":"login","user":7},"users":{"a":{"user":3}}}"#)
        log.event = .login(JSONLazy(Login(user: 8)))
        #expect(try log.jsonString() == #"{"event":{"type":"login","user":8},"users":{"a":{"user":3}}}"#)
    }

    private struct Account: JSONConvertible {
        var id = 0
        var password: String?
        var login: JSONLazy<Login>
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, literal: 0)
                $0.add("password", \.password)
                $0.flatten("login", \.login)
            }
        }
    }

    @Test func aFlattenedLazyValueHasOnlyItsOwnMembers() throws {
        var account = try Account(json: #"{"id":1,"password":"x","user":2,"more":3}"#)
        var options = JSONWriteOptions()
        #expect(try account.jsonString() == #"{"id":1,"password":"x","user":2}"#)
        options.excluding = ["password"]
        #expect(try account.jsonString(options) == #"{"id":1,"user":2}"#)
        account.password = nil
        #expect(try account.jsonString() == #"{"id":1,"user":2}"#)
    }

    @Test func lazyValuesAreComparedByTheirValue() throws {
        let page = try Page(json: #"{"items":[{"itemName":"x"}]}"#)
        #expect(try page == Page(json: #"{"items": [ {"itemName": "x", "more": 1} ]}"#))
        #expect(page.hashValue == Page(items: JSONLazy([Item(itemName: "x")])).hashValue)
        #expect(page != Page(items: JSONLazy([Item(itemName: "y")])))
        let unread = try JSONLazy<[Item]>(json: "[5]")
        #expect(try unread == JSONLazy(json: "[5]"))
        #expect(try unread != JSONLazy(json: "[6]"))
        #expect(unread != page.items)
    }

    /// The limit for the entire text does not limit the raw text of a part, where JSON5 may be longer.
    @Test func theLimitOfTheTextIsNotForItsParts() throws {
        struct Model: JSONConvertible {
            var v: JSONLazy<[Double]>
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("v", \.v) } }
        }
        var options = JSONReadOptions.json5
        options.limits.totalBytes = 30
        let text = "{v:[NaN,NaN,NaN,NaN]}"
        #expect(try Model(json: text, options: options).v.value().count == 4)
        options.limits.totalBytes = 10
        #expect(throws: JSONError.self) { try Model(json: text, options: options) }
    }
}
