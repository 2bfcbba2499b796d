import Yoke

/// The place of a value in a document: keys and indices from the root.
///
/// ```swift
/// for node in try path.nodes(in: document) { print(node.location, node.location.pointer) }
/// // $['users'][0]['name'] /users/0/name
/// ```
public struct JSONLocation: Sendable, Hashable, CustomStringConvertible {
    /// One step from a container to a value in it.
    public enum Step: Sendable, Hashable {
        /// A member's key.
        case key(String)
        /// An element's index, from 0.
        case index(Int)

        /// True if both steps are the same index, or keys with the same bytes.
        public static func == (a: Step, b: Step) -> Bool {
            switch (a, b) {
            case (.key(let a), .key(let b)): sameBytes(a, b)
            case (.index(let a), .index(let b)): a == b
            default: false
            }
        }

        /// Hashes the index, or the bytes of the key.
        public func hash(into hasher: inout Hasher) {
            switch self {
            case .key(let key): borrow(key) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            case .index(let index): hasher.combine(index)
            }
        }
    }

    /// The steps from the root; empty for the root.
    public var steps: [Step]

    /// Makes a location from its steps.
    public init(_ steps: some Sequence<Step>) { self.steps = Array(steps) }

    /// The normalized path (RFC 9535 section 2.7): `$['users'][0]`. Two locations are equal exactly if their normalized paths are.
    public var description: String {
        var text = "$"
        for step in steps {
            switch step {
            case .key(let key): text += "['" + Self.escaped(key) + "']"
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }

    /// The same place as a JSON Pointer.
    public var pointer: JSONPointer {
        JSONPointer(
            tokens: steps.map { step in
                switch step {
                case .key(let key): key
                case .index(let index): String(index)
                }
            })
    }

    private static func escaped(_ key: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in key.unicodeScalars {
            switch scalar {
            case "'": text += "\\'".unicodeScalars
            case "\\": text += "\\\\".unicodeScalars
            case "\u{8}": text += "\\b".unicodeScalars
            case "\t": text += "\\t".unicodeScalars
            case "\n": text += "\\n".unicodeScalars
            case "\u{C}": text += "\\f".unicodeScalars
            case "\r": text += "\\r".unicodeScalars
            case _ where scalar.value < 0x20:
                text += ("\\u00" + (scalar.value < 16 ? "0" : "1") + String(scalar.value & 15, radix: 16)).unicodeScalars
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}

/// The locations of the values that an evaluation visits, as a tree. An entry holds the last step of a location and the index of its parent
/// entry, so adding an entry costs the same at every depth.
struct LocationTree {
    struct Entry { let parent: Int, step: JSONLocation.Step }

    private(set) var entries: [Entry] = []

    mutating func add(_ step: JSONLocation.Step, to parent: Int) -> Int {
        entries.append(Entry(parent: parent, step: step))
        return entries.count - 1
    }

    var count: Int { entries.count }
    /// Removes all entries but the first `count`.
    mutating func cut(to count: Int) { if count < entries.count { entries.removeSubrange(count...) } }

    /// Returns the location for which the entry at `index` stands; -1 stands for the root.
    func location(_ index: Int) -> JSONLocation {
        var steps: [JSONLocation.Step] = []
        var index = index
        while index >= 0 {
            steps.append(entries[index].step)
            index = entries[index].parent
        }
        return JSONLocation(steps.reversed())
    }
}
