import Testing
import Yoke

// This target is compiled with the main actor as the default isolation, as new apps are.

struct Place: Equatable {
    var name: String
    var level = 1
}

nonisolated extension Place: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("name", \.name)
            $0.add("level", \.level, literal: 1)
        }
    }
}

/// Reads and writes a value outside of the main actor.
nonisolated private func roundTrip<Value: JSONConvertible>(_ type: Value.Type, _ text: String) throws -> String {
    try Value(json: text).jsonString()
}

@concurrent private func elsewhere<Value: JSONConvertible & Sendable>(_ text: String) async throws -> Value { try Value(json: text) }

struct IsolationTests {
    @Test func mappingsByHand() async throws {
        #expect(try roundTrip(Place.self, #"{"name":"a"}"#) == #"{"name":"a","level":1}"#)
        let place: Place = try await elsewhere(#"{"name":"b","level":2}"#)
        #expect(place == Place(name: "b", level: 2))
    }

    #if Macros
    @Test func modelsOfEveryKind() async throws {
        for (text, trip) in [
            (#"{"id":1,"kind":"big","place":{"name":"a","level":1}}"#, { try roundTrip(Plain.self, $0) }),
            (#"{"count":2,"names":["a"]}"#, { try roundTrip(Observed.self, $0) }),
            (#"{"type":"line","from":1,"to":2}"#, { try roundTrip(Figure.self, $0) }),
            (#"{"type":"dot"}"#, { try roundTrip(Figure.self, $0) }),
            (#"{"price":5,"name":"none"}"#, { try roundTrip(Offer.self, $0) }),
            (#"{"name":"a"}"#, { try roundTrip(Account.self, $0) }),
            (#"{"name":"a","rank":3}"#, { try roundTrip(Admin.self, $0) }),
        ] as [(String, (String) throws -> String)] {
            #expect(try trip(text) == text)
        }
        #expect(try await elsewhere(#"{"value":" x "}"#) == Hooked(value: "x"))
    }
    #endif
}

#if Macros
@JSONModel
enum Kind: String {
    case big
    @JSONCase(.fallback) case other
}

@JSONModel
struct Plain {
    let id: Int
    var kind: Kind?
    var place: Place
}

@JSONModel
struct Observed {
    var count = 0 {
        didSet { changes += 1 }
    }
    var names: [String]
    @JSONIgnore var changes = 0
}

@JSONModel(tag: "type")
enum Figure {
    case dot
    case line(from: Int, to: Int)
}

@JSONModel
struct Hooked: Equatable {
    var value: String

    nonisolated static func jsonHooks(_ mapping: JSONMapping) -> JSONMapping {
        mapping.afterReading(Hooked.self) { $0.value = String($0.value.split(separator: " ").joined()) }
    }
}

nonisolated struct Cents: JSONCoder {
    func decode(_ storage: Int) throws -> Double { Double(storage) / 100 }
    func encode(_ value: Double) throws -> Int { Int(value * 100) }
}

nonisolated private func defaultName() -> String { "none" }

@JSONModel
struct Offer {
    @JSONCoded(Cents()) var price: Double
    var name = defaultName()
}

@JSONModel
nonisolated class Account {
    var name: String
}

@JSONModel(subclassOf: Account.self)
nonisolated final class Admin: Account {
    var rank = 0
}
#endif
