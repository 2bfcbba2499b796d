internal import CYoke

/// The cases of a type: finds the case that a JSON text belongs to, writes tags (members that name the case), and writes cases without a
/// payload.
final class CaseTable: Sendable {
    let tagging: Tagging
    private let type: any Any.Type
    let names: [String]
    let hasPayload: [Bool]
    let fallback: Int?
    private let indices: [String: Int]
    /// The tag's key in quotes and a colon, as in `"type":`; nil if the type has no tag.
    private let tagKey: Literal?
    /// The name of each case in quotes, in the order of `names`.
    private let nameLiterals: [Literal]

    /// Bytes at an address that never changes, so that C can keep a pointer to them.
    final class Literal: @unchecked Sendable {  // never changed after `init`
        let bytes: UnsafePointer<UInt8>
        let count: Int

        init(_ text: [UInt8]) {
            let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, text.count))
            memory.initialize(from: text, count: text.count)
            bytes = UnsafePointer(memory)
            count = text.count
        }

        deinit { bytes.deallocate() }
    }

    init(_ cases: [CaseDescription], of type: any Any.Type, _ tagging: Tagging, fallback: Int?) {
        self.tagging = tagging
        self.type = type
        names = cases.map(\.name)
        hasPayload = cases.map { $0.payload != nil }
        self.fallback = fallback
        var indices: [String: Int] = [:]
        for (i, name) in names.enumerated() where i != fallback && indices[name] == nil { indices[name] = i }
        self.indices = indices
        tagKey = tagging.tag.map { Literal(KeyLiteral.quoted($0) + [UInt8(ascii: ":")]) }
        nameLiterals = names.map { Literal(KeyLiteral.quoted($0)) }
    }

    /// Returns the index in `names` of the case that a text belongs to. If the text repeats the tag, the first tag counts if `firstStays`
    /// is true, else the last one. If the text was cut before it names the case, throws an error and sets `is_open` of `choice`, so that C
    /// leaves the value out.
    func index(of text: UnsafeBufferPointer<UInt8>, firstStays: Bool, _ choice: UnsafeMutablePointer<yoke_choice>) throws -> Int {
        var from = 0, to = 0
        switch tagging {
        case .untagged: return 0
        case .chosen(let choose):
            guard text.first == UInt8(ascii: "{") else { return try fallback(or: wrongKind("an object", text)) }
            if let name = try choose(text) { return try index(named: name) }
            return try fallback(or: NoCase(what: "the object", names: names), at: choice)
        case .internal(let tag), .adjacent(let tag, _):
            let isFound = borrow(tag) { yoke_find_member(text.baseAddress, text.count, $0.baseAddress, $0.count, firstStays, &from, &to) }
            guard isFound else {
                guard text.first == UInt8(ascii: "{") else {
                    return try fallback(
                        or: wrongKind("an object with the key \"\(VisibleText.of(tag))\", which names the case of \(typeName)", text))
                }
                return try fallback(or: NoTag(tag: tag, names: names, keys: fallback == nil ? MemberKeys.of(text) : []), at: choice)
            }
        case .external:
            if text.first == UInt8(ascii: "\"") {
                (from, to) = (0, text.count)
            } else if !yoke_first_key(text.baseAddress, text.count, &from, &to) {
                let error = wrongKind("the name of a case of \(typeName), or an object with it as its one key", text)
                return try text.first == UInt8(ascii: "{") ? fallback(or: error, at: choice) : fallback(or: error)
            }
        }
        let index: Int
        if let found = self.index(quoted: UnsafeBufferPointer(rebasing: text[from..<to])) {
            index = found
        } else {
            guard text[from] == UInt8(ascii: "\"") else {
                return try fallback(
                    or: TagFailure(error: wrongKind("a string that names the case of \(typeName)", text, from), key: tagging.tag, at: from))
            }
            let name = try String(json: text[from..<to])
            do { index = try self.index(named: name) } catch {
                // Without a tag, the unknown name may be the key of an object, as in `{"name": ...}`. Then the error is about this key.
                throw TagFailure(error: error, key: tagging.tag ?? (from > 0 ? name : nil), isOwn: tagging.tag != nil, at: from)
            }
        }
        guard case .external = tagging, index != fallback else { return index }
        if from > 0, !hasPayload[index] { try checkUnit(names[index], text) }
        if from == 0, hasPayload[index] { throw NoPayload(name: names[index]) }
        return index
    }

    /// Returns the index of the case with this name in quotes, if it is one of the first cases, and the name has no escapes. Then no String
    /// need be made.
    private func index(quoted name: UnsafeBufferPointer<UInt8>) -> Int? {
        for i in 0..<min(nameLiterals.count, 32) where i != fallback {
            if UnsafeBufferPointer(start: nameLiterals[i].bytes, count: nameLiterals[i].count).elementsEqual(name) { return i }
        }
        return nil
    }

    /// Checks the text of an object that names a case without a payload, as in `{"point": {}}` and `{"point": null}`. Throws an error if
    /// the object has a second member, or if the value of the member `name` is neither an object nor null.
    private func checkUnit(_ name: String, _ text: UnsafeBufferPointer<UInt8>) throws {
        var from = 0, to = 0
        let end = yoke_member_end(text.baseAddress, text.count, 1, &from, &to)
        if yoke_key_end(text.baseAddress, text.count, end + 1, &from) < text.count {
            throw wrongKind("an object with \"\(VisibleText.of(name))\" as its one key", text)
        }
        let isFound = borrow(name) { yoke_find_member(text.baseAddress, text.count, $0.baseAddress, $0.count, true, &from, &to) }
        guard isFound, text[from] != UInt8(ascii: "{"), text[from] != UInt8(ascii: "n") else { return }
        let error = wrongKind("{} or null, because \"\(VisibleText.of(name))\" is a case without a payload", text, from)
        throw TagFailure(error: error, key: name, isOwn: false, at: from)
    }

    private func index(named name: String) throws -> Int {
        if let index = indices[name], sameBytes(names[index], name) { return index }
        // Two names may be equal for Swift, but differ in their bytes. Such names belong to different cases, so compare the bytes.
        if let index = names.indices.first(where: { $0 != fallback && sameBytes(names[$0], name) }) ?? fallback { return index }
        throw UnknownRawValue(raw: name, known: names)
    }

    private func fallback(or error: @autoclosure () -> any Error) throws -> Int {
        if let fallback { return fallback }
        throw error()
    }

    /// Does the same as `fallback(or:)`, for an object that does not name its case. But if the text was cut inside the object, the missing
    /// rest may name the case. Then always throws the error, and sets `is_open` of `choice`, so that C leaves the value out.
    private func fallback(or error: @autoclosure () -> any Error, at choice: UnsafeMutablePointer<yoke_choice>) throws -> Int {
        guard choice.pointee.is_cut else { return try fallback(or: error()) }
        choice.pointee.is_open = true
        throw error()
    }

    private var typeName: String { TypeName.of(type) }

    func wrongKind(_ expected: String, _ text: UnsafeBufferPointer<UInt8>, _ from: Int = 0) -> JSONError {
        let found = FoundKind.description(of: text[from...])
        return JSONError(.typeMismatch, "expected \(expected), found \(found)", expected: expected, found: found)
    }

    /// Stores the tag of a case in the writer, which writes this tag as the first member of the next object. Does nothing if the type has
    /// no tag, or for the fallback case, whose payload may have kept the tag.
    func putTag(_ index: Int, _ writer: UnsafeMutablePointer<yoke_writer>) {
        guard let tagKey, index != fallback else { return }
        yoke_writer_tag(writer, tagKey.bytes, tagKey.count, nameLiterals[index].bytes, nameLiterals[index].count)
    }

    /// Writes a case without a payload. If the type has a tag, but the case is a fallback without a name, the case is written as `{}`.
    func putUnit(_ index: Int, _ writer: UnsafeMutablePointer<yoke_writer>) {
        let name = nameLiterals[index]
        if index == fallback, names[index].isEmpty, tagKey != nil {
            yoke_writer_raw(writer, "{}", 2)
            return
        }
        switch tagging {
        case .external: yoke_writer_raw(writer, name.bytes, name.count)
        case .untagged: yoke_writer_raw(writer, "null", 4)
        case .chosen: yoke_writer_raw(writer, "{}", 2)
        case .internal, .adjacent:
            guard let tagKey else { return }
            yoke_writer_raw(writer, "{", 1)
            yoke_writer_raw(writer, tagKey.bytes, tagKey.count)
            if writer.pointee.style.indent > 0 { yoke_writer_raw(writer, " ", 1) }
            yoke_writer_raw(writer, name.bytes, name.count)
            yoke_writer_raw(writer, "}", 1)
        }
    }
}

