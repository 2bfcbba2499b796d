internal import CYoke

/// The description of a type: the parts of its JSON, and the operations that only Swift can do.
///
/// A mapping asks for the mappings of other types only when Yoke compiles it. So types can contain themselves and each other. Yoke compiles
/// the mapping into a plan when the type is first read or written, once in each process.
public struct JSONMapping: Sendable {
    /// The JSON form of a type's values.
    @usableFromInline
    enum Shape: Sendable {
        /// A scalar that C reads and writes without Swift. The number is a `yoke_kind`.
        case scalar(UInt8)
        /// A date in this style. nil: the style that the property, the type or the call sets, else RFC 3339.
        case date(JSONDateStyle?)
        /// A Swift value made from the text of a string or of a number literal.
        case text(Thunks, isNumber: Bool)
        /// An enum whose raw values are strings.
        case rawStrings(RawCases)
        case optional(Child)
        /// The value of a property with a declared initial value, in the storage that a macro generates. The value may be missing
        /// (`_JSONStaged`).
        case staged(Child)
        case array(element: Child, Thunks, iterationSize: Int)
        case dictionary(value: Child, Thunks, PairLayout, iterationSize: Int)
        case object([FieldDescription], ObjectRules)
        /// A value that is converted from and to a value of another type.
        case via(Child, Thunks)
        case document(Thunks)
        /// A value whose JSON text C hands to Swift first. Swift makes the value from the text, or returns the case whose payload C then
        /// reads from the text.
        case rawText([CaseDescription], Thunks, Tagging, fallback: Int?)
    }

    /// A type inside the mapping: its identity, and a closure that returns the type's mapping. `@inlinable` code makes the closure, so that
    /// the compiler specialises the mapping's closures for the concrete type.
    @usableFromInline
    struct Child: Sendable {
        let type: any Any.Type
        let mapping: @Sendable () -> JSONMapping
        /// True if all values of the type have this mapping; false if the mapping belongs to one property.
        let isShared: Bool
        /// For the payload of an enum case, if the enum's tag stands among the payload's members: the tag's key. A payload inside several
        /// enums has several keys, with the key of the outermost enum first. The mapping then differs from the type's own mapping only by
        /// these keys, which do not count as unknown. Empty for every other mapping.
        let tags: [String]

        @usableFromInline
        init(_ type: any Any.Type, isShared: Bool = true, _ mapping: @escaping @Sendable () -> JSONMapping) {
            self.init(type, isShared: isShared, tags: [], mapping)
        }

        init(_ type: any Any.Type, isShared: Bool, tags: [String], _ mapping: @escaping @Sendable () -> JSONMapping) {
            self.type = type
            self.mapping = mapping
            self.isShared = isShared
            self.tags = tags
        }

        @inlinable
        init<Described: JSONMapped>(_ type: Described.Type) { self.init(type) { Described.jsonMapping } }
    }

    /// The parts of a mapping. They are in an object, because the plan compiler copies mappings often, and a copy then costs one reference.
    private final class Content: Sendable {
        let type: ObjectIdentifier
        let represented: any Any.Type
        let shape: Shape
        let layout: ValueLayout
        let value: Thunks

        init(_ type: ObjectIdentifier, _ represented: any Any.Type, _ shape: Shape, _ layout: ValueLayout, _ value: Thunks) {
            (self.type, self.represented, self.shape, self.layout, self.value) = (type, represented, shape, layout, value)
        }
    }
    private let content: Content

    /// The described type. If a class inherits the mapping of its superclass, this is the superclass, whose instances the mapping makes.
    var type: ObjectIdentifier { content.type }
    var represented: any Any.Type { content.represented }
    var shape: Shape { content.shape }
    var layout: ValueLayout { content.layout }
    /// The functions (thunks) for an entire value of the type. They destroy a value, move it, or test it for nil.
    var value: Thunks { content.value }

