internal import CYoke

extension JSONMapping {
    /// Returns a mapping that passes each object to `body` before Yoke reads the object.
    ///
    /// `body` may change the object or throw. An error that it throws becomes the `underlying` error of a `.refused` error.
    ///
    /// ```swift
    /// JSONMapping(Tweet.self) { ... }.beforeReading { object in
    ///     if object["text"] == nil { object["text"] = object["full_text"] }
    /// }
    /// ```
    /// If a member that `body` has changed or added is invalid, the error has the position where the object begins.
    ///
    /// Cost: Yoke reads the object as dynamic JSON for `body`, and then reads the object's text again. If `body` changes the object, Yoke
    /// first writes the changed object as text.
    public func beforeReading(_ body: @escaping @Sendable (inout JSONObject) throws -> Void) -> JSONMapping {
        hooked { thunks in
            let next = thunks.capture
            thunks.capture = { to, text, choice in
                try next(to, text, choice)
                guard text.first == UInt8(ascii: "{") else { return }
                let reader = choice.assumingMemoryBound(to: yoke_choice.self).pointee.reader
                let object = try JSONObject(rawText: text, firstStays: ReadCall.firstStays(reader))
                var changed = object
                try body(&changed)
                guard changed.storage !== object.storage else { return }
                // Equal objects may have other texts: `==` ignores the order of members, the digits of numbers and the sign of zero.
                let changedText = try changed.jsonBytes(.unlimited)
                guard try changedText != object.jsonBytes(.unlimited) else { return }
                ReplacedText.put(changedText, into: choice)
            }
        }
    }

    /// Returns a mapping that passes a copy of each value to `body` before Yoke writes the value. `body` may change the copy or throw. An
    /// instance of a class is not copied, so `body` changes the instance itself.
    ///
    /// - Parameter type: the type of the mapping, or a superclass. Another type is an `.invalidMapping` error at first use.
    public func beforeWriting<Model>(_ type: Model.Type, _ body: @escaping @Sendable (inout Model) throws -> Void) -> JSONMapping {
        guard let body = checked(body) else { return refusing(type) }
        return hooked { thunks in
            let next = thunks.project
            thunks.project = { to, at, writer in
                let index = try next(to, at, writer)
                do { try body(&to.assumingMemoryBound(to: Model.self).pointee) } catch {
                    to.assumingMemoryBound(to: Model.self).deinitialize(count: 1)
                    throw error
                }
                return index
            }
        }
    }

    /// Returns a mapping that passes each written object to `body`. `body` may change the object or throw. It does not get a value that is
    /// written as other JSON, such as a model in array layout.
    ///
    /// Cost: Yoke writes the object, reads it as dynamic JSON and writes it again.
    public func afterWriting(_ body: @escaping @Sendable (inout JSONObject) throws -> Void) -> JSONMapping {
        let value = value
        return hooked { thunks in
            let next = thunks.project
            thunks.project = { to, at, writer in
                guard let index = try next(to, at, writer) else { return nil }
                defer { value.destroy(to, 1) }
                let writer = writer.assumingMemoryBound(to: yoke_writer.self)
                let text = try writer.pointee.text(of: to, writer.pointee.choices[index].unsafelyUnwrapped, writer.pointee.style)
                let options = JSONReadOptions.unlimitedWithLiterals(writer.pointee.style.non_finite != nil)
                let written: JSONValue
                if text.first == UInt8(ascii: "{") {
                    var object = try JSONObject(json: text, options: options)
                    try body(&object)
                    if let (key, name) = try Self.takeTag(writer) {
                        object = JSONObject([(key, .string(name))] + object.filter { !sameBytes($0.key, key) })
                    }
                    written = .object(object)
                } else {
                    written = try JSONValue(json: text, options: options)
                }
                switch DocumentWriter.append(written, to: writer) {
                case YOKE_WRITE_OK: return nil
                case YOKE_WRITE_NOT_FINITE: throw JSONError(.nonFiniteNumber, JSONError.noNumber)
                default:
                    throw JSONError(
                        .depthExceeded, "nested deeper than \(writer.pointee.style.depth_limit) levels", hint: "see JSONWriteOptions.depth")
                }
            }
        }
    }

