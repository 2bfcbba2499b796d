import Yoke

/// A model with every kind of rule: aliases, paths, a shared key, flattening, extras, raw text, recovery.
struct Ruled: JSONConvertible {
    var id: Int
    var deep: Int?
    var third: String?
    var both: String?
    var again: JSONValue?
    var home: Home
    var work: Work?
    var owner: Owner
    var text: JSONRawText?
    var list: [Ruled]
    var lossy: [String]
    var lang: Color
    var kind: Kind?
    var rest: JSONObject

    struct Home: JSONConvertible {
        var street: String?
        var zip: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("street", \.street)
                $0.add("zip", \.zip, literal: -1)
            }
        }
    }

    struct Work: JSONConvertible {
        var firm: String
        var since: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("firm", \.firm)
                $0.add("since", \.since, default: 1)
            }
        }
    }

    /// A class that `Ruled` flattens. It is read from the text of the entire object.
    final class Owner: JSONConvertible, Sendable {
        let owner: String
        init(_ owner: String) { self.owner = owner }
        struct Storage: JSONConvertible {
            var owner: String
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("owner", \.owner) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Owner.self, via: Storage.self, decode: { Owner($0.owner) }, encode: { Storage(owner: $0.owner) })
        }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("id", \.id, key: ["id", "ID", .path("data.id")])
            $0.add("deep", \.deep, key: [.path("data.deep[0].n")])
            $0.add("third", \.third, key: [.path("data.deep[2].n"), "third"])
            $0.add("both", \.both, rules: [.invalidIsMissing])
            $0.add("again", \.again, key: "both")
            $0.flatten("home", \.home)
            $0.flatten("work", \.work)
            $0.flatten("owner", \.owner)
            $0.add("text", \.text)
            $0.add("list", \.list, literal: [])
            $0.add("lossy", \.lossy, literal: [], rules: [.lossy])
            $0.add("lang", \.lang, default: .red, rules: [.onInvalid(.green), .onNull(.deep)])
            $0.add("kind", \.kind)
            $0.extras("rest", \.rest)
        }
    }
}

/// An enum with payloads, some of which contain the enum again.
indirect enum Kind: JSONConvertible {
    case leaf(Leaf)
    case branch(Branch)
    case none
    case other(JSONRawText)

    struct Leaf: JSONConvertible {
        var n: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self, unknownKeys: .skip) { $0.add("n", \.n) } }
    }

    struct Branch: JSONConvertible {
        var list: [Kind]
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("list", \.list) } }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Self.self, tag: "type") {
            $0.add("leaf", Leaf.self, make: { .leaf($0) }, match: { if case .leaf(let leaf) = copy $0 { leaf } else { nil } })
            $0.add("branch", Branch.self, make: { .branch($0) }, match: { if case .branch(let branch) = copy $0 { branch } else { nil } })
            $0.add("none", Nothing.self, make: { _ in Kind.none }, match: { if case .none = copy $0 { Nothing() } else { nil } })
            $0.fallback(make: { .other($0) }, match: { if case .other(let text) = copy $0 { text } else { nil } })
        }
    }
}
