#if Macros
import SwiftSyntax

/// A type whose source shows that it has no JSON form.
struct Misfit {
    static let tuple = "a tuple has no JSON form: declare a struct with @JSONModel, or use an array"
    static let function = "a function has no JSON form: mark the property @JSONIgnore"

    let type: TypeSyntax
    let reason: String
    var replacement: TypeSyntax?

    /// Returns the first type in `type` that has no JSON form; nil if the source shows none. Looks into Optionals, arrays, sets and
    /// dictionaries.
    static func first(in type: TypeSyntax?) -> Misfit? {
        guard let type else { return nil }
        switch type.as(TypeSyntaxEnum.self) {
        case .optionalType(let node): return first(in: node.wrappedType)
        case .implicitlyUnwrappedOptionalType(let node): return first(in: node.wrappedType)
        case .attributedType(let node): return first(in: node.baseType)
        case .arrayType(let node): return first(in: node.element)
        case .dictionaryType(let node): return key(node.key) ?? first(in: node.value)
        case .tupleType(let node):
            if node.elements.count == 1 { return first(in: node.elements.first?.type) }
            return Misfit(type: type, reason: tuple)
        case .functionType: return Misfit(type: type, reason: function)
        case .metatypeType:
            return Misfit(type: type, reason: "a metatype has no JSON form: mark the property @JSONIgnore")
        case .someOrAnyType(let node) where node.someOrAnySpecifier.tokenKind == .keyword(.any):
            return Misfit(
                type: type,
                reason:
                    "JSON does not say which type '\(type.trimmedDescription)' holds: use a concrete type or a coder by @JSONCoded, or mark the property @JSONIgnore"
            )
        case .someOrAnyType:
            return Misfit(
                type: type,
                reason:
                    "'\(type.trimmedDescription)' does not name its type, which reading has to make: use a concrete type, or mark the property @JSONIgnore"
            )
        case .identifierType, .memberType:
            return named(type)
        default:
            return nil
        }
    }

    private static func named(_ type: TypeSyntax) -> Misfit? {
        let arguments = type.genericArguments
        switch type.lastName {
        case "Any", "AnyObject", "AnyHashable":
            return Misfit(
                type: type, reason: "'\(type.trimmedDescription)' can be anything: use 'JSONValue', which holds any JSON",
                replacement: "JSONValue")
        case "Substring", "StaticString":
            return Misfit(type: type, reason: "'\(type.trimmedDescription)' has no JSON form: use 'String'", replacement: "String")
        case "Dictionary" where arguments.count == 2:
            return key(arguments[0]) ?? first(in: arguments[1])
        case "Optional", "Array", "Set":
            return first(in: arguments.first)
        case let name? where ranges.contains(name) && !arguments.isEmpty:  // `Range` alone is a type of the user
            return Misfit(
                type: type,
                reason:
                    "'\(type.trimmedDescription)' has no JSON form: use @JSONCoded(.codable(\(type.trimmedDescription).self)) of YokeFoundation, a struct of its bounds with @JSONModel, or mark the property @JSONIgnore"
            )
        default:
            return nil
        }
    }

    private static func key(_ type: TypeSyntax) -> Misfit? {
        guard let name = type.lastName, knownNonKeys.contains(name) else { return nil }
        return Misfit(type: type, reason: "keys of JSON objects are strings: use 'String' for the dictionary's keys", replacement: "String")
    }
}

/// Swift's ranges. They have no JSON form.
private let ranges: Set<String> = ["Range", "ClosedRange", "PartialRangeFrom", "PartialRangeThrough", "PartialRangeUpTo"]

/// Types that are known not to conform to `JSONObjectKey`. (All integers conform to it.)
private let knownNonKeys: Set<String> = ["Bool", "Float", "Double", "Character", "AnyHashable"]
#endif
