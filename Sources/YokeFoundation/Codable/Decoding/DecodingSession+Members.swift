internal import CYoke
internal import CYokeCodable
import Foundation
import Yoke

extension DecodingSession {
    /// Returns the position of the value of the member `name`; nil if the object has no such member. If the object repeats a key, the first
    /// member counts.
    ///
    /// - Parameter known: the keys that the container's `CodingKey` type has used so far.
    @inline(__always)
    func find(_ name: String, in frame: UnsafeMutablePointer<Frame>, _ known: KnownKeys) -> Cursor? {
        if !options.keysAreDefault, !known.areData { return converted(frame).cursors[name] }
        frame.pointee.begin()
        guard yoke_lookup_uses(&frame.pointee.lookup, known.table) else { return findIndexed(name, in: frame) }
        let number = known.number(of: name, likely: frame.pointee.lookup.likely)
        guard number != UInt32(YOKE_NO_KEY) else { return findIndexed(name, in: frame) }
        guard let found = yoke_lookup_find(&frame.pointee.lookup, number) else {
            return yoke_known_at(known.table, number).pointee.is_ascii ? nil : findEquivalent(name, in: frame)
        }
        return Cursor(text: found, node: frame.pointee.lookup.found_node)
    }

    /// Finds a member in an index of all keys of the object. `find` calls this function if it cannot use the table of known keys.
    @inline(never)
    private func findIndexed(_ name: String, in frame: UnsafeMutablePointer<Frame>) -> Cursor? {
        var copy = name
        let found = copy.withUTF8 { yoke_lookup_find_indexed(&frame.pointee.lookup, $0.baseAddress, $0.count, options.seed) }
        precondition(!frame.pointee.lookup.failed, "no memory for an index of the keys")
        guard let found else { return findEquivalent(name, in: frame) }
        return Cursor(text: found, node: frame.pointee.lookup.found_node)
    }

    /// Looks for a key that is equal to the name by Swift's `==`, but has other bytes: é can be one Unicode scalar or two.
    @inline(never)
    private func findEquivalent(_ name: String, in frame: UnsafeMutablePointer<Frame>) -> Cursor? {
        name.utf8.allSatisfy { $0 < 0x80 } ? nil : converted(frame).cursors[name]
    }

    /// Returns the keys of an object, each key once. `known`: as in `find`.
    func keys(in frame: UnsafeMutablePointer<Frame>, _ known: KnownKeys) -> [String] {
        if !options.keysAreDefault, !known.areData { return converted(frame).names }
        var keys: [String] = [], known: Set<String> = []
        keys.reserveCapacity(frame.pointee.cursor.count)
        forEachMember(of: frame.pointee.cursor) { key, _ in
            if known.insert(key).inserted { keys.append(key) }
        }
        return keys
    }

    /// Returns the value with a key in a container; nil if the container has no such key. Used only to find the position of an error.
    func part(of cursor: Cursor, _ key: any CodingKey) -> Cursor? {
        var found: Cursor?
        if cursor.isObject {
            forEachMember(of: cursor) { name, value in
                if found == nil, name == key.stringValue || options.convertsSnakeCase && converted(name, []) == key.stringValue {
                    found = value
                }
            }
        } else if cursor.isArray, let index = key.intValue, 0..<cursor.count ~= index {
            var next = cursor.inside
            for _ in 0..<index {
                next = next.after
                next.text += 1  // skips the comma
            }
            found = next
        }
        return found
    }

    private func forEachMember(of object: Cursor, _ body: (String, Cursor) -> Void) {
        var next = object.inside
        for _ in 0..<object.count {
            let item = next.item
            let value = Cursor(text: item.end, node: next.node)
            body(Self.string(of: item), value)
            next = value.after
            next.text += 1  // skips a comma, or the closing brace
        }
    }

    /// Returns the members of the frame's object by their keys as the key strategy converts them. Makes this table at the first call.
    private func converted(_ frame: UnsafeMutablePointer<Frame>) -> ConvertedKeys {
        if let known = frame.pointee.converted { return known }
        let keys = ConvertedKeys(count: frame.pointee.cursor.count)
        let container = options.convertsSnakeCase ? [] : path(of: frame)
        forEachMember(of: frame.pointee.cursor) { key, value in keys.add(converted(key, container), value) }
        frame.pointee.converted = keys
        return keys
    }

    /// Returns a key of the text as the decoder's key strategy converts it. Keeps up to 4096 camel case forms, because most keys repeat.
    private func converted(_ key: String, _ container: [any CodingKey]) -> String {
        guard options.convertsSnakeCase else { return options.converted(key, container) }
        if let known = camelCases[key] { return known }
        let made = options.converted(key, container)
        if camelCases.count < 4096 { camelCases[key] = made }
        return made
    }

    /// Reads an object as a dictionary, in one pass over its members.
    func dictionary<Value: Decodable>(
        _ type: Value.Type, _ object: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?
    ) throws -> [String: Value] {
        try nest(object, parent, key) {
            let frame = current
            guard object.isObject else { throw noContainer([String: Any].self, object, frame, "keyed") }
            var result: [String: Value] = [:]
            // Reserves memory for at most 65,536 members, because many short members need much more memory as a dictionary than as text.
            result.reserveCapacity(min(object.count, 1 << 16))
            var next = object.inside
            for _ in 0..<object.count {
                let item = next.item
                let name = Self.string(of: item)
                let cursor = Cursor(text: item.end, node: next.node)
                var key = options.keysAreDefault ? NameKey(member: name) : NameKey(name)
                do {
                    let value = try value(type, cursor, frame, &key)
                    if let first = result.updateValue(value, forKey: name) { result[name] = first }
                } catch {
                    // JSONDecoder decodes the second value of a repeated key only if it converts keys. So this function ignores an error of
                    // the second value if keys are not converted.
                    if !options.keysAreDefault || result[name] == nil { throw error }
                }
                next = cursor.after
                next.text += 1
            }
            return result
        }
    }
}

/// The members of an object. The key strategy has converted their keys. If converted keys are equal, the first member counts.
final class ConvertedKeys {
    private(set) var cursors: [String: Cursor] = [:]
    private(set) var names: [String] = []

    init(count: Int) { cursors.reserveCapacity(min(count, 1 << 16)) }

    func add(_ name: String, _ cursor: Cursor) {
        if cursors[name] == nil {
            cursors[name] = cursor
            names.append(name)
        }
    }
}