/// An error in the member that names the case of a value, not in the entire value.
struct TagFailure: Error {
    let error: any Error
    /// The member's key; nil if the value itself names the case.
    let key: String?
    /// True if the key comes from the mapping; false if it comes from the text. Errors without snippets hide a key of the text.
    var isOwn = true
    /// Offset of the error in the value's text, in bytes.
    let at: Int
}

/// The error for an object without the member that names the case.
struct NoTag: Error {
    let tag: String
    let names: [String]
    /// All keys of the object, for a hint. The tag's key is not among them. Empty if the type has a fallback case.
    let keys: [String]
}

/// The error for an object for which the `choose` function of the mapping returned nil.
struct NoCase: Error {
    let what: String
    let names: [String]
}

/// The error for a JSON string that names a case with a payload: the text has no payload.
struct NoPayload: Error {
    let name: String
}

extension Tagging {
    /// The key of the member that names the case; nil if such a member does not exist.
    var tag: String? {
        switch self {
        case .internal(let tag), .adjacent(let tag, _): tag
        case .external, .untagged, .chosen: nil
        }
    }
}

extension Thunks {
    /// Returns the thunks (callbacks for C) that make a value of a case from the case's payload.
    @inlinable
    static func payload<Model, Payload>(_ make: @escaping @Sendable (consuming Payload) throws -> Model) -> Thunks {
        let thunks = Thunks()
        thunks.make = { to, from, _ in
            let model = try make(from.assumingMemoryBound(to: Payload.self).move())
            to.unsafelyUnwrapped.initializeMemory(as: Model.self, to: model)
        }
        return thunks
    }

