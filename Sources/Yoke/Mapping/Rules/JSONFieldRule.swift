/// A rule for one property: what to do about null and invalid values, which values to refuse, and when to write.
///
/// ```swift
/// fields.add("lang", \.lang, default: .english, rules: [.onInvalid(.unknown)])
/// ```
/// A property may have several checks (such as `check` and `range`), conditions (`writtenIf`) and combinations (`merged`), and they all
/// apply. The first use of the model throws an `.invalidMapping` error if a property has any other rule twice, or a rule without effect on
/// the property's type. A generic model may have a rule without effect, because other type arguments may need the rule.
public struct JSONFieldRule<Value>: Sendable {
    enum Form: Sendable {
        case lossy, lenient, optional, writesNull
        case onNull(Thunks), onInvalid(Thunks)
        case views([String])
        case described(String)
        case check(@Sendable (inout Value) throws -> Void)
        case writtenIf(@Sendable (Value) -> Bool)
        case merged(@Sendable (Value, Value) throws -> Value)
    }
    let form: Form
    /// The bounds of a rule `.range` or `.count`, for a description of the property; nil for other rules.
    var bounds: RuleBounds?

    /// Lets an array or dictionary leave out invalid elements. Such elements are lost when the property is written again.
    public static var lossy: JSONFieldRule { JSONFieldRule(form: .lossy) }

    /// Allows conversions of a value to the property's type, if they lose nothing.
    ///
    /// - A string that is entirely a number becomes a number.
    /// - `true`, `false`, `yes`, `no`, 0 and 1 become a Bool.
    /// - A number becomes a String with the same digits.
    public static var lenient: JSONFieldRule { JSONFieldRule(form: .lenient) }

    /// Treats an invalid value as missing: the property gets its declared initial value, or nil.
    public static var invalidIsMissing: JSONFieldRule { JSONFieldRule(form: .optional) }

    /// Always writes nil as null, whatever the options say.
    public static var writesNull: JSONFieldRule { JSONFieldRule(form: .writesNull) }

    /// Leaves the property out of calls with a view, such as `JSONWriteOptions(view: "public")`, unless the view is one of `names`.
    public static func views(_ names: String...) -> JSONFieldRule { JSONFieldRule(form: .views(names)) }

    /// Describes the property in words, for a person or a language model. `JSONSchema` writes the text as the keyword `description`. The
    /// rule has no effect on reading and writing.
    ///
    /// ```swift
    /// fields.add("minutes", \.minutes, rules: [.description("Time in the oven, without preheating")])
    /// ```
    public static func description(_ text: String) -> JSONFieldRule { JSONFieldRule(form: .described(text)) }

    /// Replaces null by a value.
    @inlinable
    public static func onNull(_ value: @escaping @autoclosure @Sendable () -> Value) -> JSONFieldRule { ruleOnNull(.initial(value)) }

    /// Replaces an invalid value by another value.
    @inlinable
    public static func onInvalid(_ value: @escaping @autoclosure @Sendable () -> Value) -> JSONFieldRule { ruleOnInvalid(.initial(value)) }

    /// Checks the value when the object around it is complete, even if the text does not name the property.
    ///
    /// - `body` may change the value.
    /// - In an update, the check runs only if the text names the property.
    /// - An error that `body` throws becomes the `underlying` error of a `.refused` error, with the property's path and the value's
    ///   position. If the text does not name the property, the position is where the object begins.
    ///
    /// Cost: reading the property takes longer, because Yoke's fast path (its code for the most common properties) does not read it.
    public static func check(_ body: @escaping @Sendable (inout Value) throws -> Void) -> JSONFieldRule {
        JSONFieldRule(form: .check(body))
    }

    /// Writes the property only if `condition` returns true for the value. Otherwise Yoke leaves the property out, whatever the options
    /// say about nil.
    ///
    /// ```swift
    /// fields.add("tags", \.tags, default: [], rules: [.writtenIf { !$0.isEmpty }])
    /// ```
    public static func writtenIf(_ condition: @escaping @Sendable (Value) -> Bool) -> JSONFieldRule {
        JSONFieldRule(form: .writtenIf(condition))
    }

    /// Combines the old and the new value when an update, or `merge` of another model, names the property.
    ///
    /// If the text has null for an Optional property, `combine` receives nil as the new value.
    ///
    /// ```swift
    /// fields.add("tags", \.tags, default: [], rules: [.merged { old, new in old + new }])
    /// ```
    /// An error that `combine` throws becomes the `underlying` error of a `.refused` error with the property's path.
    public static func merged(_ combine: @escaping @Sendable (_ old: Value, _ new: Value) throws -> Value) -> JSONFieldRule {
        JSONFieldRule(form: .merged(combine))
    }

