/// What is done about values of one property that are not as they should be.
///
/// ```swift
/// fields.add("lang", \.lang, default: .english, rules: [.onInvalid(.unknown)])
/// ```
public struct JSONFieldRule<Value>: Sendable {
    enum Form: Sendable {
        case lossy, lenient, optional, writesNull
        case onNull(Thunks), onInvalid(Thunks)
        case views([String])
        case check(@Sendable (inout Value) throws -> Void)
        case writtenIf(@Sendable (Value) -> Bool)
        case merged(@Sendable (Value, Value) throws -> Value)
    }
    let form: Form

    /// An array or dictionary leaves out elements that do not fit. They are lost when it is written again.
    public static var lossy: JSONFieldRule { JSONFieldRule(form: .lossy) }

    /// Conversions that lose nothing: a string that is, as a whole, a number; `true`, `false`, `yes`, `no`, 0 and 1 for a Bool; a number's
    /// own digits for a String.
    public static var lenient: JSONFieldRule { JSONFieldRule(form: .lenient) }

    /// A value that does not fit counts as absent: the declared initial value, or nil.
    public static var invalidIsMissing: JSONFieldRule { JSONFieldRule(form: .optional) }

    /// nil is written as null, whatever the options say.
    public static var writesNull: JSONFieldRule { JSONFieldRule(form: .writesNull) }

    /// The property takes part only in calls with one of these views, or with none: `JSONWriteOptions(view: "public")`.
    public static func views(_ names: String...) -> JSONFieldRule { JSONFieldRule(form: .views(names)) }

    /// The value for null.
    @inlinable
    public static func onNull(_ value: @escaping @autoclosure @Sendable () -> Value) -> JSONFieldRule { ruleOnNull(.initial(value)) }

    /// The value for one that does not fit.
    @inlinable
    public static func onInvalid(_ value: @escaping @autoclosure @Sendable () -> Value) -> JSONFieldRule { ruleOnInvalid(.initial(value)) }

    /// Looks at the value when the object around it is complete, whether it came from the text or not; of an update only if the text names
    /// the property. It may change the value; what it throws becomes the `underlying` error of a `.refused` one with the property's path, and
    /// the place of its value in the text (of the object, if that does not name it). Cost: the property is read by the general way, not the fast
    /// one.
    public static func check(_ body: @escaping @Sendable (inout Value) throws -> Void) -> JSONFieldRule {
        JSONFieldRule(form: .check(body))
    }

    /// The property is written only if `condition` is true of its value; else it is left out, whatever the options say about nil.
    ///
    /// ```swift
    /// fields.add("tags", \.tags, default: [], rules: [.writtenIf { !$0.isEmpty }])
    /// ```
    public static func writtenIf(_ condition: @escaping @Sendable (Value) -> Bool) -> JSONFieldRule {
        JSONFieldRule(form: .writtenIf(condition))
    }

    /// Where an update, or `merge` of another model, names the property, its value is what `combine` makes of the old and of the new one: of
    /// nil, too, where null has come.
    ///
    /// ```swift
    /// fields.add("tags", \.tags, default: [], rules: [.merged { old, new in old + new }])
    /// ```
    /// What it throws becomes the `underlying` error of a `.refused` one with the property's path.
    public static func merged(_ combine: @escaping @Sendable (_ old: Value, _ new: Value) throws -> Value) -> JSONFieldRule {
        JSONFieldRule(form: .merged(combine))
    }

    @usableFromInline static func ruleOnNull(_ thunks: Thunks) -> JSONFieldRule { JSONFieldRule(form: .onNull(thunks)) }
    @usableFromInline static func ruleOnInvalid(_ thunks: Thunks) -> JSONFieldRule { JSONFieldRule(form: .onInvalid(thunks)) }
}

extension JSONFieldRule: CustomStringConvertible {
    /// The rule's name in Swift: `lossy`, `views(["admin"])`, `check`.
    public var description: String {
        switch form {
        case .lossy: "lossy"
        case .lenient: "lenient"
        case .optional: "invalidIsMissing"
        case .writesNull: "writesNull"
        case .onNull: "onNull"
        case .onInvalid: "onInvalid"
        case .views(let names): "views(\(names))"
        case .check: "check"
        case .writtenIf: "writtenIf"
        case .merged: "merged"
        }
    }
}

/// The rules of one property, without its type.
@usableFromInline
final class FieldRules: @unchecked Sendable {  // written only while it is made; what the closures hold is Sendable
    var slotRules: UInt8 = 0
    var views: Set<String> = []
    var onNull: Thunks?
    var onInvalid: Thunks?
    /// Given the value's address.
    var checks: [@Sendable (UnsafeMutableRawPointer) throws -> Void] = []
    /// Given the address of the value before an update, and of the one after it, which they change.
    var merges: [@Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) throws -> Void] = []
    /// Something may refuse the value when its object has ended: where it stands is remembered.
    var keepsPlace: Bool { !checks.isEmpty || !merges.isEmpty }
    /// Given the value's address: whether it is written.
    var conditions: [@Sendable (UnsafeRawPointer) -> Bool] = []

    @usableFromInline
    init<Value>(_ rules: [JSONFieldRule<Value>]) {
        for rule in rules {
            switch rule.form {
            case .lossy: slotRules |= SlotRule.lossy
            case .lenient: slotRules |= SlotRule.lenient
            case .optional: slotRules |= SlotRule.invalidIsMissing
            case .writesNull: slotRules |= SlotRule.writesNull
            case .views(let names): views.formUnion(names)
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
