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
        thunks.extra = { to, key, text, updates in
            let value = try JSONValue(captured: text)
            to.assumingMemoryBound(to: JSONObject.self).pointee.take(value, forKey: String(decoding: key, as: UTF8.self), updates)
        }
        let empty: @Sendable () -> JSONObject = { JSONObject() }
        append(
            name, path, nil, JSONSchema.Child(JSONObject.self), .thunk(.initial(empty)), [], role: .extras, value: thunks)
    }
}

extension JSONValue {
    /// Of text that has been checked with the call's own options: scalars, as most are, without an engine.
    fileprivate init(captured text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
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

extension JSONObject {
    /// What a merge patch that has the member makes of the object.
    private mutating func merge(patch value: JSONValue, forKey key: String) {
        guard value != .null else {
            removeValue(forKey: key)
            return
        }
        var result = self[key] ?? .null
        result.merge(patch: value)
        updateValue(result, forKey: key)
    }

    /// - Parameter updates: `yoke_update`s; 0: all members of the text are kept, those of one key too.
    fileprivate mutating func take(_ value: JSONValue, forKey key: String, _ updates: UInt8) {
        func has(_ flag: yoke_update) -> Bool { updates & UInt8(flag.rawValue) != 0 }
        guard has(YOKE_UPDATES) else { return append(value, forKey: key) }
        if has(YOKE_UPDATE_MERGES) {
            merge(patch: value, forKey: key)
        } else if !(has(YOKE_UPDATE_KEEPS_ON_NULL) && value == .null) {
            updateValue(value, forKey: key)
        }
    }
}
