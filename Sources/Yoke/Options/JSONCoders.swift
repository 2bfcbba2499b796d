/// Coders for types, for one call: each is for every value of its type, wherever that stands in a model, in arrays, dictionaries and
/// Optionals too.
///
/// ```swift
/// extension JSONCoders {
///     static let oldServer = JSONCoders("old server", HexUUID(), MinorUnits())
/// }
///
/// var options = JSONReadOptions.strict
/// options.coders = .oldServer
/// let order = try Order(json: text, options: options)
/// let same = try order.jsonString(JSONWriteOptions(coders: .oldServer))
/// ```
/// A property with a coder of its own keeps that; keys of dictionaries stay as they are. The `Storage` of these coders is not coded itself,
/// so that it may be the coder's own type; what it is made of is.
///
/// The coders are compiled into plans when they are first used, and cost what those of properties cost; calls without any cost nothing.
public struct JSONCoders: Sendable, Hashable {
    private final class Coders: Sendable {
        let name: String
        let children: [ObjectIdentifier: JSONMapping.Child]

        init(name: String, children: [ObjectIdentifier: JSONMapping.Child]) {
            self.name = name
            self.children = children
        }
    }
    private let coders: Coders

    /// - Parameters:
    ///   - name: what tells these coders from others: two lists of one name are equal, and the plans made with the first one serve the other
    ///     one too. So name the list, with what it depends on; plans are kept for the last 64 that calls ask for.
    ///   - coders: of two for one type the first counts.
    public init(_ name: String, _ coders: any JSONCoder...) {
        func child(_ coder: some JSONCoder) -> JSONMapping.Child { coder.childOfCall }
        let children = coders.map { child($0) }
        self.coders = Coders(name: name, children: Dictionary(children.map { (ObjectIdentifier($0.type), $0) }) { first, _ in first })
    }

    /// What stands in the place of a type; nil: the type itself.
    func child(for type: ObjectIdentifier) -> JSONMapping.Child? { coders.children[type] }

    /// Whether both have one name.
    public static func == (a: JSONCoders, b: JSONCoders) -> Bool { a.coders === b.coders || a.coders.name == b.coders.name }
    /// Feeds the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(coders.name) }
}

extension JSONCoders: CustomStringConvertible {
    /// By their name: `JSONCoders("old server")`.
    public var description: String { "JSONCoders(\(coders.name.debugDescription))" }
}

extension JSONCoder {
    /// In the place of every value of the type; what stands in the JSON is the storage as it is.
    fileprivate var childOfCall: JSONMapping.Child {
        JSONMapping.Child(Value.self) {
            let mapping = jsonMapping
            guard case .via(let storage, let thunks) = mapping.shape else { return mapping }
            return mapping.with(shape: .via(JSONMapping.Child(storage.type, isShared: false, storage.mapping), thunks))
        }
    }
}
