/// A type from the standard library whose values the encoder writes without a container.
protocol DirectlyEncodable {
    /// Writes a value. `Value` must be the type that conforms to this protocol.
    static func write<Value>(_ value: Value, to session: EncodingSession, _ key: KeyReference?) throws
}

extension Optional: DirectlyEncodable where Wrapped: Encodable {
    static func write<Value>(_ value: Value, to session: EncodingSession, _ key: KeyReference?) throws {
        guard let wrapped = unsafeBitCast(value, to: Self.self) else { return session.writeNull() }
        try session.value(wrapped, key)
        // JSONEncoder throws if the outermost value encodes nothing, but not if this value is in an Optional.
        session.encodedNothing = false
    }
}

extension Array: DirectlyEncodable where Element: Encodable {
    static func write<Value>(_ value: Value, to session: EncodingSession, _ key: KeyReference?) throws {
        let elements = unsafeBitCast(value, to: Self.self)
        let frame = try session.enter(key)
        defer { session.leave(frame) }
        session.open(.array, frame)
        try elements.withUnsafeBufferPointer { elements in
            guard var element = elements.baseAddress else { return }
            for index in 0..<elements.count {
                session.separate(frame)
                var key = IndexKey(index)
                try withBorrowed(element) { try session.value($0, &key) }
                element += 1
            }
        }
        try session.finish(frame)
    }
}

extension Dictionary: DirectlyEncodable where Key == String, Value: Encodable {
    static func write<Itself>(_ value: Itself, to session: EncodingSession, _ key: KeyReference?) throws {
        // As in JSONEncoder: if a key strategy is set, the coding paths of the dictionary's values leave out the dictionary's own key.
        try session.nest(session.keysAreDefault ? key : nil) {
            let frame = session.current
            session.open(.object, frame)
            for (name, value) in unsafeBitCast(value, to: Self.self) {
                session.uniqueMember(name, frame)
                if session.keysAreDefault {
                    var key = NameKey(member: name)
                    try session.value(value, &key)
                } else {
                    // The member has a frame of its own, because its value may be a dictionary, whose frame leaves out the key.
                    let key = NameKey(name)
                    try withUnsafePointer(to: key) { key in
                        try session.nest(KeyReference(key)) {
                            session.current.pointee.kind = .single
                            try session.value(value, nil as KeyReference?)
                        }
                    }
                }
            }
        }
    }
}
