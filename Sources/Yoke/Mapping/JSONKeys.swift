/// Says where a property's value stands in the JSON: under one key, which must match byte for byte, or at the end of a path of keys and
/// indices.
///
/// ```swift
/// @JSONKey("id", "ID", .path("data.id")) var id: Int
/// ```
public struct JSONKeyName: Sendable, Hashable, ExpressibleByStringLiteral {
    enum Form: Sendable, Hashable { case literal(String), path(String) }
    let form: Form

    /// A key with exactly these characters.
    public static func literal(_ key: String) -> JSONKeyName { JSONKeyName(form: .literal(key)) }

    /// A path that begins in the JSON object of the model: `a.b[0].c`, with or without `$.` at the start. Keys that are not plain names
    /// have the form `['odd.key']`.
    ///
    /// Writing fills an array on the path with `null` up to the index. So an index of a path that is written is at most 9,999; a larger
    /// index is an error of kind `.invalidMapping`. Reading takes any index.
    ///
    /// The syntax is a singular query (a path to at most one value) of RFC 9535 section 2.3.5.1. Cost: no second pass over the text,
    /// because Yoke compiles the path together with the model.
    public static func path(_ path: String) -> JSONKeyName { JSONKeyName(form: .path(path)) }

    private init(form: Form) { self.form = form }

    /// A key.
    public init(stringLiteral key: String) { form = .literal(key) }

    /// Returns the path from the model's JSON object to the property's value: keys and indices.
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

    /// The key or path, as the author wrote it.
    var text: String {
        switch form {
        case .literal(let key), .path(let key): key
        }
    }
}

/// The keys of a property, for reading and writing.
///
/// A string literal is one key for reading and writing. An array literal is a list of aliases. Reading takes the first alias of the list
/// that is present and not null, whatever the order of the text. Writing uses the first alias.
public struct JSONKeys: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    let read: [JSONKeyName]
    let write: [JSONKeyName]

    /// One key.
    public init(_ key: String) {
        let names = [JSONKeyName.literal(key)]
        self.init(read: names, write: names)
    }
    /// One key or path.
    public init(_ name: JSONKeyName) { self.init(aliases: [name]) }
    /// One key.
    public init(stringLiteral key: String) { self.init(key) }
    /// A list of aliases.
    public init(arrayLiteral names: JSONKeyName...) { self.init(aliases: names) }

    /// Aliases for reading, and one key for writing. If `read` is empty, the property is not read. If `write` is nil, the property is not
    /// written.
    public init(read: [JSONKeyName], write: JSONKeyName?) { self.init(read: read, write: write.map { [$0] } ?? []) }

    /// Returns keys in which `name` replaces all declared keys and paths. An empty list for reading or for writing stays empty.
    func renamed(_ name: String) -> JSONKeys {
        JSONKeys(read: read.isEmpty ? [] : [.literal(name)], write: write.isEmpty ? [] : [.literal(name)])
    }

    /// One path, as in `key: .path("data.id")`. See ``JSONKeyName/path(_:)``.
    public static func path(_ path: String) -> JSONKeys { [.path(path)] }

    init(aliases names: [JSONKeyName]) { self.init(read: names, write: Array(names.prefix(1))) }

    private init(read: [JSONKeyName], write: [JSONKeyName]) {
        self.read = read
        self.write = write
    }
}

extension JSONKeyName: CustomStringConvertible {
    /// The key as Swift source: `"id"`, `.path("data.id")`.
    public var description: String {
        switch form {
        case .literal(let key): key.debugDescription
        case .path(let path): ".path(\(path.debugDescription))"
        }
    }
}

extension JSONKeys: CustomStringConvertible {
    /// The keys as Swift source: `"id"`, `["id", "ID"]`, `JSONKeys(read: ["id"], write: nil)`.
    public var description: String {
        guard write == Array(read.prefix(1)), !read.isEmpty else {
            return "JSONKeys(read: \(read), write: \(write.first?.description ?? "nil"))"
        }
        return read.count == 1 ? read[0].description : read.description
    }
}
