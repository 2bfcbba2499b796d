/// What a call hands to the makers and hooks of the models that it reads: a store, a pool, a user.
///
/// ```swift
/// var options = JSONReadOptions.strict
/// options.context = JSONContext(store)
/// let tweets = try [Tweet](json: text, options: options)
///
/// // In the mapping of Tweet, which is in the store when it has been made:
/// make: { storage, context in try context[Store.self].insert(storage) }
/// ```
/// Models in models are given the same context. Values are found by their types. What belongs to one thread, as a managed object context
/// does, is read with on that thread, and handed over in a Sendable box.
public struct JSONContext: Sendable, Hashable {
    private final class Values: Sendable {
        let all: [any Sendable]
        init(_ all: [any Sendable]) { self.all = all }
    }

    /// nil: none.
    private let values: Values?
    /// There is nothing in it.
    var isEmpty: Bool { values == nil }

    /// A context of values of different types.
    public init(_ values: any Sendable...) { self.values = values.isEmpty ? nil : Values(values) }

    /// The first value of the type, or one that conforms to it.
    ///
    /// - Throws: `.refused`, if there is none.
    public subscript<Value>(_ type: Value.Type) -> Value {
        get throws(JSONError) {
            if let value = find(type) { return value }
            throw JSONError(
                .refused, "the context of the call has no \(type)", hint: "set the options' context to JSONContext(...)")
        }
    }

    /// The first value of the type, or one that conforms to it; nil if there is none.
    public func find<Value>(_ type: Value.Type) -> Value? {
        for value in values?.all ?? [] { if let value = value as? Value { return value } }
        return nil
    }

    /// Whether both are one context, or copies of one.
    public static func == (a: JSONContext, b: JSONContext) -> Bool { a.values === b.values }
    /// Feeds which one it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(values.map(ObjectIdentifier.init)) }
}

extension JSONContext: CustomStringConvertible {
    /// The types of its values, not the values: `JSONContext(Store)`.
    public var description: String {
        "JSONContext(\((values?.all ?? []).map { "\(type(of: $0 as Any))" }.joined(separator: ", ")))"
    }
}
