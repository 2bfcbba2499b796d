import Yoke

/// A list of changes to a JSON document: JSON Patch (RFC 6902).
///
/// ```swift
/// let patch = try JSONPatch(json: #"[{"op": "replace", "path": "/name", "value": "Bo"}]"#)
/// try document.apply(patch)                        // applies all changes, or throws and applies none
/// let back = JSONPatch(from: document, to: before)
/// let text = try back.jsonString()
/// ```
public struct JSONPatch: Sendable, Hashable {
    /// One change.
    public enum Operation: Sendable, Hashable {
        /// Adds a member, or replaces the value of an existing member; inserts an element into an array.
        case add(JSONPointer, JSONValue)
        /// Removes a value, which must exist.
        case remove(JSONPointer)
        /// Replaces a value, which must exist.
        case replace(JSONPointer, JSONValue)
        /// Removes the value at `from`, and adds it at `to`.
        case move(from: JSONPointer, to: JSONPointer)
        /// Copies the value at `from`, and adds the copy at `to`.
        case copy(from: JSONPointer, to: JSONPointer)
        /// Fails if the document's value is not equal to this value. Numbers are compared by value: 1 equals 1.0.
        case test(JSONPointer, JSONValue)
    }

    /// The changes, in their order.
    public var operations: [Operation]

    /// Makes a patch from its operations.
    public init(_ operations: [Operation] = []) { self.operations = operations }

    /// Makes a patch from dynamic JSON (RFC 6902 section 4). Unknown members of an operation are ignored.
    ///
    /// - Throws: `.typeMismatch`, `.missingKeys`, `.unknownCase`, `.duplicateKey` or `.invalidPath`; the message names the operation by its
    ///   number, from 0.
    public init(_ value: JSONValue) throws(JSONError) {
        guard case .array(let list) = value else {
            throw JSONError(kind: .typeMismatch, message: "a patch is an array of operations")
        }
        operations = []
        operations.reserveCapacity(list.count)
        for (i, operation) in list.enumerated() {
            do throws(JSONError) { operations.append(try Operation(operation)) } catch {
                throw error.naming("operation \(i)")
            }
        }
    }

    /// The patch as dynamic JSON.
    public var json: JSONValue { .array(JSONArray(operations.map(\.json))) }
}

extension JSONPatch: JSONConvertible, CustomStringConvertible {
    /// The patch in JSON: an array of operations.
    public static var jsonMapping: JSONMapping {
        JSONMapping(JSONPatch.self, via: JSONValue.self, decode: { try JSONPatch($0) }, encode: { $0.json })
    }

    /// The patch as compact JSON.
    public var description: String { json.description }
}

extension JSONPatch.Operation {
    /// The operation's name: the value of its JSON member `op`.
    public var name: String {
        switch self {
        case .add: "add"
        case .remove: "remove"
        case .replace: "replace"
        case .move: "move"
        case .copy: "copy"
        case .test: "test"
        }
    }

    /// The pointer to the value that the operation adds, removes, replaces or tests. For a move or copy: the target.
    public var path: JSONPointer {
        switch self {
        case .add(let path, _), .remove(let path), .replace(let path, _), .test(let path, _): path
        case .move(_, let path), .copy(_, let path): path
        }
    }

    init(_ value: JSONValue) throws(JSONError) {
        guard case .object(let object) = value else {
            throw JSONError(kind: .typeMismatch, message: "expected an object")
        }
        for key in ["op", "path", "from", "value"] where object.values(forKey: key).count > 1 {
            throw JSONError(kind: .duplicateKey, message: "there are two members \"\(key)\"")
        }
        let name = try Self.string("op", object)
        switch name {
        case "add": self = .add(try Self.pointer("path", object), try Self.value(object))
        case "remove": self = .remove(try Self.pointer("path", object))
        case "replace": self = .replace(try Self.pointer("path", object), try Self.value(object))
        case "move": self = .move(from: try Self.pointer("from", object), to: try Self.pointer("path", object))
        case "copy": self = .copy(from: try Self.pointer("from", object), to: try Self.pointer("path", object))
        case "test": self = .test(try Self.pointer("path", object), try Self.value(object))
        default:
            throw JSONError(
                kind: .unknownCase, message: "\"\(VisibleText.of(name))\" is not an operation",
                hint: "there are add, remove, replace, move, copy and test")
        }
    }

