extension JSONDescribed {
    /// What the type's JSON object is made of: for forms, tables and tests. Empty for types that are no objects.
    ///
    /// Cost: the schema is made anew.
    public static var jsonFields: [JSONFieldInfo] { jsonSchema.fields }
}

/// One property of a model, as its schema has it.
public struct JSONFieldInfo: Sendable, Hashable {
    /// The property's name.
    public let name: String
    /// Where it is read from, in the order of preference: keys and paths. Empty: never.
    public let readKeys: [String]
    /// Where it is written to; nil: nowhere.
    public let writeKey: String?
    /// Swift's name of its type.
    public let typeName: String
    /// Whether an absent key is no error.
    public let isOptional: Bool
}

extension JSONSchema {
    fileprivate var fields: [JSONFieldInfo] {
        switch shape {
        case .through(let storage, _): return storage.schema().fields
        case .captured(let cases, _, _, _) where cases.count == 1: return cases[0].payload?.schema().fields ?? []
        case .object(let descriptions, let rules):
            return descriptions.filter { $0.role == .member }.enumerated().map { i, field in
                let isConstant = if case .constant = field.initial { true } else { false }
                let hasInitial = if case .none = field.initial { false } else { true }
                let keys = rules.layout == .array ? JSONKeys("[\(i)]") : PlanVariant.plain.keys(field)
                return JSONFieldInfo(
                    name: field.name, readKeys: isConstant ? [] : keys.read.map(\.text), writeKey: keys.write.first?.text,
                    typeName: field.child.map { "\($0.type)" } ?? "", isOptional: hasInitial || field.child?.type is any NilTestable.Type)
            }
        default: return []
        }
    }
}

extension JSONWritable {
    /// The value as indented JSON with sorted keys, for logs and `description`; an error's text where it cannot be written.
    public var jsonDescription: String {
        do throws(JSONError) {
            return try jsonString(JSONWriteOptions(indent: 2, sortsKeys: true))
        } catch {
            return "\(error)"
        }
    }
}

extension JSONReadable {
    /// Changes the properties that another model's JSON names: those of `other` that are not nil.
    ///
    /// - Parameter only: names of properties of `other`; nil: all.
    @discardableResult
    public mutating func merge(
        _ other: some JSONWritable, only: Set<String>? = nil, policy: JSONMergePolicy = .standard
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: other.jsonBytes(JSONWriteOptions(only: only)), policy: policy)
    }
}

extension JSONReadable where Self: AnyObject {
    /// Changes the properties of this very instance that another model's JSON names: those of `other` that are not nil.
    ///
    /// - Parameter only: names of properties of `other`; nil: all.
    /// - Throws: as `update` does.
    @discardableResult
    public func merge(
        _ other: some JSONWritable, only: Set<String>? = nil, policy: JSONMergePolicy = .standard
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: other.jsonBytes(JSONWriteOptions(only: only)), policy: policy)
    }
}