    /// Takes the tag of the next object (the member that names its case) out of the writer, and returns it; nil if the next object has no
    /// tag. The caller must write the tag as the object's first member.
    private static func takeTag(_ writer: UnsafeMutablePointer<yoke_writer>) throws(JSONError) -> (key: String, name: String)? {
        guard let key = writer.pointee.tag_key else { return nil }
        writer.pointee.tag_key = nil
        let name = UnsafeBufferPointer(start: writer.pointee.tag_value, count: writer.pointee.tag_value_length)
        return (try String(json: UnsafeBufferPointer(start: key, count: writer.pointee.tag_key_length - 1)), try String(json: name))
    }

    /// Returns a mapping that passes each complete value to `body` after reading.
    ///
    /// `body` may change the value or throw. An error that it throws becomes the `underlying` error of a `.refused` error. In a mapping
    /// with fields, `fields.afterReading` does the same. An update changes the instance of a class itself. So after an update, `body` must
    /// not put another instance in its place.
    ///
    /// - Parameter type: the type of the mapping, or a superclass. Another type is an `.invalidMapping` error at first use.
    public func afterReading<Model>(_ type: Model.Type, _ body: @escaping @Sendable (inout Model) throws -> Void) -> JSONMapping {
        guard let body = checked(body) else { return refusing(type) }
        switch shape {
        case .object(let fields, var rules):
            rules.after.append(ObjectCheck { at, _ in try body(&at.assumingMemoryBound(to: Model.self).pointee) })
            return with(shape: .object(fields, rules))
        case .via(let storage, let thunks):
            let hooked = thunks.copiedForHooks()
            hooked.make = { to, from, reader in
                try thunks.make(to, from, reader)
                guard let model = to?.assumingMemoryBound(to: Model.self) else { return }
                do { try body(&model.pointee) } catch {
                    model.deinitialize(count: 1)
                    throw error
                }
            }
            hooked.assign = thunks.assign.map { assign in
                { model, storage, names in
                    try assign(model, storage, names)
                    try Self.change(&model.assumingMemoryBound(to: Model.self).pointee, body)
                }
            }
            return with(shape: .via(storage, hooked))
        case .rawText(let cases, let thunks, _, _) where hasHooks:
            // The type already has hooks. So `body` is added to the mapping that these older hooks surround.
            let inner = cases[0].payload.map { child in
                Child(child.type, isShared: false) { child.mapping().afterReading(type, body) }
            }
            return with(shape: .rawText([cases[0].with(payload: inner)], thunks, .untagged, fallback: nil))
        default:
            return hooked { _ in }.afterReadingOfHooked(type, body)
        }
    }

    /// Passes a value that an update has changed to the hook `body`. An update of an instance changes the instance itself, so that all owners
    /// see the change. So the hook must not put another instance in its place.
    private static func change<Model>(_ model: inout Model, _ body: (inout Model) throws -> Void) throws {
        guard Model.self is AnyClass else { return try body(&model) }
        let instance = model
        try body(&model)
        guard instance as AnyObject !== model as AnyObject else { return }
        model = instance
        throw JSONError(.refused, "a hook has replaced the \(TypeName.of(Model.self)) that is updated by another instance")
    }

    /// Returns the hook `body` for values of this mapping; nil if `body` takes another type. If `body` takes a superclass, the result throws
    /// if `body` has replaced the instance by one of another class.
    private func checked<Model>(
        _ body: @escaping @Sendable (inout Model) throws -> Void
    ) -> (@Sendable (inout Model) throws -> Void)? {
        let own = represented
        if own == Model.self { return body }
        guard Model.self is AnyClass, own is Model.Type else { return nil }
        @Sendable func isSubclass<Own>(_ type: any Any.Type, of own: Own.Type) -> Bool { type is Own.Type }
        return { model in
            try body(&model)
            guard isSubclass(Swift.type(of: model as Any), of: own) else {
                throw JSONError(.refused, "a hook has replaced the \(TypeName.of(own)) by a \(TypeName.of(Swift.type(of: model as Any)))")
            }
        }
    }

    /// Returns a mapping whose first use throws, because a hook takes values of `type`, which is not the type of the mapping. The hook would
    /// get the memory of a value of another type.
    private func refusing(_ type: any Any.Type) -> JSONMapping {
        let thunks = Thunks()
        thunks.typeOfHook = type
        return with(shape: .rawText([], thunks, .untagged, fallback: nil))
    }

