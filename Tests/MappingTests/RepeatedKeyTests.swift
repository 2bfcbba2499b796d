import TestSupport
import Testing
import Yoke

/// Repeated keys of what is told by its text: tags of cases, members that extras keep.
@Suite struct RepeatedKeyTests {
    private struct Admin: JSONConvertible, Equatable {
        var x = 0
        static var jsonSchema: JSONSchema { JSONSchema(Self.self) { $0.add("x", \.x, default: 0) } }
    }

    private enum Role: JSONConvertible, Equatable {
        case admin(Admin), reader(Admin)
        static var jsonSchema: JSONSchema {
            JSONSchema(cases: Role.self, tag: "g") {
                $0.add("admin", Admin.self, make: { .admin($0) }, match: { if case .admin(let x) = $0 { x } else { nil } })
                $0.add("reader", Admin.self, make: { .reader($0) }, match: { if case .reader(let x) = $0 { x } else { nil } })
            }
        }
    }

    @Test(arguments: JSONEngine.all)
    func tags(engine: JSONEngine) throws {
        var options = JSONReadOptions.strict
        options.engine = engine
        let text = #"{"g":"admin","x":1,"g":"reader"}"#
        #expect(try Role(json: text, options: options) == .reader(Admin(x: 1)))
        options.duplicateKeys = .first
        #expect(try Role(json: text, options: options) == .admin(Admin(x: 1)))
        #expect(try Role(json: #"{"g":"admin","g":"none","\u0067":7}"#, options: options) == .admin(Admin()))
        options.duplicateKeys = .reject
        let error = #expect(throws: JSONError.self) { try Role(json: text, options: options) }
        #expect(error?.kind == .duplicateKey && error?.path == "$.g")
    }

    private struct Rest: JSONConvertible, Equatable {
        var rest: JSONObject = [:]
        static var jsonSchema: JSONSchema { JSONSchema(Self.self) { $0.extras("rest", \.rest) } }
    }

    @Test(arguments: JSONEngine.all)
    func extras(engine: JSONEngine) throws {
        for mode in [JSONReadMode.strict, .salvage, .mjExtension, .jsonModel, .yyModel] {
            var options = JSONReadOptions(mode: mode)
            options.engine = engine
            options.limits.numberDigits = 10_000
            let long = String(repeating: "7", count: 5000)
            let text = #"{"a":null,"b":"é\n\u0041","c":-1.50e2,"d":[1,{"e":"f"}],"g":true,"h":false,"":"plain","i":\#(long),"a":"again"}"#
            let rest = try Rest(json: text, options: options).rest
            #expect(try rest == JSONObject(json: text, options: options), "\(mode)")
            #expect(rest.map(\.key) == ["a", "b", "c", "d", "g", "h", "", "i", "a"] && rest[2].value.description == "-1.50e2")
        }
    }

    @Test(arguments: JSONEngine.all)
    func extrasOfWhichNoneMayComeAgain(engine: JSONEngine) throws {
        var options = JSONReadOptions.untrusted
        options.engine = engine
        for value in ["null", "1", "[]", #""x""#] {
            #expect(try Rest(json: #"{"":\#(value),"a":\#(value)}"#, options: options).rest.count == 2)
            #expect(try Rest(json: #"{"a":\#(value),"":\#(value)}"#, options: options).rest.count == 2)
            for text in [#"{"":\#(value),"":1}"#, #"{"a":\#(value),"":\#(value),"a":1}"#] {
                #expect(throws: JSONError.self) { try Rest(json: text, options: options) }
            }
        }
    }

    @Test func aPatchOfExtras() throws {
        var rest = try Rest(json: #"{"a":{"b":1,"c":2},"d":4,"e":[5]}"#)
        #expect(try rest.update(json: #"{"a":{"b":null,"x":{"y":null}},"d":null,"f":{"g":null,"h":1},"e":6,"q":null}"#, policy: .mergePatch).names == ["rest"])
        #expect(try rest.rest == JSONObject(json: #"{"a":{"c":2,"x":{}},"e":6,"f":{"h":1}}"#))
    }
}