    private static func string(_ key: String, _ object: JSONObject) throws(JSONError) -> String {
        guard let value = object[key] else { throw JSONError(kind: .missingKeys, message: "the member \"\(key)\" is missing") }
        guard case .string(let text) = value else { throw JSONError(kind: .typeMismatch, message: "\"\(key)\" is not a string") }
        return text
    }

    private static func pointer(_ key: String, _ object: JSONObject) throws(JSONError) -> JSONPointer {
        try JSONPointer(try string(key, object))
    }

    private static func value(_ object: JSONObject) throws(JSONError) -> JSONValue {
        guard let value = object["value"] else { throw JSONError(kind: .missingKeys, message: "the member \"value\" is missing") }
        return value
    }

    /// The operation as dynamic JSON.
    var json: JSONValue {
        var object: JSONObject = ["op": JSONValue(name)]
        switch self {
        case .move(let from, _), .copy(let from, _): object.append(JSONValue(from.description), forKey: "from")
        default: break
        }
        object.append(JSONValue(path.description), forKey: "path")
        switch self {
        case .add(_, let value), .replace(_, let value), .test(_, let value): object.append(value, forKey: "value")
        default: break
        }
        return .object(object)
    }
}

extension JSONError {
    /// Returns the error with a subject before its message, such as `operation 2`.
    func naming(_ subject: String) -> JSONError {
        JSONError(kind: kind, message: "\(subject): \(message)", path: path, found: found, hint: hint)
    }
}

/// Limits for applying a patch. A patch that needs more gives an error of kind `.limitExceeded`.
public struct JSONPatchLimits: Sendable, Hashable {
    /// The most values that all `copy` operations of a patch may add together. A patch that copies its own copies doubles the document each
    /// time.
    public var copiedValues: Int
    /// The most steps of a patch. Each value that is visited or compared is a step. So is each member or element of a container that the
    /// patch changes.
    public var steps: Int

    /// Makes limits for patches; by default, the limits of `standard`.
    public init(copiedValues: Int = 10_000_000, steps: Int = 1_000_000_000) { (self.copiedValues, self.steps) = (copiedValues, steps) }

    /// Ten million copied values and a billion steps: for patches that the program itself makes.
    public static let standard = JSONPatchLimits()
    /// 100,000 copied values and ten million steps: for patches from strangers.
    public static let untrusted = JSONPatchLimits(copiedValues: 100_000, steps: 10_000_000)
}

extension JSONValue {
    /// Applies all operations of a patch (RFC 6902) in their order. If an operation fails, the document stays as it was.
    ///
    /// ```swift
    /// try document.apply(JSONPatch([.test(name, "Ada"), .replace(name, "Bo")]))
    /// ```
    /// Cost: near-linear in the operations and in the containers that they change. Other containers are shared, not copied.
    ///
    /// - Throws: `.pathNotFound`; `.limitExceeded`; `.refused` for a failed test, for a move of a value into itself, and for removing the
    ///   entire document. The message names the operation by its number, from 0, and its path.
    public mutating func apply(_ patch: JSONPatch, limits: JSONPatchLimits = .standard) throws(JSONError) {
        self = try patch.applied(to: self, limits: limits)
    }
}

extension JSONPatch {
    /// Returns a copy of the document to which the patch has been applied; see `JSONValue.apply(_:limits:)`.
    public func applied(to document: JSONValue, limits: JSONPatchLimits = .standard) throws(JSONError) -> JSONValue {
        var open = OpenDocument(document, limits)
        for (i, operation) in operations.enumerated() {
            do throws(JSONError) { try open.apply(operation) } catch {
                throw error.naming("operation \(i) (\(operation.name) \"\(VisibleText.of(operation.path.description))\")")
            }
        }
        return try open.closed()
    }
}