    /// Returns the thunks (callbacks for C) that read and write a type of several cases.
    static func cases<Model>(_ cases: JSONCases<Model>, _ tagging: Tagging) -> Thunks {
        let table = CaseTable(cases.descriptions, of: Model.self, tagging, fallback: cases.fallback)
        let makes = cases.descriptions.map(\.make), matches = cases.matches
        let unit = table.hasPayload.firstIndex(of: false), payloads = table.hasPayload.count { $0 }
        let thunks = Thunks()
        thunks.capture = { to, text, choice in
            let choice = choice.assumingMemoryBound(to: yoke_choice.self)
            if case .untagged = tagging {
                if let unit, text.count == 4, text[0] == UInt8(ascii: "n") { return makes[unit].initial(to) }
                guard payloads > 0 else { throw table.wrongKind("null", text) }
                choice.pointee.slots = choice.pointee.choices
                choice.pointee.count = payloads
                return
            }
            let call = ReadCall.of(choice.pointee.reader)
            let index = try table.index(of: text, firstStays: call.options.duplicateKeys == .first, choice)
            guard table.hasPayload[index] else {
                makes[index].initial(to)
                return
            }
            choice.pointee.slots = choice.pointee.choices + index
            choice.pointee.count = 1
        }
        thunks.project = { to, at, writer in
            let writer = writer.assumingMemoryBound(to: yoke_writer.self)
            for i in matches.indices where matches[i](at, to) {
                guard table.hasPayload[i] else {
                    table.putUnit(i, writer)
                    return nil
                }
                table.putTag(i, writer)
                return makes.count + i
            }
            throw JSONError(.refused, "the value is not one of the cases that the mapping of \(Model.self) lists")
        }
        return thunks
    }
}

