internal import CYoke

/// The description of one type: what it is made of in JSON, and what only Swift can do with it.
///
/// A mapping asks for the mappings of other types when it is compiled, not before, so types can contain themselves and each
/// other. It is turned into a binding plan when the type is first read or written, once a process.
public struct JSONMapping: Sendable {
    /// What a value of the type is in JSON.
    @usableFromInline
    enum Shape: Sendable {
        /// A scalar that C reads and writes by itself.
        case scalar(UInt8)
        /// A date, by a style; nil: the one of the property, the type or the call, else RFC 3339.
        case date(JSONDateStyle?)
        /// A Swift value over a string's or number literal's text.
        case text(Thunks, isNumber: Bool)
        /// An enum over strings.
        case rawStrings(RawCases)
        case optional(Child)
        /// A value that may be absent, for a property with a declared initial value.
        case staged(Child)
        case array(element: Child, Thunks, iterationSize: Int)
        case dictionary(value: Child, Thunks, PairLayout, iterationSize: Int)
        case object([FieldDescription], ObjectRules)
        /// A value made from, and taken apart into, a value of another type.
        case via(Child, Thunks)
        case document(Thunks)
        /// A value made from its own text, which may be bound as the payload of one of several cases.
        case rawText([CaseDescription], Thunks, Tagging, fallback: Int?)
    }

    /// Another type: its identity, and its mapping when that is wanted. Made in `@inlinable` code, so that the mapping's
    /// closures are compiled for the concrete type.
    @usableFromInline
    struct Child: Sendable {
        let type: any Any.Type
        let mapping: @Sendable () -> JSONMapping
        /// Whether all slots of the type have this mapping; else it is one property's own.
        let isShared: Bool

        @usableFromInline
        init(_ type: any Any.Type, isShared: Bool = true, _ mapping: @escaping @Sendable () -> JSONMapping) {
            self.type = type
            self.mapping = mapping
            self.isShared = isShared
        }

        @inlinable
        init<Described: JSONMapped>(_ type: Described.Type) { self.init(type) { Described.jsonMapping } }
    }

    /// The type that is described: a subclass inherits its parent's mapping, but is not what that makes.
    let type: ObjectIdentifier
    let represented: any Any.Type
    let shape: Shape
    let layout: ValueLayout
    /// Destroying, moving and asking nil for the type itself.
    let value: Thunks

    /// Swift's name of the type. Not kept: it costs more to make than most of a mapping, and only errors want it.
    var name: String { TypeName.of(represented) }
    /// The metatype, as C holds it.
    var identity: UnsafeRawPointer { unsafeBitCast(represented, to: UnsafeRawPointer.self) }

    @usableFromInline
    init(type: ObjectIdentifier, represented: any Any.Type, shape: Shape, layout: ValueLayout, value: Thunks) {
        self.type = type
        self.represented = represented
        self.shape = shape
        self.layout = layout
        self.value = value
    }

    @inlinable
    init<Value>(_ type: Value.Type, _ shape: Shape) { self.init(type, shape, value: .value(type)) }

    /// For a type with a nil of its own.
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
    /// The type that is described: `JSONMapping(User)`. (`User.jsonFields` lists its properties.)
    public var description: String { "JSONMapping(\(name))" }
}

/// A type's size, stride and alignment in bytes, and whether its values own nothing.
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

