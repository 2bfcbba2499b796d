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
            if let name = try choose(text, firstStays) { return try index(named: name) }
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
        // An object with several keys names no case, whatever their order is.
        if from > 0, let fallback, hasSecondMember(text) { return fallback }
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
        if hasSecondMember(text) {
            let expected = "an object with \"\(VisibleText.of(name))\" as its one key", found = "several keys"
            throw JSONError(.typeMismatch, "expected \(expected), found \(found)", expected: expected, found: found)
        }
        let isFound = borrow(name) { yoke_find_member(text.baseAddress, text.count, $0.baseAddress, $0.count, true, &from, &to) }
        guard isFound, text[from] != UInt8(ascii: "{"), text[from] != UInt8(ascii: "n") else { return }
        let error = wrongKind("{} or null, because \"\(VisibleText.of(name))\" is a case without a payload", text, from)
        throw TagFailure(error: error, key: name, isOwn: false, at: from)
    }

    /// Returns true if the text, an object with at least one member, has a second one.
    private func hasSecondMember(_ object: UnsafeBufferPointer<UInt8>) -> Bool {
        var from = 0, to = 0
        let end = yoke_member_end(object.baseAddress, object.count, 1, &from, &to)
        return yoke_key_end(object.baseAddress, object.count, end + 1, &from) < object.count
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
    /// rest may name the case. Then always throws an error that says so, and sets `is_open` of `choice`, so that C leaves the value out.
    private func fallback(or error: @autoclosure () -> any Error, at choice: UnsafeMutablePointer<yoke_choice>) throws -> Int {
        guard choice.pointee.is_cut else { return try fallback(or: error()) }
        choice.pointee.is_open = true
        throw JSONError(.unexpectedEnd, "the text ends before it names the case of \(typeName)", hint: "the text may have been cut")
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
            yoke_writer_unit(writer, nil, 0, nil, 0)
            return
        }
        switch tagging {
        case .external: yoke_writer_literal(writer, name.bytes, name.count)
        case .untagged: yoke_writer_raw(writer, "null", 4)
        case .chosen: yoke_writer_unit(writer, nil, 0, nil, 0)
        case .internal, .adjacent:
            guard let tagKey else { return }
            yoke_writer_unit(writer, tagKey.bytes, tagKey.count, name.bytes, name.count)
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