extension Thunks {
    /// Returns these thunks, changed for a flattened value. The fallback's payload is then read from a text with only the members that have
    /// the given keys, because all other members belong to the model around the value.
    func keeping(_ keys: [String], ofFallback fallback: Int) -> Thunks {
        let thunks = Thunks()
        thunks.project = project
        thunks.capture = { [capture] to, text, choice in
            try capture(to, text, choice)
            let chosen = choice.assumingMemoryBound(to: yoke_choice.self).pointee
            guard let slots = chosen.slots, slots == chosen.choices + fallback else { return }
            let call = ReadCall.of(chosen.reader)
            ReplacedText.put(Self.members(keys, of: text, firstStays: call.options.duplicateKeys == .first), into: choice)
        }
        return thunks
    }

    /// Returns the text of an object with only the members that have these keys, in the order of the original text. If the text repeats a
    /// key, the first of its members stays if `firstStays` is true, else the last one.
    private static func members(_ keys: [String], of text: UnsafeBufferPointer<UInt8>, firstStays: Bool) -> [UInt8] {
        let members = keys.compactMap { key -> (key: String, value: Range<Int>)? in
            var from = 0, to = 0
            let isFound = borrow(key) { yoke_find_member(text.baseAddress, text.count, $0.baseAddress, $0.count, firstStays, &from, &to) }
            return isFound ? (key, from..<to) : nil
        }.sorted { $0.value.lowerBound < $1.value.lowerBound }
        let written = members.map { KeyLiteral.quoted($0.key) + [UInt8(ascii: ":")] + text[$0.value] }
        return [UInt8(ascii: "{")] + written.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
    }
}

extension JSONMapping {
    /// Describes a type of several cases, such as an enum with payloads. The JSON says which case a value is.
    ///
    /// ```swift
    /// enum Shape { case circle(Circle), square(Square), point }
    /// extension Shape: JSONConvertible {
    ///     static var jsonMapping: JSONMapping {
    ///         JSONMapping(cases: Shape.self, tag: "type") {
    ///             $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let value) = $0 { value } else { nil } })
    ///             $0.add("square", Square.self, make: { .square($0) }, match: { if case .square(let value) = $0 { value } else { nil } })
    ///             $0.add("point", .point)
    ///         }
    ///     }
    /// }
    /// ```
    /// - Parameters:
    ///   - tag: the key of the member that names the case, in the payload's object: `{"type": "circle", "radius": 1}`. Without a tag, the
    ///     name is the only key of an object around the payload: `{"circle": {"radius": 1}}`. A case without a payload is then a string:
    ///     `"point"`.
    ///   - content: the key of the payload, beside the tag: `{"type": "circle", "content": {"radius": 1}}`.
    ///   - untagged: true if the JSON does not name the case. Yoke then takes the first case whose payload can be read from the JSON. A
    ///     case without a payload, if the type has one, is null in JSON.
    ///   - keys: the style that `name(_:)` of the closure's argument uses.
    ///
    /// Cost: if the name of the case stands in the first 256 bytes of the object, and only strings, numbers, Bools and null stand before it,
    /// Yoke reads the text once. Otherwise, Yoke reads the text twice: to find the name of the case, and to read the payload.
    public init<Model>(
        cases type: Model.Type, tag: String? = nil, content: String? = nil, untagged: Bool = false, keys: JSONKeyStyle = .asWritten,
        _ describe: (inout JSONCases<Model>) -> Void
    ) {
        var cases = JSONCases<Model>(keys: keys)
        describe(&cases)
        let tagging: Tagging =
            if untagged {
                .untagged
            } else if let tag {
                if let content { .adjacent(tag: tag, content: content) } else { .internal(tag: tag) }
            } else {
                .external
            }
        self.init(type, .rawText(cases.descriptions, .cases(cases, tagging), tagging, fallback: cases.fallback))
    }
}