/// How a pair of a dictionary lies on the value stack.
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
    /// A struct that is bound in place: each field is written at its offset in the instance, `let` too, and no
    /// initialiser runs. Every stored property must be named, by `add` or `ignore`: a forgotten one is an `.invalidMapping` error at
    /// first use, except where it hides in the padding in front of another property, where it cannot be seen, and is zero.
    ///
    /// - Parameters:
    ///   - keys: how property names become keys, where no key is given.
    ///   - dates: how the dates of the type's own properties stand in JSON, those in arrays and dictionaries too.
    ///   - unknownKeys: what becomes of keys that no property has.
    ///   - layout: whether a value is a JSON object or an array. The elements of an array are the properties that `add` names, in that
    ///     order: all of them are written, nil as null; at the end of a text's array those may be missing that may be absent from an
    ///     object. Such properties have no keys, and nothing can be flattened; the value is replaced as a whole by an `update`.
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

    /// A type that is read by way of another one: a class, a struct with observed, lazy or wrapped properties, or one
    /// whose form in JSON is that of another type. The storage is bound first; `make` turns it into the value.
    ///
    /// ```swift
    /// extension Celsius: JSONConvertible {
    ///     static var jsonMapping: JSONMapping {
    ///         JSONMapping(Celsius.self, via: Double.self, decode: { Celsius(degrees: $0) }, encode: { $0.degrees })
    ///     }
    /// }
    /// ```
    /// - Parameters:
    ///   - decode: makes the value; what it throws becomes the `underlying` error of a `.refused` one.
    ///   - encode: the storage that `make` would turn into this value, for writing; what it throws becomes the `underlying` error of a
    ///     `.refused` one.
    ///   - assign: for classes: takes properties over from a storage, which is how `update` changes an instance that others hold. It is given
    ///     the instance, the storage as it is to be, and the names (those that the storage's mapping gives) of the properties in which it is other
    ///     than before: assign only these, so that observers hear of nothing else. What it leaves alone stays, and is not among the changes that
    ///     `update` returns; what it throws, of a constant for example, becomes the `underlying` error of a `.refused` one, and it is called
    ///     again to put back what it has assigned. nil: an update is an error of kind `.invalidMapping`, but for values in properties, which are
    ///     made anew.
    @inlinable
    public init<Model, Storage: JSONMapped>(
        _ type: Model.Type, via storage: Storage.Type,
        decode: @escaping @Sendable (consuming Storage) throws -> Model,
        encode: @escaping @Sendable (borrowing Model) throws -> Storage,
        assign: (@Sendable (inout Model, consuming Storage, Set<String>) throws -> Void)? = nil
    ) {
        self.init(type, .via(Child(storage), .via(decode: decode, encode: encode, assign: assign)))
    }

    /// An enum with raw values. The listed cases are those that can be read; an unlisted raw value is an error of kind
    /// `.unknownCase` that names the nearest one. Cost over strings: one walk of a trie, no String.
    ///
    /// - Parameter list: appends every case.
    public init<Model: RawRepresentable>(rawValues type: Model.Type, _ list: (inout [Model]) -> Void)
    where Model.RawValue: JSONMapped {
        var cases: [Model] = []
        list(&cases)
        if Model.RawValue.self == String.self, _isPOD(type) {
            let names = cases.map { unsafeBitCast($0.rawValue, to: String.self) }
            self.init(type, .rawStrings(RawCases(cases, names: names)))
        } else {
            self.init(type, .via(Child(Model.RawValue.self), .rawValue(cases)))
        }
    }

    /// A date: a value that is nothing but a `Double` of seconds from 2001-01-01T00:00:00Z, as Foundation's `Date` is.
    ///
    /// - Parameter style: its form in JSON; nil: that of the type or the call, else RFC 3339.
    public init<Value>(date type: Value.Type, style: JSONDateStyle? = nil, decode: @escaping @Sendable (Double) -> Value,
        encode: @escaping @Sendable (borrowing Value) -> Double) {
        let isDouble = _isPOD(type) && MemoryLayout<Value>.size == 8 && withUnsafeBytes(of: decode(0.1)) { bytes in
            bytes.loadUnaligned(as: UInt64.self) == 0.1.bitPattern
        }
        if isDouble {
            self.init(type, .date(style))
        } else {
            self.init(
                type, .via(Child(Double.self, isShared: false) { JSONMapping(Double.self, .date(style)) }, .via(decode: { decode($0) }, encode: encode)))
        }
    }

    /// A scalar of one's own over a JSON string: `UUID`, `URL`, a colour.
    ///
    /// - Parameters:
    ///   - read: makes the value from the string, or throws why not.
    ///   - write: the string for a value.
    public init<Value>(
        text type: Value.Type, read: @escaping @Sendable (String) throws -> Value,
        write: @escaping @Sendable (Value) throws -> String
    ) {
        self.init(type, .text(.text(read: read, write: write, isNumber: false), isNumber: false))
    }

    /// A scalar of one's own over a JSON number's text, digit for digit: `Decimal`, a big integer.
    ///
    /// - Parameters:
    ///   - read: makes the value from the literal, or throws why not.
    ///   - write: the literal for a value; it must be a JSON number.
    public init<Value>(
        number type: Value.Type, read: @escaping @Sendable (String) throws -> Value,
        write: @escaping @Sendable (Value) throws -> String
    ) {
        self.init(type, .text(.text(read: read, write: write, isNumber: true), isNumber: true))
    }
}