    /// Swift's name of the type. It is not stored: computing it is slow, and only errors need it.
    package var name: String { TypeName.of(represented) }
    /// The metatype of the described type, as the pointer by which C identifies the type.
    var identity: UnsafeRawPointer { unsafeBitCast(represented, to: UnsafeRawPointer.self) }

    @usableFromInline
    init(type: ObjectIdentifier, represented: any Any.Type, shape: Shape, layout: ValueLayout, value: Thunks) {
        content = Content(type, represented, shape, layout, value)
    }

    @inlinable
    init<Value>(_ type: Value.Type, _ shape: Shape) { self.init(type, shape, value: .value(type)) }

    /// Makes the mapping of a type that can be nil, such as an Optional.
    @inlinable
    init<Value: NilTestable>(nil type: Value.Type, _ shape: Shape) { self.init(type, shape, value: .nilValue(type)) }

    @inlinable
    init<Value>(_ type: Value.Type, _ shape: Shape, value: Thunks) {
        self.init(
            type: ObjectIdentifier(type), represented: type, shape: shape, layout: ValueLayout(of: type),
            value: value)
    }

    init<Value>(scalar type: Value.Type, _ kind: yoke_kind) {
        self.init(type, .scalar(UInt8(kind.rawValue)))
    }
}

extension JSONMapping: CustomStringConvertible {
    /// The described type: `JSONMapping(User)`. (`User.jsonFields` lists its properties.)
    public var description: String { "JSONMapping(\(name))" }
}

/// A type's size, stride and alignment in bytes. `isTrivial`: true if values are plain bits without references. `isReference`: true for
/// a class.
@usableFromInline
struct ValueLayout: Sendable {
    let size: Int
    let stride: Int
    let alignment: Int
    let isTrivial: Bool
    let isReference: Bool

    @usableFromInline
    init<Value>(of type: Value.Type) {
        size = MemoryLayout<Value>.size
        stride = MemoryLayout<Value>.stride
        alignment = MemoryLayout<Value>.alignment
        isTrivial = _isPOD(type)
        isReference = type is AnyClass
    }
}

/// The layout of a pair in bytes: a String key, then the value. The reader collects a dictionary's pairs on the value stack (memory for
/// values that are not yet at their final address).
@usableFromInline
struct PairLayout: Sendable {
    let valueOffset: Int
    let stride: Int
    let alignment: Int

    @usableFromInline
    init<Value>(_ type: Value.Type) {
        valueOffset = Pair<Value>.valueOffset
        stride = Pair<Value>.stride
        alignment = Pair<Value>.alignment
    }
}

// MARK: - Models

extension JSONMapping {
    /// Describes a struct. Yoke writes each field directly at its offset in the instance, also a `let`, and runs no initialiser.
    ///
    /// The closure must name every stored property, with `add` or `ignore`. A forgotten property is an `.invalidMapping` error at first
    /// use. One exception: Yoke does not detect a forgotten property in the padding before another property. All bytes of the forgotten
    /// property are then 0.
    ///
    /// - Parameters:
    ///   - keys: the style that makes a key from the name of a property without a `key:`.
    ///   - dates: the form of dates in the type's own properties, also in arrays and dictionaries.
    ///   - unknownKeys: what to do about keys without a property.
    ///   - layout: `.object` for a JSON object, `.array` for a JSON array. An array holds the properties in the order of `add`. Yoke
    ///     writes all properties, nil as null. In reading, elements at the end may be missing if their properties allow a missing key. An
    ///     array has no keys and no flattened properties, and an `update` replaces the entire value.
    @inlinable
    public init<Model>(
        _ type: Model.Type, keys: JSONKeyStyle = .asWritten, dates: JSONDateStyle? = nil, unknownKeys: JSONUnknownKeys = .skip,
        layout: JSONLayout = .object, _ describe: (inout JSONFields<Model>) -> Void
    ) {
        let list = CollectedFields(keys: keys, dates: dates, unknownKeys: unknownKeys, layout: layout)
        var fields = JSONFields<Model>(list)
        describe(&fields)
        self.init(type, list.shape)
    }

