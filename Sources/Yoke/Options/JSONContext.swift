/// Values that a call passes to the `decode` closures and hooks of the models that it reads. Examples: a store, a pool, a user.
///
/// ```swift
/// var options = JSONReadOptions.strict
/// options.context = JSONContext(store)
/// let tweets = try [Tweet](json: text, options: options)
///
/// // In the mapping of Tweet: the closure makes the tweet and inserts it into the store.
/// decode: { storage, context in try context[Store.self].insert(storage) }
/// ```
/// Models inside other models receive the same context. A closure or hook finds a value of the context by the value's type.
///
/// Some values belong to one thread, for example a managed object context. Put such a value into a Sendable box, and read the text on the
/// value's thread.
public struct JSONContext: Sendable, Hashable {
    private final class Values: Sendable {
        let all: [any Sendable]
        init(_ all: [any Sendable]) { self.all = all }
    }

    /// nil for an empty context.
    private let values: Values?
    /// True if the context holds no values.
    var isEmpty: Bool { values == nil }

    /// Makes a context. Give each value a different type, because a closure finds a value by its type.
    public init(_ values: any Sendable...) { self.values = values.isEmpty ? nil : Values(values) }

    /// The first value of the context that is a `Value`. If `Value` is a protocol or a class, conforming types and subclasses count too.
    ///
    /// - Throws: a `JSONError` of kind `.refused` if the context has no such value.
    public subscript<Value>(_ type: Value.Type) -> Value {
        get throws(JSONError) {
            if let value = find(type) { return value }
            throw JSONError(
                .refused, "the context of the call has no \(type)", hint: "set the options' context to JSONContext(...)")
        }
    }

    /// Returns the first value of the context that is a `Value`, as in the subscript; nil if the context has no such value.
    public func find<Value>(_ type: Value.Type) -> Value? {
        for value in values?.all ?? [] { if let value = value as? Value { return value } }
        return nil
    }

    /// Returns true if the two contexts are copies of the same context, or both are empty.
    public static func == (a: JSONContext, b: JSONContext) -> Bool { a.values === b.values }
    /// Hashes the identity of the context.
    public func hash(into hasher: inout Hasher) { hasher.combine(values.map(ObjectIdentifier.init)) }
}

extension JSONContext: CustomStringConvertible {
    /// The types of the values, without the values: `JSONContext(Store)`.
    public var description: String {
        "JSONContext(\((values?.all ?? []).map { "\(type(of: $0 as Any))" }.joined(separator: ", ")))"
    }
}
