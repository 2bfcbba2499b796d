/// One place of a property's value in JSON: a key, byte for byte, or a path of keys and indices.
///
/// ```swift
/// @JSONKey("id", "ID", .path("data.id")) var id: Int
/// ```
public struct JSONKeyName: Sendable, Hashable, ExpressibleByStringLiteral {
    enum Form: Sendable, Hashable { case literal(String), path(String) }
    let form: Form

    /// A key as it is written, whatever characters it has.
    public static func literal(_ key: String) -> JSONKeyName { JSONKeyName(form: .literal(key)) }

    /// A path from the object of the property: `a.b[0].c`, with or without `$.` in front, `['odd.key']` for keys that names cannot spell
    /// (a singular query of RFC 9535 section 2.3.5.1). It costs no second pass: the plan leads through it.
    public static func path(_ path: String) -> JSONKeyName { JSONKeyName(form: .path(path)) }

    private init(form: Form) { self.form = form }

    /// A key.
    public init(stringLiteral key: String) { form = .literal(key) }

    /// Its keys and indices.
    func steps() throws(JSONError) -> [ElementPath.Step] {
        switch form {
        case .literal(let key): return [.key(key)]
        case .path(let path):
            let steps = try ElementPath(path).steps
            guard case .key = steps.first, !steps.contains(.all) else {
                throw JSONError(
                    .invalidMapping, "the path \"\(VisibleText.of(path))\" does not lead to a member of an object",
                    hint: "a property's path begins with a key, and has no [*]")
            }
            return steps
        }
    }

    /// As a person wrote it.
    var text: String {
        switch form {
        case .literal(let key), .path(let key): key
        }
    }
}

/// Where a property is read from and written to.
///
/// A string literal is one key for both; an array literal is a list of candidates: of those that are present and not null, the first in
/// the order of the list is read, whatever the order in the text; the first one is written.
public struct JSONKeys: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    let read: [JSONKeyName]
    let write: [JSONKeyName]

    /// One key.
    public init(_ key: String) {
        let names = [JSONKeyName.literal(key)]
        self.init(read: names, write: names)
    }
    /// One key.
    public init(stringLiteral key: String) { self.init(key) }
    /// Candidates.
    public init(arrayLiteral names: JSONKeyName...) { self.init(aliases: names) }

    /// Candidates for reading, and one place for writing. No name: not read, or not written.
    public init(read: [JSONKeyName], write: JSONKeyName?) { self.init(read: read, write: write.map { [$0] } ?? []) }

    /// One key for what is read, and for what is written.
    func renamed(_ name: String) -> JSONKeys {
        JSONKeys(read: read.isEmpty ? [] : [.literal(name)], write: write.isEmpty ? [] : [.literal(name)])
    }

    init(aliases names: [JSONKeyName]) { self.init(read: names, write: Array(names.prefix(1))) }

    private init(read: [JSONKeyName], write: [JSONKeyName]) {
        self.read = read
        self.write = write
    }
}

extension JSONKeyName: CustomStringConvertible {
    /// As it is written in Swift: `"id"`, `.path("data.id")`.
    public var description: String {
        switch form {
        case .literal(let key): key.debugDescription
        case .path(let path): ".path(\(path.debugDescription))"
        }
    }
}

extension JSONKeys: CustomStringConvertible {
    /// As it is written in Swift: `"id"`, `["id", "ID"]`, `JSONKeys(read: ["id"], write: nil)`.
    public var description: String {
        guard write == Array(read.prefix(1)), !read.isEmpty else {
            return "JSONKeys(read: \(read), write: \(write.first?.description ?? "nil"))"
        }
        return read.count == 1 ? read[0].description : read.description
    }
}
