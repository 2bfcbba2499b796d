import Yoke

/// Describes the keys of a dictionary, for `propertyNames`.
enum KeySchema {
    /// Returns the schema of the keys of a dictionary type. Returns nil for another type, and if the valid keys are not known.
    static func of(_ type: any Any.Type) -> JSONValue? {
        guard let keys = (type as? any DictionaryType.Type)?.keyType else { return nil }
        if keys is any (FixedWidthInteger & UnsignedInteger).Type { return ["pattern": "^(0|[1-9][0-9]*)$"] }
        if keys is any FixedWidthInteger.Type { return ["pattern": "^(0|-?[1-9][0-9]*)$"] }
        if let cases = keys as? any CaseIterable.Type { return names(cases) }
        return nil
    }

    /// Returns true for a dictionary whose keys have a type of their own.
    static func isDictionary(_ type: any Any.Type) -> Bool { type is any DictionaryType.Type }

    private static func names<Cases: CaseIterable>(_ type: Cases.Type) -> JSONValue {
        ["enum": .array(JSONArray(type.allCases.compactMap { ($0 as? any JSONObjectKey).map { .string($0.jsonKey) } }))]
    }
}

private protocol DictionaryType {
    static var keyType: any JSONObjectKey.Type { get }
}

extension Dictionary: DictionaryType where Key: JSONObjectKey {
    fileprivate static var keyType: any JSONObjectKey.Type { Key.self }
}
