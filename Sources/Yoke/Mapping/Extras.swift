internal import CYoke

extension JSONFields {
    /// A property that keeps the members that no other property has, in the order of the text, and writes them back behind the others.
    ///
    /// An update replaces members of the same key, and appends others; a merge patch removes and merges them. A call's `only:` and `excluding:`
    /// name this property like any other; the keys of properties that they leave out do not come here.
    ///
    /// Cost: the text of each unknown member is read a second time.
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

/// What merge patches change of the members that no field has, for each object that is open. It is changed at once, when the object ends:
/// removing members one by one takes time for all that stay.
private final class ExtraPatches {
    private var all: [(object: UInt64, members: JSONObject, patch: JSONObject)] = []

    /// Adds to the patch of an object. `members` is what the object has, asked for once.
    func add(_ value: JSONValue, forKey key: String, of object: UInt64, _ members: () -> JSONObject) {
        if let index = index(of: object) {
            all.removeSubrange((index + 1)...)
        } else {
            all.append((object, members(), [:]))
        }
        all[all.count - 1].patch.append(value, forKey: key)
    }

    /// Patches after it are of objects that failed.
    private func index(of object: UInt64) -> Int? { all.lastIndex { $0.object == object } }

    /// What becomes of the members of an object that has ended; nil: there is no patch of them.
    func result(of object: UInt64, firstKeysStay: Bool) -> JSONObject? {
        guard let index = index(of: object) else { return nil }
        defer { all.removeSubrange(index...) }
        var result = JSONValue.object(all[index].members)
        result.merge(patch: .object(all[index].patch), firstKeysStay: firstKeysStay)
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

    fileprivate func take(_ member: inout yoke_extra, into extras: UnsafeMutablePointer<JSONObject>) throws {
        guard let text = member.text else {
            guard let result = extraPatches.result(of: member.object, firstKeysStay: options.duplicateKeys == .first) else { return }
            extras.initialize(to: result)
            member.has_value = true
            return
        }
        let key = String(decoding: UnsafeBufferPointer(start: member.key, count: member.key_length), as: UTF8.self)
        let value = try JSONValue(rawText: UnsafeBufferPointer(start: text, count: member.text_length))
        let updates = member.updates
        func has(_ flag: yoke_update) -> Bool { updates & UInt8(flag.rawValue) != 0 }
        if !has(YOKE_UPDATES) {
            // All members of the text are kept, those of one key too.
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
    /// Of text that has been checked with the call's own options: scalars, as most are, without an engine.
    fileprivate init(rawText text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        switch text.first {
        case UInt8(ascii: "n"): self = .null
        case UInt8(ascii: "t"): self = .bool(true)
        case UInt8(ascii: "f"): self = .bool(false)
        case let first? where first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") < 10:
            self = .number(JSONNumber(checked: makeValidString(text, isASCII: true)))
        case UInt8(ascii: "\"") where text.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") }:
            self = .string(makeValidString(UnsafeBufferPointer(rebasing: text[1..<text.count - 1]), isASCII: true))
        default: self = try JSONValue(json: text, options: .unlimited)
        }
    }
}
