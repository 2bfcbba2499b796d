internal import CYoke

// Mappings as plain data, for other modules of the package that describe the JSON of a type: YokeStandards makes JSON Schema from this
// data.

/// The JSON form of a type.
package struct MappingOutline {
    /// Another type, and a closure that returns the type's mapping. The outline is made only on request, so types may contain each other.
    package struct Reference {
        /// The type.
        package let type: any Any.Type
        /// True if all values of the type have this outline; false if the outline belongs to one property.
        package let isShared: Bool
        private let mapping: @Sendable () -> JSONMapping

        fileprivate init(_ child: JSONMapping.Child) { (type, isShared, mapping) = (child.type, child.isShared, child.mapping) }

        package var outline: MappingOutline { MappingOutline(mapping()) }
    }

    /// One case of a type with several cases.
    package struct Case {
        package let name: String
        package let payload: Reference?
    }

    /// The part of the JSON that names the case.
    package enum Tag {
        case outerKey
        case member(String)
        case memberBeside(String, content: String)
        /// No part of the JSON names the case. The form of the value shows the case.
        case none
        /// A function looks at the object and chooses the case.
        case choice
    }

    package enum Form {
        case boolean
        /// The bounds of the Swift type. A bound is nil if it needs 64 bits or more.
        case integer(minimum: String?, maximum: String?)
        case number
        case string
        /// A date in this style; nil if the date has the style that the type around the date declares.
        case date(JSONDateStyle?)
        case custom(isNumber: Bool)
        case names([String])
        case rawValues([String], Reference)
        case optional(Reference)
        case array(Reference, isSet: Bool)
        case dictionary(Reference)
        case object(ObjectOutline)
        /// The JSON of another type. `isForm`: true if the type only wraps a value, so that rules and date styles apply to this value.
        case same(Reference, isForm: Bool)
        case cases([Case], Tag)
        case anything
    }

    /// The described type.
    package let type: any Any.Type
    package let form: Form

    /// The outline of a type.
    package init(of type: any JSONMapped.Type) { self.init(type.jsonMapping) }

    fileprivate init(_ mapping: JSONMapping) {
        type = mapping.represented
        form = Self.form(of: mapping)
    }

    private static func form(of mapping: JSONMapping) -> Form {
        switch mapping.shape {
        case .scalar(let kind): return scalar(UInt32(kind))
        case .date(let style): return .date(style)
        case .text(_, let isNumber): return .custom(isNumber: isNumber)
        case .rawStrings(let cases): return .names(cases.names)
        case .optional(let child): return .optional(Reference(child))
        case .staged(let child): return .same(Reference(child), isForm: true)
        case .array(let element, let thunks, _): return .array(Reference(element), isSet: thunks.isSet)
        case .dictionary(let value, _, _, _): return .dictionary(Reference(value))
        case .object(_, let rules): return .object(ObjectOutline(mapping, rules))
        case .via(let child, let thunks):
            return thunks.rawValues.map { .rawValues($0, Reference(child)) } ?? .same(Reference(child), isForm: thunks.isForm)
        case .document: return .anything
        case .rawText(let cases, let thunks, let tagging, let fallback):
            if cases.count == 1, case .untagged = tagging, let payload = cases[0].payload {
                return .same(Reference(payload), isForm: thunks.isForm)
            }
            return form(of: cases, tagging, fallback)
        }
    }

    private static func form(of cases: [CaseDescription], _ tagging: Tagging, _ fallback: Int?) -> Form {
        if cases.isEmpty { return .anything }
        let known = cases.enumerated().filter { $0.offset != fallback }.map { Case(name: $1.name, payload: $1.payload.map(Reference.init)) }
        switch tagging {
        case .external: return .cases(known, .outerKey)
        case .internal(let tag): return .cases(known, .member(tag))
        case .adjacent(let tag, let content): return .cases(known, .memberBeside(tag, content: content))
        case .untagged: return .cases(known, .none)
        case .chosen: return .cases(known, .choice)
        }
    }

    private static func scalar(_ kind: UInt32) -> Form {
        switch kind {
        case YOKE_BOOL.rawValue: .boolean
        case YOKE_I8.rawValue: .integer(minimum: "-128", maximum: "127")
        case YOKE_I16.rawValue: .integer(minimum: "-32768", maximum: "32767")
        case YOKE_I32.rawValue: .integer(minimum: "-2147483648", maximum: "2147483647")
        case YOKE_U8.rawValue: .integer(minimum: "0", maximum: "255")
        case YOKE_U16.rawValue: .integer(minimum: "0", maximum: "65535")
        case YOKE_U32.rawValue: .integer(minimum: "0", maximum: "4294967295")
        case YOKE_U64.rawValue, YOKE_U128.rawValue: .integer(minimum: "0", maximum: nil)
        case YOKE_I64.rawValue, YOKE_I128.rawValue: .integer(minimum: nil, maximum: nil)
        case YOKE_F32.rawValue, YOKE_F64.rawValue: .number
        default: .string
        }
    }
}

/// The properties of an object.
package struct ObjectOutline {
    /// One property that is read or written.
    package struct Field {
        /// The property's name.
        package let name: String
        /// The keys and indices that lead to the property in the JSON. They come from the key for writing, or from the first key for reading
        /// if the property is not written, or is not read under the key for writing. Empty for a flattened type of several cases.
        package let location: [ElementPath.Step]
        package let value: MappingOutline.Reference
        package let isRead: Bool
        /// True if the JSON must have the property.
        package let isRequired: Bool
        /// True if the property belongs to a flattened Optional.
        package let isInFlattenedOptional: Bool
        package let bounds: [RuleBounds]
        /// The style of dates that declare no style of their own; nil if no type sets a style.
        package let dates: JSONDateStyle?
        /// The text of the rule `.description`.
        package let description: String?
    }

    package private(set) var fields: [Field] = []
    package let layout: JSONLayout
    package let unknownKeys: JSONUnknownKeys
    /// True if a property for extras keeps unknown members, which belong to no other property.
    package private(set) var hasExtras = false

    fileprivate init(_ mapping: JSONMapping, _ rules: ObjectRules) {
        (layout, unknownKeys) = (rules.layout, rules.unknownKeys)
        for property in mapping.listedProperties {
            switch property.form {
            case .extras: hasExtras = true
            case .cases: append(property, [], isRead: true)
            case .member:
                let keys = property.keys
                let key = keys.write.first { keys.read.contains($0) } ?? keys.read.first ?? keys.write.first
                let steps = key.flatMap { try? $0.steps() } ?? []
                let location = property.layout == .array ? [.index(UInt64(property.index))] : steps
                if !location.isEmpty { append(property, location, isRead: !keys.read.isEmpty) }
            }
        }
    }

    private mutating func append(_ property: ListedProperty, _ location: [ElementPath.Step], isRead: Bool) {
        guard let child = property.field.child else { return }
        let isRead = isRead && !property.isConstant, mayBeMissing = property.isOptional || property.hasInitial || property.isInOptional
        fields.append(
            Field(
                name: property.field.name, location: location, value: MappingOutline.Reference(child), isRead: isRead,
                isRequired: isRead && !mayBeMissing, isInFlattenedOptional: property.isInOptional,
                bounds: property.field.rules?.bounds ?? [], dates: property.dates, description: property.field.rules?.description))
    }
}