    /// Adds `body` to a mapping that `hooked(_:)` has made. Used for values that an update replaces as a whole, such as scalars and enums.
    private func afterReadingOfHooked<Model>(_ type: Model.Type, _ body: @escaping @Sendable (inout Model) throws -> Void) -> JSONMapping {
        guard case .rawText(let cases, let thunks, let tagging, _) = shape else { return self }
        let make = Thunks()
        make.make = { to, from, reader in
            do { try body(&from.assumingMemoryBound(to: Model.self).pointee) } catch {
                from.assumingMemoryBound(to: Model.self).deinitialize(count: 1)
                throw error
            }
            try cases[0].make.make(to, from, reader)
        }
        let hooked = [CaseDescription(name: cases[0].name, payload: cases[0].payload, make: make)]
        return with(shape: .rawText(hooked, thunks, tagging, fallback: nil))
    }

    /// Returns a mapping of the same type with two new thunks. `capture` lets C read a value from the value's own JSON text, and `project`
    /// copies a value for writing. `hook` may replace these thunks.
    func hooked(_ hook: (Thunks) -> Void) -> JSONMapping {
        let inner = self, value = value
        let make = Thunks()
        make.make = { to, from, _ in value.move(to.unsafelyUnwrapped, from, 1) }
        let thunks = Thunks()
        thunks.capture = { _, _, choice in
            let choice = choice.assumingMemoryBound(to: yoke_choice.self)
            choice.pointee.slots = choice.pointee.choices
            choice.pointee.count = 1
        }
        thunks.project = { to, at, _ in
            value.copy(to, at)
            return 1
        }
        hook(thunks)
        let child = Child(represented, isShared: false) { inner }
        return JSONMapping(
            type: type, represented: represented,
            shape: .rawText([CaseDescription(name: "", payload: child, make: make)], thunks, .untagged, fallback: nil), layout: layout,
            value: value)
    }
}

extension JSONFields {
    /// Calls `body` for every finished instance, after the checks of the properties, with the JSON object of the instance.
    ///
    /// `body` may change the instance or throw. An error that it throws becomes the `underlying` error of a `.refused` error. In an update,
    /// the object has only the members of the update. For a flattened property, the object is the JSON object that contains the property's
    /// members.
    ///
    /// ```swift
    /// fields.afterReading { tweet, source in tweet.isNew = source["seen"] == nil }
    /// ```
    /// Cost: Yoke keeps the text of each object of this type during reading, and turns the text into dynamic JSON.
    public mutating func afterReading(_ body: @escaping @Sendable (inout Model, JSONObject) throws -> Void) {
        rules.wantsText = true
        rules.after.append(
            ObjectCheck { at, source in try body(&at.assumingMemoryBound(to: Model.self).pointee, source.object) })
    }

    /// Calls `body` for every finished instance, after the checks of the properties, with the context of the call
    /// (`JSONReadOptions.context`).
    ///
    /// ```swift
    /// fields.afterReadingInContext { tweet, context in tweet.author = try context[Authors.self].find(tweet.authorID) }
    /// ```
    public mutating func afterReadingInContext(_ body: @escaping @Sendable (inout Model, JSONContext) throws -> Void) {
        rules.after.append(
            ObjectCheck { at, source in
                try body(&at.assumingMemoryBound(to: Model.self).pointee, JSONContext(of: source.reader))
            })
    }
}

extension ObjectSource {
    /// The finished object as dynamic JSON. Empty if the text is `[]`, which some read modes (such as `.salvage`) read as an empty object.
    fileprivate var object: JSONObject {
        get throws(JSONError) {
            text.first == UInt8(ascii: "{") ? try JSONObject(rawText: text, firstStays: ReadCall.firstStays(reader)) : JSONObject()
        }
    }
}

/// A text that C reads instead of a value's own text. Lives until C has read the value.
final class ReplacedText {
    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(_ text: [UInt8]) {
        bytes = .allocate(capacity: text.count)
        _ = bytes.initialize(from: text)
    }

    deinit { bytes.deallocate() }

    /// Stores `text` in `choice`, a `yoke_choice`. C then reads this text instead of the value's own text.
    static func put(_ text: [UInt8], into choice: UnsafeMutableRawPointer) {
        let owner = ReplacedText(text)
        let choice = choice.assumingMemoryBound(to: yoke_choice.self)
        choice.pointee.text = UnsafePointer(owner.bytes.baseAddress)
        choice.pointee.text_length = owner.bytes.count
        choice.pointee.owner = Unmanaged.passRetained(owner).toOpaque()
    }
}
