internal import CYoke

extension Thunks {
    /// Returns the operations that every type has: destroy, move, copy and compare.
    @inlinable
    static func value<Value>(_ type: Value.Type) -> Thunks {
        let thunks = Thunks()
        thunks.destroy = { at, count in at.assumingMemoryBound(to: Value.self).deinitialize(count: count) }
        thunks.move = { to, from, count in
            let to = to.assumingMemoryBound(to: Value.self), from = from.assumingMemoryBound(to: Value.self)
            // The memory of a single value may end at the value's size, without the padding up to the stride. So a single value is moved
            // without its padding.
            if count == 1 { to.initialize(to: from.move()) } else { to.moveInitialize(from: from, count: count) }
        }
        thunks.copy = { to, from in
            to.initializeMemory(as: Value.self, to: from.assumingMemoryBound(to: Value.self).pointee)
        }
        thunks.isEqual = { a, b in areEqual(a.assumingMemoryBound(to: Value.self).pointee, b.assumingMemoryBound(to: Value.self).pointee) }
        return thunks
    }

    /// Returns the operations of every type, and the operations that test for nil or store nil, for a type that can be nil.
    @inlinable
    static func nilValue<Value: NilTestable>(_ type: Value.Type) -> Thunks {
        let thunks = value(type)
        thunks.isNil = { at in Value.isNil(at) }
        thunks.holdsNil = { at in Value.holdsNil(at) }
        thunks.storeNil = { to in Value.storeNil(to) }
        return thunks
    }

    /// Returns the thunk that stores a declared initial value.
    @inlinable
    static func initial<Value>(_ make: @escaping @Sendable () -> Value) -> Thunks {
        let thunks = Thunks()
        thunks.initial = { to in to.initializeMemory(as: Value.self, to: make()) }
        return thunks
    }

    /// Returns the thunk that runs the checks of an instance whose object has ended, from the check `request.next` on. After an error, C
    /// may call the thunk again for the further checks. The checks of properties come first, because the checks of the entire instance may
    /// rely on them.
    static func after(_ checks: [ObjectCheck]) -> Thunks {
        let thunks = Thunks()
        thunks.after = { at, reader, request in
            let request = request.assumingMemoryBound(to: yoke_check_request.self)
            let source = ObjectSource(request: request.pointee, reader: reader)
            while Int(request.pointee.next) < checks.count {
                let check = checks[Int(request.pointee.next)]
                request.pointee.next += 1
                guard check.field.map(source.has) ?? !request.pointee.only_fields else { continue }
                do { try check.body(at, source) } catch {
                    if let field = check.field {  // the other checks of this property do not run
                        request.pointee.field = UInt32(field)
                        request.pointee.next += UInt32(checks[Int(request.pointee.next)...].prefix { $0.field == field }.count)
                    }
                    throw error
                }
            }
        }
        return thunks
    }

    /// Returns thunks with only an `isNil`, for a member that is written under conditions. `isNil` returns true if a condition is false for
    /// the instance at the address. The writer then leaves out the member, as it leaves out nil.
    static func unless(_ conditions: [@Sendable (UnsafeRawPointer) -> Bool]) -> Thunks {
        let thunks = Thunks()
        thunks.isNil = { at in !conditions.allSatisfy { $0(at) } }
        return thunks
    }

    /// Returns the thunks (callbacks for C) of a type that is read and written via a storage type.
    @inlinable
    static func via<Model, Storage>(
        decode: @escaping @Sendable (consuming Storage) throws -> Model,
        encode: @escaping @Sendable (borrowing Model) throws -> Storage,
        assign: (@Sendable (inout Model, consuming Storage, Set<String>) throws -> Void)? = nil
    ) -> Thunks {
        let thunks = stored(encode, assign)
        thunks.make = { to, from, _ in
            let model = try decode(from.assumingMemoryBound(to: Storage.self).move())
            to.unsafelyUnwrapped.initializeMemory(as: Model.self, to: model)
        }
        return thunks
    }

    /// Returns the thunks that convert a value to its storage type for writing, and assign a storage to a class instance.
    @inlinable
    static func stored<Model, Storage>(
        _ store: @escaping @Sendable (borrowing Model) throws -> Storage,
        _ assign: (@Sendable (inout Model, consuming Storage, Set<String>) throws -> Void)?
    ) -> Thunks {
        let thunks = Thunks()
        if let assign {
            thunks.assign = { to, from, changed in
                try assign(&to.assumingMemoryBound(to: Model.self).pointee, from.assumingMemoryBound(to: Storage.self).move(), changed)
            }
            thunks.reassign = thunks.assign
        }
        thunks.store = { to, at in
            to.initializeMemory(as: Storage.self, to: try store(at.assumingMemoryBound(to: Model.self).pointee))
        }
        return thunks
    }

