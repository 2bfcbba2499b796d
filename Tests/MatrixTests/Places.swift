import Yoke

// Generic models with a property of the tested type. Together they cover every position that a value can have in a model. A model is
// Equatable if the tested type is.

struct Member<Value: JSONConvertible>: JSONConvertible {
    var v: Value
    var tail: Int
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("v", \.v)
            $0.add("tail", \.tail, literal: 0)
        }
    }
}
extension Member: Equatable where Value: Equatable {}
extension Member: Sendable where Value: Sendable {}

struct Loose<Value: JSONConvertible>: JSONConvertible {
    var optional: Value?
    var list: [Value]
    var map: [String: Value]
    var nullable: JSONNullable<Value>
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("optional", \.optional)
            $0.add("list", \.list, literal: [])
            $0.add("map", \.map, literal: [:])
            $0.add("nullable", \.nullable)
        }
    }
}
extension Loose: Equatable where Value: Equatable {}

struct Aliased<Value: JSONConvertible>: JSONConvertible {
    var v: Value?
    static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("v", \.v, key: ["v", "w", .path("p.v")]) } }
}
extension Aliased: Equatable where Value: Equatable {}

struct Pathed<Value: JSONConvertible>: JSONConvertible {
    var v: Value
    static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("v", \.v, key: [.path("a.b[1].c")]) } }
}
extension Pathed: Equatable where Value: Equatable {}

struct Flattened<Value: JSONConvertible>: JSONConvertible {
    var member: Member<Value>
    var loose: Loose<Value>?
    var rest: JSONObject
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.flatten("member", \.member)
            $0.flatten("loose", \.loose)
            $0.extras("rest", \.rest)
        }
    }
}
extension Flattened: Equatable where Value: Equatable {}

struct Elements<Value: JSONConvertible>: JSONConvertible {
    var number: Int
    var v: Value
    var optional: Value?
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, layout: .array) {
            $0.add("number", \.number)
            $0.add("v", \.v)
            $0.add("optional", \.optional)
        }
    }
}
extension Elements: Equatable where Value: Equatable {}

final class Instance<Value: JSONConvertible>: JSONConvertible {
    let member: Member<Value>
    init(_ member: Member<Value>) { self.member = member }
    static var jsonMapping: JSONMapping {
        JSONMapping(Instance.self, via: Member<Value>.self, decode: { Instance($0) }, encode: { $0.member })
    }
}

/// A model with a hook of each kind.
struct Hooked<Value: JSONConvertible>: JSONConvertible {
    var v: Value?
    var count = 0
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("v", \.v)
            $0.ignore(\.count, initial: 0)
            $0.afterReading { model, source in model.count = source.count }
        }
        .beforeReading { object in if let value = object.removeValue(forKey: "w") { object["v"] = value } }
        .beforeWriting(Self.self) { $0.count = 0 }
        .afterWriting { $0["w"] = $0.removeValue(forKey: "v") }
    }
}

struct Ruled<Value: JSONConvertible>: JSONConvertible {
    var lenient: Value?
    var missing: Value?
    var lossy: [Value]
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("lenient", \.lenient, rules: [.lenient, .onInvalid(nil)])
            $0.add("missing", \.missing, rules: [.invalidIsMissing, .check { _ in }])
            $0.add("lossy", \.lossy, rules: [.lossy, .onNull([])])
        }
    }
}
extension Ruled: Equatable where Value: Equatable {}

// MARK: - Cases

enum External<Value: JSONConvertible>: JSONConvertible {
    case value(Value), other(JSONRawText)
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Self.self) {
            $0.add("value", Value.self, make: { .value($0) }, match: { if case .value(let value) = copy $0 { value } else { nil } })
            $0.fallback(make: { .other($0) }, match: { if case .other(let text) = copy $0 { text } else { nil } })
        }
    }
}
extension External: Equatable where Value: Equatable {}

enum Internal<Value: JSONConvertible>: JSONConvertible {
    case member(Member<Value>), other(JSONValue)
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Self.self, tag: "type") {
            $0.add(
                "member", Member<Value>.self, make: { .member($0) },
                match: { if case .member(let member) = copy $0 { member } else { nil } })
            $0.fallback(make: { .other($0) }, match: { if case .other(let value) = copy $0 { value } else { nil } })
        }
    }
}
extension Internal: Equatable where Value: Equatable {}

enum Adjacent<Value: JSONConvertible>: JSONConvertible {
    case value(Value), list([Value])
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Self.self, tag: "type", content: "content") {
            $0.add("value", Value.self, make: { .value($0) }, match: { if case .value(let value) = copy $0 { value } else { nil } })
            $0.add("list", [Value].self, make: { .list($0) }, match: { if case .list(let list) = copy $0 { list } else { nil } })
        }
    }
}
extension Adjacent: Equatable where Value: Equatable {}

enum Untagged<Value: JSONConvertible>: JSONConvertible {
    case value(Value), list([Value])
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Self.self, untagged: true) {
            $0.add("value", Value.self, make: { .value($0) }, match: { if case .value(let value) = copy $0 { value } else { nil } })
            $0.add("list", [Value].self, make: { .list($0) }, match: { if case .list(let list) = copy $0 { list } else { nil } })
        }
    }
}
extension Untagged: Equatable where Value: Equatable {}

enum Chosen<Value: JSONConvertible>: JSONConvertible {
    case member(Member<Value>), other(JSONObject)
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Self.self, choose: { $0["v"] == .null ? "other" : "member" }) {
            $0.add(
                "member", Member<Value>.self, make: { .member($0) },
                match: { if case .member(let member) = copy $0 { member } else { nil } })
            $0.add("other", JSONObject.self, make: { .other($0) }, match: { if case .other(let object) = copy $0 { object } else { nil } })
        }
    }
}
extension Chosen: Equatable where Value: Equatable {}

// MARK: - Coders

protocol CoderSource {
    associatedtype Coder: JSONCoder
    static var coder: Coder { get }
}

struct CodedMember<Source: CoderSource>: JSONConvertible {
    var v: Source.Coder.Value
    static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("v", \.v, by: Source.coder) } }
}
extension CodedMember: Equatable where Source.Coder.Value: Equatable {}

struct CodedForms<Source: CoderSource>: JSONConvertible {
    var optional: Source.Coder.Value?
    var list: [Source.Coder.Value]
    var map: [String: Source.Coder.Value]
    var nullable: JSONNullable<Source.Coder.Value>
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("optional", \.optional, by: Source.coder.optional)
            $0.add("list", \.list, by: Source.coder.array, default: [])
            $0.add("map", \.map, by: Source.coder.dictionary, default: [:])
            $0.add("nullable", \.nullable, by: Source.coder.nullable)
        }
    }
}
extension CodedForms: Equatable where Source.Coder.Value: Equatable {}