    /// Describes a type that is read via another type, the storage.
    ///
    /// Use this form for a class, for a struct with observed, lazy or wrapped properties, or for a type with the JSON form of another type.
    /// Yoke reads the storage first; `decode` turns the storage into the value.
    ///
    /// ```swift
    /// extension Celsius: JSONConvertible {
    ///     static var jsonMapping: JSONMapping {
    ///         JSONMapping(Celsius.self, via: Double.self, decode: { Celsius(degrees: $0) }, encode: { $0.degrees })
    ///     }
    /// }
    /// ```
    /// `assign` receives the instance, the storage with the new values, and the names of the changed properties, as in the storage's
    /// mapping. Rules for `assign`:
    ///
    /// - Assign only the named properties, so that observers see no other changes.
    /// - If `assign` does not assign a named property, the property keeps its value, and `update` does not list it among the changes.
    /// - If `assign` throws, for example because a constant would change, `update` throws a `.refused` error with this error as
    ///   `underlying`. Before that, Yoke calls `assign` again to give the changed properties their old values back.
    /// - If `assign` is nil, `update` of an instance is an error of kind `.invalidMapping`, and an instance in a property is replaced by a
    ///   new one.
    ///
    /// A struct needs `assign` only if it has properties that its storage does not hold, and if these must survive an update. `assign` then
    /// receives a copy of the old value. If `assign` is nil, an update makes a new value with `decode`.
    ///
    /// - Parameters:
    ///   - decode: makes the value. If the closure throws, its error becomes the `underlying` error of a `.refused` error.
    ///   - encode: returns the storage that `decode` would turn into this value, for writing. If the closure throws, its error becomes the
    ///     `underlying` error of a `.refused` error.
    ///   - assign: copies properties from a storage into an instance or a copy of the old value, for `update`.
    @inlinable
    public init<Model, Storage: JSONMapped>(
        _ type: Model.Type, via storage: Storage.Type,
        decode: @escaping @Sendable (consuming Storage) throws -> Model,
        encode: @escaping @Sendable (borrowing Model) throws -> Storage,
        assign: (@Sendable (inout Model, consuming Storage, Set<String>) throws -> Void)? = nil
    ) {
        self.init(type, .assignable(Child(storage), .via(decode: decode, encode: encode, assign: assign)))
    }

    /// Describes an enum with raw values. Only the listed cases can be read. Any other raw value is an error of kind `.unknownCase` that
    /// names the nearest case.
    ///
    /// Cost for an enum with String raw values: one look-up of the bytes in a table. No String is made.
    ///
    /// - Parameter list: appends every case that can be read. If `Model` is a struct with arbitrary raw values, appends nothing.
    public init<Model: RawRepresentable>(rawValues type: Model.Type, _ list: (inout [Model]) -> Void)
    where Model.RawValue: JSONMapped {
        var cases: [Model] = []
        list(&cases)
        if Model.RawValue.self == String.self, _isPOD(type) {
            let names = cases.map { unsafeBitCast($0.rawValue, to: String.self) }
            self.init(type, .rawStrings(RawCases(cases, names: names)))
        } else {
            self.init(type, .via(Child(Model.RawValue.self), .rawValue(cases, or: nil)))
        }
    }

    /// Describes an enum with raw values, with a case for all other raw values.
    ///
    /// ```swift
    /// enum Priority: Int { case unknown, low, high }
    ///
    /// JSONMapping(rawValues: Priority.self, fallback: .unknown) { $0 += [.low, .high] }
    /// ```
    /// A value of another type than the raw value stays an error: here a string, or a number that is not an `Int`.
    ///
    /// - Parameters:
    ///   - fallback: the case for a raw value that no case has. It is written as its own raw value. Yoke evaluates the expression for each
    ///     such raw value, and once for the mapping.
    ///   - list: appends every case that can be read.
    public init<Model: RawRepresentable & SendableMetatype>(
        rawValues type: Model.Type, fallback: @escaping @autoclosure @Sendable () -> Model, _ list: (inout [Model]) -> Void
    ) where Model.RawValue: JSONMapped {
        var cases: [Model] = []
        list(&cases)
        self.init(type, .via(Child(Model.RawValue.self), .rawValue(cases, or: fallback)))
    }

