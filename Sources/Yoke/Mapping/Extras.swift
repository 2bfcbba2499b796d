internal import CYoke

extension JSONFields {
    /// Adds a property that keeps all unknown members: members whose keys belong to no other property. They keep the order of the text.
    /// Yoke writes them at the place of the property, between the members of the properties before and after it.
    ///
    /// - In an update, a member of the text replaces the kept member with the same key. Other members of the text are appended.
    /// - A merge patch merges its members into the kept members, and removes each kept member for which it has null.
    /// - The options `only:` and `excluding:` name this property like any other property. If a call leaves out another property, the key of
    ///   that property does not become an extra member.
    ///
    /// Cost: Yoke reads unknown members as it reads a `JSONValue`. In updates, and with the yajl engine, it reads the text of each unknown
    /// member twice.
    public mutating func extras(_ name: String, _ path: KeyPath<Model, JSONObject>) {
        let thunks = Thunks.value(JSONObject.self)
        thunks.extra = { to, member in
            let member = member.assumingMemoryBound(to: yoke_extra.self)
            let call = ReadCall.of(member.pointee.reader)
            try call.take(&member.pointee, into: to.assumingMemoryBound(to: JSONObject.self))
        }
        let empty: @Sendable () -> JSONObject = { JSONObject() }
        append(
            name, path, nil, JSONMapping.Child(JSONObject.self), .thunk(.initial(empty)), [], role: .extras, value: thunks)
    }
}

/// Collects the changes that a merge patch makes to unknown members (members without a property), for each object that is being read.
///
/// All changes of an object are applied together at the object's end. A removal takes time for each member that stays, so single removals
/// would be slow.
private final class ExtraPatches {
    /// For each object, by its number: its unknown members before the patch, and the patch so far.
    private var all: [UInt64: (members: JSONObject, patch: JSONObject)] = [:]

    /// Adds a member to the patch of the object with the number `object`. `members` is called only for the first member of the patch, and
    /// returns the object's unknown members before the patch.
    func add(_ value: JSONValue, forKey key: String, of object: UInt64, _ members: () -> JSONObject) {
        all[object, default: (members(), [:])].patch.append(value, forKey: key)
    }

    /// Returns the members of a finished object with the patch applied; nil if the patch names no unknown members. If the patch repeats a
    /// key, the first member counts if `firstKeysStay` is true, else the last one.
    func result(of object: UInt64, firstKeysStay: Bool) -> JSONObject? {
        guard let (members, patch) = all.removeValue(forKey: object) else { return nil }
        var result = JSONValue.object(members)
        result.merge(patch: .object(patch), firstKeysStay: firstKeysStay)
        return result.object
    }
}

extension ReadCall {
    private var extraPatches: ExtraPatches {
        if let extras { return unsafeDowncast(extras, to: ExtraPatches.self) }
        let patches = ExtraPatches()
        extras = patches
        return patches
    }

    /// Adds an unknown member, or all members of a tape, to `extras`. In a merge patch, only collects the member. At the object's end, C
    /// calls this function once more, without a text. Then the function applies the collected patch, and stores the result in `extras`.
    fileprivate func take(_ member: inout yoke_extra, into extras: UnsafeMutablePointer<JSONObject>) throws {
        if let members = member.tape { return DocumentBuilder.append(members.pointee, to: &extras.pointee) }
        guard let text = member.text else {
            guard let result = extraPatches.result(of: member.object, firstKeysStay: options.duplicateKeys == .first) else { return }
            extras.initialize(to: result)
            member.has_value = true
            return
        }
        let key = String(decoding: UnsafeBufferPointer(start: member.key, count: member.key_length), as: UTF8.self)
        let value = try JSONValue(rawText: UnsafeBufferPointer(start: text, count: member.text_length), options.readsLiterals)
        let updates = member.updates
        func has(_ flag: yoke_update) -> Bool { updates & UInt8(flag.rawValue) != 0 }
        if !has(YOKE_UPDATES) {
            // Keep all unknown members of the text, even if their keys are equal.
            extras.pointee.append(value, forKey: key)
        } else if has(YOKE_UPDATE_MERGES) {
            let hasValue = member.has_value
            extraPatches.add(value, forKey: key, of: member.object) { hasValue ? extras.move() : [:] }
            member.has_value = false
        } else if !(has(YOKE_UPDATE_KEEPS_ON_NULL) && value == .null) {
            extras.pointee.updateValue(value, forKey: key)
        }
    }
}

extension JSONValue {
    /// Makes dynamic JSON from text that the engine has already checked with the options of the call. Reads scalars, the most common
    /// values, without an engine. `mayHaveLiterals`: true if NaN and infinities may stand in the text as certain numbers, see
    /// `JSONNonFiniteNumbers.literal`.
    fileprivate init(rawText text: UnsafeBufferPointer<UInt8>, _ mayHaveLiterals: Bool) throws(JSONError) {
        switch text.first {
        case UInt8(ascii: "n"): self = .null
        case UInt8(ascii: "t"): self = .bool(true)
        case UInt8(ascii: "f"): self = .bool(false)
        case let first? where !mayHaveLiterals && (first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") < 10):
            self = .number(JSONNumber(checked: text))
        case UInt8(ascii: "\"") where text.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") }:
            self = .string(makeValidString(UnsafeBufferPointer(rebasing: text[1..<text.count - 1]), isASCII: true))
        default: self = try JSONValue(json: text, options: .unlimitedWithLiterals(mayHaveLiterals))
        }
    }
}
