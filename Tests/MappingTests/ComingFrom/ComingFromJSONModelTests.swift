import Testing
import Yoke

// Behaviour that users of JSONModel rely on, and that no other test shows. The articles ComingFrom*.md of Yoke.docc name these tests.

@Suite struct FromJSONModel {
    private struct Order: JSONConvertible, Equatable {
        var orderID: Int
        var total = 1.5
        var note: String? = "-"
        var isPaid = false
        var buyer: Buyer?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, keys: .camelCase) {
                $0.add("orderID", \.orderID)
                $0.add("total", \.total, key: "grand-total", literal: 1.5)
                $0.add("note", \.note, default: "-")
                $0.add("isPaid", \.isPaid, literal: false)
                $0.add("buyer", \.buyer, rules: [.invalidIsMissing])
            }
        }
    }

    private struct Buyer: JSONConvertible, Equatable {
        var name: String
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name) } }
    }

    @Test(arguments: [
        (#"{"orderId":"16909129","grand-total":"19.95"}"#, Order(orderID: 16_909_129, total: 19.95)),
        (#"{"orderId":1,"isPaid":"YES","note":19.95}"#, Order(orderID: 1, note: "19.95", isPaid: true)),
        (#"{"orderId":1,"isPaid":"no"}"#, Order(orderID: 1)), (#"{"orderId":"120.5","isPaid":2}"#, Order(orderID: 120, isPaid: true)),
        // A null leaves an optional property at its initial value.
        (#"{"orderId":1,"note":null,"grand-total":null}"#, Order(orderID: 1)),
        // `buyer` has the rule `.invalidIsMissing`. So a buyer that cannot be read leaves the property at its initial value.
        (#"{"orderId":1,"buyer":{"name":[]}}"#, Order(orderID: 1)),
        (#"{"orderId":1,"buyer":{"name":"b"}}"#, Order(orderID: 1, buyer: Buyer(name: "b"))),
    ])
    private func valuesOfOtherKindsAreConverted(_ text: String, _ order: Order) throws {
        #expect(try read(Order.self, text, .jsonModel) == order)
    }

    @Test func otherEncodings() throws {
        let text = #"{"orderId":1,"note":"é"}"#
        let sixteen = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let thirtyTwo = text.unicodeScalars.flatMap { [0, 0, UInt8($0.value >> 8), UInt8($0.value & 0xFF)] }
        for bytes in [Array(text.utf8), sixteen, thirtyTwo] {
            #expect(try Order(json: bytes, options: .jsonModel) == Order(orderID: 1, note: "é"))
        }
    }

    @Test func whatIsRequired() {
        expect(.typeMismatch, "$.orderId", reading: Order.self, #"{"orderId":null}"#, .jsonModel)
        expect(.missingKeys, "$", reading: Order.self, "{}", .jsonModel)
        expect(.typeMismatch, "$.note", reading: Order.self, #"{"orderId":1,"note":[]}"#, .jsonModel)
        expect(.typeMismatch, "$[1]", reading: [Buyer].self, #"[{"name":"a"},[{"name":"b"}]]"#, .jsonModel)
    }

    private struct Shop: JSONConvertible, Equatable {
        var owner: Owner?
        var prices: [String: Int]? = ["a": 1]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("owner", \.owner)
                $0.add("prices", \.prices, default: ["a": 1])
            }
        }
        struct Owner: JSONConvertible, Equatable {
            var name = "n"
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name, default: "n") } }
        }
    }

    /// PHP writes an empty object as an empty array, so `[]` is accepted for an object.
    @Test func emptyArraysForObjects() throws {
        let text = #"{"owner":[],"prices":[ ]}"#
        for options in [JSONReadOptions.jsonModel, .salvage] {
            #expect(try read(Shop.self, text, options) == Shop(owner: .init(), prices: [:]))
            #expect(try read([[String: Shop]].self, "[[],{\"k\":\(text)}]", options) == [[:], ["k": Shop(owner: .init(), prices: [:])]])
        }
        expect(.typeMismatch, "$.prices", reading: Shop.self, #"{"prices":[1]}"#, .jsonModel)
        expect(.typeMismatch, "$.prices", reading: Shop.self, #"{"prices":[[1],{}]}"#, .jsonModel)
        expect(.missingKeys, "$[0]", reading: [Buyer].self, "[[]]", .jsonModel)
        expect(.typeMismatch, "$.owner", reading: Shop.self, text, .lenient)
        // Only an empty array is accepted for an object. Salvage mode drops an array with elements, so both properties keep their initial
        // values.
        #expect(try read(Shop.self, #"{"prices":[[1],{}],"owner":[{"a":[]}]}"#, .salvage) == Shop())
    }

    @Test func keyStyleOfTheCall() throws {
        var options = JSONReadOptions.jsonModel
        options.keyStyle = .snakeCase
        // The key style of a call changes neither keys that the mapping names, nor keys of dictionaries.
        let text = #"{"o":{"order_id":1,"grand-total":2,"is_paid":true,"orderId":9}}"#
        #expect(try read([String: Order].self, text, options) == ["o": Order(orderID: 1, total: 2, isPaid: true)])
    }

    /// In JSONModel, a property can have a setter for each kind of JSON value. In Yoke, one coder reads all kinds.
    private struct Minutes: JSONCoder {
        struct Unreadable: Error {}
        func decode(_ value: JSONValue) throws -> Int {
            if let minutes = value.int { return minutes }
            let parts = (value.string ?? "").split(separator: ":").compactMap { Int($0) }
            guard parts.count == 2 else { throw Unreadable() }
            return parts[0] * 60 + parts[1]
        }
        func encode(_ minutes: Int) -> JSONValue { .string("\(minutes / 60):\(minutes % 60)") }
    }

    private struct Trip: JSONConvertible, Equatable {
        var length: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("length", \.length, by: Minutes()) } }
    }

    @Test func settersAndGetters() throws {
        #expect(try read(Trip.self, #"{"length":90}"#) == Trip(length: 90))
        #expect(try read(Trip.self, #"{"length":"1:30"}"#) == Trip(length: 90))
        #expect(try written(Trip(length: 90)) == #"{"length":"1:30"}"#)
        expect(.refused, "$.length", reading: Trip.self, #"{"length":[1]}"#)
    }

    /// A type whose mapping gives it a JSON form of its own, in all properties of this type.
    private struct Colour: JSONConvertible, Equatable {
        var name: String
        struct Unknown: Error {}
        static var jsonMapping: JSONMapping {
            JSONMapping(
                text: Colour.self,
                read: { text in
                    guard text.hasPrefix("#") else { throw Unknown() }
                    return Colour(name: String(text.dropFirst()))
                }, write: { "#" + $0.name })
        }
    }

    @Test func transformersOfAType() throws {
        #expect(try read([String: [Colour]].self, ##"{"a":["#fff","#000"]}"##) == ["a": [Colour(name: "fff"), Colour(name: "000")]])
        #expect(try written([Colour(name: "fff")]) == ##"["#fff"]"##)
        expect(.refused, "$[0]", reading: [Colour].self, #"["fff"]"#)
    }

    @Test func mergingKeepsOnNull() throws {
        for engine in engines {
            var options = JSONReadOptions.jsonModel
            options.engine = engine
            var order = Order(orderID: 1, note: "n", buyer: Buyer(name: "b"))
            let policy = JSONUpdatePolicy(nulls: .keep, models: .replace)
            try order.update(json: #"{"note":null,"grand-total":"2"}"#, policy: policy, options: options)
            #expect(order == Order(orderID: 1, total: 2, note: "n", buyer: Buyer(name: "b")))
        }
    }
}
