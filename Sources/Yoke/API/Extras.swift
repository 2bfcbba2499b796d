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
            // Bounded by the text around it, which has been read with the call's limits.
            var options = JSONReadOptions.strict
            options.limits = JSONLimits(depth: .max)
            let value = try JSONValue(json: text, options: options)
            to.assumingMemoryBound(to: JSONObject.self).pointee.take(value, forKey: String(decoding: key, as: UTF8.self), updates)
        }
        let empty: @Sendable () -> JSONObject = { JSONObject() }
        append(
            name, path, nil, JSONSchema.Child(JSONObject.self), .thunk(.initial(empty)), [], role: .extras, value: thunks)
    }
}

extension JSONObject {
    /// - Parameter updates: `yoke_update`s; 0: all members of the text are kept, those of one key too.
    fileprivate mutating func take(_ value: JSONValue, forKey key: String, _ updates: UInt8) {
        func has(_ flag: yoke_update) -> Bool { updates & UInt8(flag.rawValue) != 0 }
        guard has(YOKE_UPDATES) else { return append(value, forKey: key) }
        if has(YOKE_UPDATE_MERGES) {
            var all = JSONValue.object(self)
            all.merge(patch: .object([key: value]))
            if case .object(let merged) = all { self = merged }
        } else if !(has(YOKE_UPDATE_KEEPS_ON_NULL) && value == .null) {
            updateValue(value, forKey: key)
        }
    }
}