    /// An unavailable overload for an enum without raw values. The compiler's error says what to do.
    @available(*, unavailable, message: "the enum has no raw type: add one, such as ': String', or a mapping with 'init(cases:)'")
    public init<Model>(rawValues type: Model.Type, _ list: (inout [Model]) -> Void) { fatalError("unavailable") }

    /// An unavailable overload for an enum without raw values. The compiler's error says what to do.
    @available(*, unavailable, message: "the enum has no raw type: add one, such as ': String', or a mapping with 'init(cases:)'")
    public init<Model>(rawValues type: Model.Type, fallback: Model, _ list: (inout [Model]) -> Void) { fatalError("unavailable") }

    /// Describes a date: a value that holds only a `Double` of seconds from 2001-01-01T00:00:00Z, as Foundation's `Date` does.
    ///
    /// - Parameter style: the form in JSON. nil: the form of the type or the call, else RFC 3339.
    public init<Value>(
        date type: Value.Type, style: JSONDateStyle? = nil, decode: @escaping @Sendable (Double) -> Value,
        encode: @escaping @Sendable (borrowing Value) -> Double
    ) {
        let isDouble =
            _isPOD(type) && MemoryLayout<Value>.size == 8
            && withUnsafeBytes(of: decode(0.1)) { bytes in
                bytes.loadUnaligned(as: UInt64.self) == 0.1.bitPattern
            }
        if isDouble {
            self.init(type, .date(style))
        } else {
            let thunks = Thunks.via(decode: { decode($0) }, encode: encode)
            thunks.isForm = true
            self.init(type, .via(Child(Double.self, isShared: false) { JSONMapping(Double.self, .date(style)) }, thunks))
        }
    }

    /// Describes a type of your own that is a string in JSON: `UUID`, `URL`, a colour.
    ///
    /// - Parameters:
    ///   - read: makes the value from the string, or throws the reason why it cannot.
    ///   - write: returns the string for a value.
    public init<Value>(
        text type: Value.Type, read: @escaping @Sendable (String) throws -> Value,
        write: @escaping @Sendable (Value) throws -> String
    ) {
        self.init(type, .text(.text(read: read, write: write, isNumber: false), isNumber: false))
    }

    /// Describes a type of your own that is a number in JSON, and needs the number digit for digit: `Decimal`, a big integer.
    ///
    /// - Parameters:
    ///   - read: makes the value from the literal, or throws the reason why it cannot.
    ///   - write: returns the literal for a value; it must be a JSON number.
    public init<Value>(
        number type: Value.Type, read: @escaping @Sendable (String) throws -> Value,
        write: @escaping @Sendable (Value) throws -> String
    ) {
        self.init(type, .text(.text(read: read, write: write, isNumber: true), isNumber: true))
    }

    /// Describes a scalar of this package. Like `init(text:read:write:)` or `init(number:read:write:)`, but the value is made from UTF-8
    /// bytes, without a String.
    ///
    /// - Parameter store: puts the value at an address. (A closure that returned the value would not be specialised for the type.)
    package init<Value>(
        utf8 type: Value.Type, isNumber: Bool,
        store: @escaping @Sendable (UnsafeMutableRawPointer, UnsafeBufferPointer<UInt8>) throws -> Void,
        write: @escaping @Sendable (Value) throws -> String
    ) {
        self.init(type, .text(.utf8(store: store, write: write, isNumber: isNumber), isNumber: isNumber))
    }
}
