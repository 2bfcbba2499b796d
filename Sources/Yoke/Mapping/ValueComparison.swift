internal import CYoke

/// Finds out if an update has changed a value, or if a value is the initial value. Two values count as the same only if writing them gives
/// the same JSON.
///
/// `==` cannot answer this question:
///
/// - The number 0.0 equals -0.0, and a composed letter equals a decomposed letter.
/// - A model's own `==` may compare only the id.
/// - The value NaN does not equal itself.
final class ValueComparison {
    @exclusivity(unchecked) private var mappings = MappingCache()
    /// The deepest level of nested values that the comparison visits. Deeper values are compared with `==`. If the call stack has no room,
    /// values count as different.
    static let depth = 128

    /// Returns true if the values at `a` and `b` are the same. `depth`: the number of levels of nested values to visit.
    func areSame(_ child: JSONMapping.Child, _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, within depth: Int) -> Bool {
        if child.type == String.self { return areSameStrings(a, b) }
        return areSame(child.type, mappings.mapping(of: child), a, b, depth)
    }

    private func areSame(_ type: any Any.Type, _ mapping: JSONMapping, _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ depth: Int) -> Bool {
        if haveSameBytes(a, b, mapping.layout.size) { return true }
        let isEqual = mapping.value.isEqual
        if CallStack.isLow { return false }
        guard depth > 0 else { return isEqual(a, b) }
        switch mapping.shape {
        case .scalar(UInt8(YOKE_STRING.rawValue)): return areSameStrings(a, b)
        case .scalar: return false
        case .date, .rawStrings: return isEqual(a, b)
        case .optional(let inner), .staged(let inner):
            if mapping.value.isNil(a) || mapping.value.isNil(b) { return isEqual(a, b) }
            return areSame(inner, a, b, within: depth - 1)
        case .array(let inner, _, _), .dictionary(let inner, _, _, _):
            guard let collection = type as? any ComparedByElements.Type else { return isEqual(a, b) }
            let element = mappings.mapping(of: inner)
            if case .object(let fields, _) = element.shape {
                return collection.haveSameElements(a, b) { a, b in fields.allSatisfy { $0.isSame(at: a, b, self, within: depth - 1) } }
            }
            return collection.haveSameElements(a, b) { areSame(inner.type, element, $0, $1, depth - 1) }
        case .object(let fields, _): return fields.allSatisfy { $0.isSame(at: a, b, self, within: depth - 1) }
        case .via(let storage, let thunks) where thunks.isBox || type is any ComparedByElements.Type:
            return haveSameStorage(mappings.mapping(of: storage), thunks, a, b) { areSame(storage, $0, $1, within: depth - 1) }
                ?? isEqual(a, b)
        case .via(let storage, let thunks):
            // `isEqual` finds out if another class instance has replaced the instance, or an instance in the value. The storage does not
            // show this.
            let mayBeSame = equality(mapping, a, b) ?? (mapping.represented is any Equatable.Type || isEqual(a, b))
            guard mayBeSame else { return false }
            return haveSameStorage(mappings.mapping(of: storage), thunks, a, b) { areSame(storage, $0, $1, within: depth - 1) } ?? true
        case .rawText(let cases, _, _, _) where mapping.hasHooks:
            return cases[0].payload.map { areSame($0, a, b, within: depth - 1) } ?? true  // a type with hooks has itself as its only case
        // A new lazy value equals the old one if its value has the same JSON. `==` cannot compare lazy values that hold NaN.
        case .rawText(_, let thunks, _, _) where thunks.isForm: return haveSameText(type, a, b, sorted: true) ?? isEqual(a, b)
        case .text, .document:
            let isEqual = equality(mapping, a, b)
            return isEqual != false && haveSameText(type, a, b) ?? isEqual ?? false
        // Equal dictionaries may differ in order, so the keys are sorted.
        case .rawText:
            let isEqual = equality(mapping, a, b)
            return isEqual != false && haveSameText(type, a, b, sorted: true) ?? isEqual ?? false
        }
    }

