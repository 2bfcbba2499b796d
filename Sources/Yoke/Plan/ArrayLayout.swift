internal import CYoke

/// Models whose JSON is an array: `[1, "a", null]`, one element for each property, in the order of the mapping.
enum ArrayLayout {
    /// Throws an error for a property that cannot be an element of an array: a property with a key, a flattened property, or a property
    /// that keeps unknown members. Also throws an error for a rule that needs an object.
    static func check(_ fields: [FieldDescription], _ rules: ObjectRules, of mapping: JSONMapping) throws(JSONError) {
        guard !rules.wantsText else {
            throw JSONError(.invalidMapping, "a hook of \(mapping.name) asks for its object, and it stands as an array")
        }
        guard rules.conditions.isEmpty, !fields.contains(where: { $0.rules?.conditions.isEmpty == false }) else {
            throw JSONError(.invalidMapping, "\(mapping.name) stands as an array, of which no element can be left out")
        }
        for field in fields {
            let isWhole = field.role == .flattened || field.role == .extras
            guard isWhole || field.keys != nil else { continue }
            throw JSONError(
                .invalidMapping,
                isWhole
                    ? "\(mapping.name).\(field.name) has members, and \(mapping.name) stands as an array"
                    : "\(mapping.name).\(field.name) has a key, and \(mapping.name) stands as an array",
                hint: "the elements of an array are the properties in the order of the mapping")
        }
    }

    /// Returns the table by which the reader finds the field for an element of the JSON array. The element's index is the field's index.
    ///
    /// - Parameters:
    ///   - names: the fields' names in errors.
    ///   - isRead: for each field, true if its element is read.
    static func table(_ fields: [yoke_field], names: [String], isRead: [Bool]) -> KeyTable {
        var table = KeyTable()
        for (i, field) in fields.enumerated() {
            var entry = field
            KeyTable.setKey(&entry, names[i])
            entry.index = UInt32(i)
            entry.index_or_length = isRead[i] ? UInt64(i) : .max
            table.append(entry)
        }
        return table
    }

    /// Returns the table for the writer. A nil property is written as null, so that later properties keep their index. A property that the
    /// call leaves out has no entry: the writer fills its index with null if a later element exists.
    static func written(_ fields: [yoke_field], isWritten: [Bool]) -> UnsafePointer<yoke_object> {
        var entries: [yoke_field] = []
        for (i, field) in fields.enumerated() where isWritten[i] {
            var entry = field
            entry.rules = nil
            entry.slot.rules |= SlotRule.writesNull
            entry.index_or_length = UInt64(i)
            entries.append(entry)
        }
        var object = yoke_object()
        object.fields = PlanMemory.copy(entries)
        object.keyed = UInt32(entries.count)
        object.is_scalar_row =
            entries.count == fields.count
            && entries.allSatisfy { entry in
                entry.slot.kind <= UInt8(YOKE_RAW_STRING.rawValue) && entry.slot.nil_test == UInt8(YOKE_NEVER_NIL.rawValue)
            }
        return PlanMemory.put(object)
    }
}
