internal import CYoke

extension JSONMapping {
    /// The same type, whose objects are given to `body` before they are read: it may change them, or throw, which becomes the `underlying`
    /// error of a `.refused` one.
    ///
    /// ```swift
    /// JSONMapping(Tweet.self) { ... }.beforeReading { object in
    ///     if object["text"] == nil { object["text"] = object["full_text"] }
    /// }
    /// ```
    /// Errors in a member that `body` has changed or added stand at the object's beginning. Cost: the object becomes dynamic JSON, and, if `body` changes it,
    /// text again; of objects that are not changed the text is read a second time.
    public func beforeReading(_ body: @escaping @Sendable (inout JSONObject) throws -> Void) -> JSONMapping {
        hooked { thunks in
            let next = thunks.capture
            thunks.capture = { to, text, choice in
                try next(to, text, choice)
                guard text.first == UInt8(ascii: "{") else { return }
                let object = try JSONObject(rawText: text)
                var changed = object
                try body(&changed)
                guard changed != object else { return }
                ReplacedText.put(try changed.jsonBytes(JSONWriteOptions(depth: .max)), into: choice)
            }
        }
    }

    /// The same type, of whose values `body` sees a copy before they are written: it may change it, or throw.
    public func beforeWriting<Model>(_ type: Model.Type, _ body: @escaping @Sendable (inout Model) throws -> Void) -> JSONMapping {
        hooked { thunks in
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

    /// The same type, whose objects are given to `body` when they are to be written: it may change them, or throw.
    ///
    /// Cost: the object is written, read as dynamic JSON and written again.
    public func afterWriting(_ body: @escaping @Sendable (inout JSONObject) throws -> Void) -> JSONMapping {
        let value = value
        return hooked { thunks in
            let next = thunks.project
            thunks.project = { to, at, writer in
                guard let index = try next(to, at, writer) else { return nil }
                defer { value.destroy(to, 1) }
                let writer = writer.assumingMemoryBound(to: yoke_writer.self)
                var object = try JSONObject(json: writer.pointee.text(of: to, writer.pointee.choices[index].unsafelyUnwrapped, writer.pointee.style), options: .unlimited)
                try body(&object)
                if let (key, name) = try Self.takeTag(writer) { object = JSONObject([(key, .string(name))] + object.filter { $0.key != key }) }
                let style = writer.pointee.style
                let text = TextStyle(
                    indent: Int(style.indent), sortsKeys: style.sorts_keys, escapesSlashes: style.escapes_slashes)
                let isWritten = DocumentWriter.append(
                    .object(object), to: writer.pointee.out, style: text, depth: Int(writer.pointee.depth),
                    depthLimit: Int(clamping: style.depth_limit))
                if !isWritten { throw JSONError(.depthExceeded, "nested deeper than \(style.depth_limit) levels", hint: "see JSONWriteOptions.depth") }
                return nil
            }
        }
    }

    /// The member that the writer is to begin the next object with: it is written with this one.
    private static func takeTag(_ writer: UnsafeMutablePointer<yoke_writer>) throws(JSONError) -> (key: String, name: String)? {
        guard let key = writer.pointee.tag_key else { return nil }
        writer.pointee.tag_key = nil
        let name = UnsafeBufferPointer(start: writer.pointee.tag_value, count: writer.pointee.tag_value_length)
        return (try String(json: UnsafeBufferPointer(start: key, count: writer.pointee.tag_key_length - 1)), try String(json: name))
    }

    /// The same type, of whose values `body` sees each that has been read, when it is complete: it may change it, or throw, which becomes the
    /// `underlying` error of a `.refused` one. Of an object by hand `fields.afterReading` is the same.
    public func afterReading<Model>(_ type: Model.Type, _ body: @escaping @Sendable (inout Model) throws -> Void) -> JSONMapping {
        switch shape {
        case .object(let fields, var rules):
            rules.after.append(ObjectCheck { at, _ in try body(&at.assumingMemoryBound(to: Model.self).pointee) })
            return with(shape: .object(fields, rules))
        case .via(let storage, let thunks):
            let looking = thunks.copied()
            looking.make = { to, from, reader in
                try thunks.make(to, from, reader)
                guard let model = to?.assumingMemoryBound(to: Model.self) else { return }
                do { try body(&model.pointee) } catch {
                    model.deinitialize(count: 1)
                    throw error
                }
            }
            looking.assign = thunks.assign.map { assign in
                { model, storage, names in
                    try assign(model, storage, names)
                    try body(&model.assumingMemoryBound(to: Model.self).pointee)
                }
            }
            return with(shape: .via(storage, looking))
        case .rawText(let cases, let thunks, .untagged, nil) where cases.count == 1 && cases[0].payload?.type == represented:
            // Other hooks: inside of them.
            let inner = cases[0].payload.map { child in
                Child(child.type, isShared: false) { child.mapping().afterReading(type, body) }
            }
            let cases = [CaseDescription(name: cases[0].name, payload: inner, make: cases[0].make)]
            return with(shape: .rawText(cases, thunks, .untagged, fallback: nil))
        default:
            return hooked { _ in }.afterReadingOfHooked(type, body)
        }
    }

    /// Of a type whose values have no parts that stay.
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

    /// The same type by way of its text: what is read is captured first, what is written is a copy.
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
    /// Looks at every finished instance, after the properties' own checks, and at the object that it was read from: it may change the
    /// instance, or throw, which becomes the `underlying` error of a `.refused` one. An update's object is the one that says what changes; a
    /// flattened property's is the object around it.
    ///
    /// ```swift
    /// fields.afterReading { tweet, source in tweet.isNew = source["seen"] == nil }
    /// ```
    /// Cost: the objects of this type are kept as text while they are read, and become dynamic JSON.
    public mutating func afterReading(_ body: @escaping @Sendable (inout Model, JSONObject) throws -> Void) {
        rules.wantsText = true
        rules.after.append(
            ObjectCheck { at, source in try body(&at.assumingMemoryBound(to: Model.self).pointee, source.object) })
    }

    /// Looks at every finished instance, after the properties' own checks, with the context of the call (`JSONReadOptions.context`).
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
    /// The object as dynamic JSON. An array stands for an empty one, where the mode reads it so.
    fileprivate var object: JSONObject {
        get throws(JSONError) { text.first == UInt8(ascii: "{") ? try JSONObject(rawText: text) : JSONObject() }
    }
}

/// A text that takes the place of another one, until it is bound.
final class ReplacedText {
    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(_ text: [UInt8]) {
        bytes = .allocate(capacity: text.count)
        _ = bytes.initialize(from: text)
    }

    deinit { bytes.deallocate() }

    /// Lets the text be bound instead of the one that `choice`, a `yoke_choice`, is about.
    static func put(_ text: [UInt8], into choice: UnsafeMutableRawPointer) {
        let owner = ReplacedText(text)
        let choice = choice.assumingMemoryBound(to: yoke_choice.self)
        choice.pointee.text = UnsafePointer(owner.bytes.baseAddress)
        choice.pointee.text_length = owner.bytes.count
        choice.pointee.owner = Unmanaged.passRetained(owner).toOpaque()
    }
}

extension JSONReadOptions {
    /// For text that has been checked with the call's own options.
    static let unlimited: JSONReadOptions = {
        var options = JSONReadOptions()
        options.limits = JSONLimits(depth: .max, stringBytes: .max, numberDigits: .max, members: .max)
        options.allowsComments = true
        options.invalidUnicode = .replace
        return options
    }()
}