    /// Returns the result of `==`. Returns nil if `==` cannot tell: if the type is not Equatable, or if the value at `a` does not equal
    /// itself, because it holds NaN.
    private func equality(_ mapping: JSONMapping, _ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool? {
        let isEqual = mapping.value.isEqual
        guard mapping.represented is any Equatable.Type else { return nil }
        if isEqual(a, b) { return true }
        return isEqual(a, a) ? false : nil
    }

    /// Converts two values to the type that is written in their place (the storage type), and compares the results. Returns nil if a value
    /// cannot be converted.
    private func haveSameStorage(
        _ mapping: JSONMapping, _ thunks: Thunks, _ a: UnsafeRawPointer, _ b: UnsafeRawPointer,
        _ areSame: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
    ) -> Bool? {
        guard let first = try? StoredValue(mapping, of: a, thunks), let second = try? StoredValue(mapping, of: b, thunks) else {
            return nil
        }
        return areSame(first.at, second.at)
    }

    /// Returns nil if a value cannot be written.
    private func haveSameText(_ type: any Any.Type, _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, sorted: Bool = false) -> Bool? {
        func text<Value: JSONWritable>(_: Value.Type, _ at: UnsafeRawPointer) -> [UInt8]? {
            try? at.assumingMemoryBound(to: Value.self).pointee.jsonBytes(
                JSONWriteOptions(sortsKeys: sorted, depth: JSONWriteOptions.cycleDepth, nonFiniteNumbers: .literal))
        }
        guard let type = type as? any JSONWritable.Type, let first = text(type, a), let second = text(type, b) else { return nil }
        return first == second
    }
}

private func haveSameBytes(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) -> Bool {
    sameBytes(
        UnsafeBufferPointer(start: a.assumingMemoryBound(to: UInt8.self), count: count),
        UnsafeBufferPointer(start: b.assumingMemoryBound(to: UInt8.self), count: count))
}

private func areSameStrings(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
    sameBytes(a.assumingMemoryBound(to: String.self).pointee, b.assumingMemoryBound(to: String.self).pointee)
}

extension FieldDescription {
    /// Returns true if the instances at `a` and `b` have the same value for this property.
    func isSame(at a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ comparison: ValueComparison, within depth: Int = ValueComparison.depth)
        -> Bool
    {
        guard let offset else { return true }
        return isSame(a + offset, b + offset, comparison, within: depth)
    }

    /// Returns true if the values at `a` and `b` are the same value of this property.
    func isSame(
        _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ comparison: ValueComparison, within depth: Int = ValueComparison.depth
    ) -> Bool {
        if haveSameBytes(a, b, layout.size) { return true }
        if role == .ignored, let value { return value.isEqual(a, b) }
        return child.map { comparison.areSame($0, a, b, within: depth) } ?? isEqual(a, b)
    }
}

/// Arrays, sets and dictionaries of any element type. The comparison calls `haveSameElements` without knowledge of the element type.
private protocol ComparedByElements {
    /// Returns true if the collections at `a` and `b` have the same number of elements and the same elements, as `areSame` compares them.
    static func haveSameElements(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ areSame: (UnsafeRawPointer, UnsafeRawPointer) -> Bool)
        -> Bool
}

private func isPair<Value>(_ a: Value, _ b: Value, _ areSame: (UnsafeRawPointer, UnsafeRawPointer) -> Bool) -> Bool {
    withUnsafePointer(to: a) { a in withUnsafePointer(to: b) { b in areSame(a, b) } }
}

extension Array: ComparedByElements {
    fileprivate static func haveSameElements(
        _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ areSame: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
    ) -> Bool {
        let a = a.assumingMemoryBound(to: Self.self).pointee, b = b.assumingMemoryBound(to: Self.self).pointee
        let count = a.count
        guard count == b.count else { return false }
        return a.withUnsafeBufferPointer { a in
            b.withUnsafeBufferPointer { b in
                guard let a = a.baseAddress, let b = b.baseAddress, a != b else { return true }
                if _isPOD(Element.self), haveSameBytes(a, b, count * MemoryLayout<Element>.stride) { return true }
                return (0..<count).allSatisfy { areSame(a + $0, b + $0) }
            }
        }
    }
}

extension Set: ComparedByElements {
    fileprivate static func haveSameElements(
        _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ areSame: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
    ) -> Bool {
        let a = a.assumingMemoryBound(to: Self.self).pointee, b = b.assumingMemoryBound(to: Self.self).pointee
        return a.count == b.count && a.allSatisfy { element in b.firstIndex(of: element).map { isPair(element, b[$0], areSame) } ?? false }
    }
}

extension Dictionary: ComparedByElements {
    fileprivate static func haveSameElements(
        _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ areSame: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
    ) -> Bool {
        let a = a.assumingMemoryBound(to: Self.self).pointee, b = b.assumingMemoryBound(to: Self.self).pointee
        return a.count == b.count
            && a.allSatisfy { key, value in
                guard let other = b.index(forKey: key), isPair(value, b[other].value, areSame) else { return false }
                guard let key = key as? String, let otherKey = b[other].key as? String else { return true }
                return sameBytes(key, otherKey)
            }
    }
}
