internal import CYoke

extension UpdateTarget {
    /// Puts at `memory` what a merge patch makes of the properties that it names.
    func patch(
        _ memory: UnsafeMutableRawPointer, _ schema: JSONSchema, _ fields: [FieldDescription], _ slot: UnsafePointer<yoke_slot>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(JSONError) {
        let patch = try JSONValue(json: bytes, options: binder.options)
        var document = try JSONValue(json: Writer.text(of: memory, slot, JSONWriteOptions(depth: .max).style), options: .unlimited)
        document.merge(patch: patch)
        let text = try document.jsonBytes(JSONWriteOptions(depth: .max))
        let patched = UnsafeMutableRawPointer.allocate(byteCount: max(1, schema.layout.stride), alignment: schema.layout.alignment)
        defer { patched.deallocate() }
        try text.withUnsafeBufferPointer { text -> Result<Void, JSONError> in
            do throws(JSONError) { try binder.readWhole(slot, patched, text) } catch { return .failure(error) }
            return .success(())
        }.get()
        defer { schema.value.destroy(patched, 1) }
        if case .object(let changes) = patch { take(fields, from: patched, into: memory, changes) }
    }

    private func take(
        _ fields: [FieldDescription], from patched: UnsafeRawPointer, into memory: UnsafeMutableRawPointer, _ changes: JSONObject
    ) {
        for field in fields {
            guard let offset = field.offset, field.isNamed(by: changes, binder.variant) else { continue }
            if field.role == .flattened, case .object(let inner, _)? = field.child?.schema().shape {
                take(inner, from: patched + offset, into: memory + offset, changes)
            } else if !field.isSame(patched + offset, memory + offset) {
                field.value.destroy(memory + offset, 1)
                field.value.copy(memory + offset, patched + offset)
            }
        }
    }
}

extension FieldDescription {
    /// Whether a key of the patch leads to the property.
    fileprivate func isNamed(by patch: JSONObject, _ variant: PlanVariant) -> Bool {
        switch role {
        case .ignored: return false
        case .flattened, .extras: return true
        case .member:
            return variant.keys(self).read.contains { name in
                guard case .key(let key)? = (try? name.steps())?.first else { return false }
                return patch.contains(key: key)
            }
        }
    }
}