    /// Returns the thunks (callbacks for C) of a scalar that closures make from text and turn into text.
    static func text<Value>(
        read: @escaping @Sendable (String) throws -> Value, write: @escaping @Sendable (Value) throws -> String,
        isNumber: Bool
    ) -> Thunks {
        utf8(store: { $0.initializeMemory(as: Value.self, to: try read(validString($1))) }, write: write, isNumber: isNumber)
    }

    /// Does the same as `text`, but makes no String: `store` gets the UTF-8 of the text, and puts the value at the address.
    static func utf8<Value>(
        store: @escaping @Sendable (Pointer, UnsafeBufferPointer<UInt8>) throws -> Void,
        write: @escaping @Sendable (Value) throws -> String,
        isNumber: Bool
    ) -> Thunks {
        let thunks = Thunks()
        thunks.text = store
        thunks.borrowText = { at, writer in
            let text = try write(at.assumingMemoryBound(to: Value.self).pointee)
            if isNumber, !isJSONNumber(text) {
                throw JSONError(.nonFiniteNumber, "\"\(VisibleText.of(text))\" is not a JSON number")
            }
            let writer = writer.assumingMemoryBound(to: yoke_writer.self)
            borrow(text) {
                isNumber
                    ? yoke_writer_raw(writer, $0.baseAddress, $0.count)
                    : yoke_writer_string(writer, $0.baseAddress, $0.count)
            }
        }
        return thunks
    }
}

private func validString(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    return makeValidString(bytes, isASCII: all < 0x80)
}

/// Returns true if the text is a JSON number and nothing else.
private func isJSONNumber(_ text: String) -> Bool {
    var value = 0.0
    return borrow(text) { yoke_read_f64($0.baseAddress, $0.count, &value) } != YOKE_NUMBER_SYNTAX
}

/// Returns true if two values are equal by their type's own `==`. Values of a type without `==` are equal only if they are the same object,
/// or both nil.
@usableFromInline
func areEqual<Value>(_ a: Value, _ b: Value) -> Bool {
    func same<Comparable: Equatable>(_ a: Comparable) -> Bool { (b as? Comparable) == a }
    if let a = a as? any Equatable { return same(a) }
    if let a = a as? any AnyOptional, let b = b as? any AnyOptional, a.wrapped == nil, b.wrapped == nil { return true }
    return type(of: a) is AnyClass && (a as AnyObject) === (b as AnyObject)
}

/// A type with a nil value, such as any Optional. Code can use the protocol without knowing the generic parameter of the type.
@usableFromInline
protocol NilTestable: SendableMetatype {
    /// Returns true if the value at the address is nil at any level of Optional.
    static func isNil(_ at: UnsafeRawPointer) -> Bool
    /// Returns true if the outermost level of the Optional at the address is nil. Reads only the bits that distinguish nil from a value.
    static func holdsNil(_ at: UnsafeRawPointer) -> Bool
    /// Writes the bytes of nil at the address.
    static func storeNil(_ to: UnsafeMutableRawPointer)
}

extension Optional: NilTestable {
    @usableFromInline
    static func isNil(_ at: UnsafeRawPointer) -> Bool {
        if holdsNil(at) { return true }
        guard let inner = Wrapped.self as? any NilTestable.Type else { return false }
        return inner.isNil(at)  // the value of an Optional lies at the Optional's own address
    }
    @usableFromInline
    static func holdsNil(_ at: UnsafeRawPointer) -> Bool { isNone(at.assumingMemoryBound(to: Self.self)) }
    @usableFromInline
    static func storeNil(_ to: UnsafeMutableRawPointer) {
        to.initializeMemory(as: Self.self, to: nil)
    }
}

extension Optional where Wrapped: ~Copyable {
    /// Returns true if the Optional is nil. `~Copyable` lets Swift test the value where it is, without a copy of the value and its parts.
    fileprivate static func isNone(_ at: UnsafePointer<Self>) -> Bool {
        switch at.pointee {
        case .none: true
        case .some: false
        }
    }
}

/// Returns true if the bytes of the value may be copied into a template for all instances. The value must be plain bits, or refer to no
/// heap object except the shared empty object of Swift's runtime, which is never freed.
@inlinable
func isFreezable<Value>(_ value: Value) -> Bool {
    if _isPOD(Value.self) { return true }
    if let string = value as? String { return string.isEmpty }
    if let collection = value as? any FreezableWhenEmpty { return collection.isEmpty }
    if let optional = value as? any AnyOptional { return optional.wrapped == nil }
    return false
}

@usableFromInline protocol FreezableWhenEmpty { var isEmpty: Bool { get } }
extension Array: FreezableWhenEmpty {}
extension Set: FreezableWhenEmpty {}
extension Dictionary: FreezableWhenEmpty {}