    @usableFromInline static func ruleOnNull(_ thunks: Thunks) -> JSONFieldRule { JSONFieldRule(form: .onNull(thunks)) }
    @usableFromInline static func ruleOnInvalid(_ thunks: Thunks) -> JSONFieldRule { JSONFieldRule(form: .onInvalid(thunks)) }
}

extension JSONFieldRule {
    /// The name of a rule that a property may have only once; nil for a rule that a property may have several times.
    fileprivate var nameOfOne: String? {
        switch form {
        case .lossy, .lenient, .optional, .writesNull, .onNull, .onInvalid: description
        case .views: "views"
        case .described: "description"
        case .check, .writtenIf, .merged: nil
        }
    }

    /// True for a rule that does nothing when the property is read.
    fileprivate var isOfWriting: Bool {
        switch form {
        case .writesNull, .views, .described, .writtenIf: true
        case .lossy, .lenient, .optional, .onNull, .onInvalid, .check, .merged: false
        }
    }
}

extension JSONFieldRule: CustomStringConvertible {
    /// The rule as Swift source: `lossy`, `views(["admin"])`, `check`.
    public var description: String {
        switch form {
        case .lossy: "lossy"
        case .lenient: "lenient"
        case .optional: "invalidIsMissing"
        case .writesNull: "writesNull"
        case .onNull: "onNull"
        case .onInvalid: "onInvalid"
        case .views(let names): "views(\(names))"
        case .described(let text): "description(\(String(reflecting: text)))"
        case .check: "check"
        case .writtenIf: "writtenIf"
        case .merged: "merged"
        }
    }
}

/// The rules of one property, without the property's type as a generic parameter.
@usableFromInline
final class FieldRules: @unchecked Sendable {  // changed only by `init`; the closures capture Sendable values
    var slotRules: UInt8 = 0
    var views: Set<String> = []
    var bounds: [RuleBounds] = []
    /// The text of the rule `.description`.
    private(set) var description: String?
    var onNull: Thunks?
    var onInvalid: Thunks?
    /// The checks of the property. Each closure receives the address of the value.
    var checks: [@Sendable (UnsafeMutableRawPointer) throws -> Void] = []
    /// The combinations for updates. Each closure receives the address of the value before the update, and the address of the new value,
    /// which the closure changes.
    var merges: [@Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) throws -> Void] = []
    /// True if a check or a merge may refuse the value at the end of the object. Then the binder remembers the position of the value.
    var keepsPosition: Bool { !checks.isEmpty || !merges.isEmpty }
    /// The conditions for writing. Each closure receives the address of the value, and returns true if the value may be written.
    var conditions: [@Sendable (UnsafeRawPointer) -> Bool] = []
    /// The name of a rule that the property has twice; nil if there is no such rule.
    private(set) var repeated: String?
    /// The name of the first rule for reading; nil if all rules are for writing, or only describe the property.
    private(set) var ofReading: String?

    @usableFromInline
    init<Value>(_ rules: [JSONFieldRule<Value>]) {
        var known: Set<String> = []
        for rule in rules {
            if let name = rule.nameOfOne, !known.insert(name).inserted { repeated = name }
            if let allowed = rule.bounds { bounds.append(allowed) }
            if !rule.isOfWriting { ofReading = ofReading ?? rule.description }
            switch rule.form {
            case .lossy: slotRules |= SlotRule.lossy
            case .lenient: slotRules |= SlotRule.lenient
            case .optional: slotRules |= SlotRule.invalidIsMissing
            case .writesNull: slotRules |= SlotRule.writesNull
            case .views(let names): views.formUnion(names)
            case .described(let text): description = text
            case .onNull(let thunks): onNull = thunks
            case .onInvalid(let thunks): onInvalid = thunks
            case .check(let body): checks.append { at in try body(&at.assumingMemoryBound(to: Value.self).pointee) }
            case .writtenIf(let holds): conditions.append { at in holds(at.assumingMemoryBound(to: Value.self).pointee) }
            case .merged(let combine):
                merges.append { old, at in
                    let value = at.assumingMemoryBound(to: Value.self)
                    value.pointee = try combine(old.assumingMemoryBound(to: Value.self).pointee, value.pointee)
                }
            }
        }
    }
}
