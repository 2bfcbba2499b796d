// Hashing without recursion: a stack holds the open containers. An open container combines the hashes of its elements, one by one.

extension JSONValue: Hashable {
    /// Hashes the kind and the content of the value, without recursion. The order of members does not count. Cost: linear.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(DocumentHash.hash(of: self))
    }
}

enum DocumentHash {
    /// A container whose elements are being hashed.
    private struct Open {
        let elements: Elements
        var position = 0
        var sum: Int

        /// Adds the hash of the value at `position`. In an object, the hashes of the members are summed, because the order of members does
        /// not count. In an array, the hashes of the elements are combined in their order.
        mutating func add(_ hash: Int) {
            if let key = elements.key(position) {
                sum &+= DocumentHash.hash { hasher in
                    borrow(key) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
                    hasher.combine(hash)
                }
            } else {
                let before = sum
                sum = DocumentHash.hash { hasher in
                    hasher.combine(before)
                    hasher.combine(hash)
                }
            }
            position += 1
        }
    }

    static func hash(of value: JSONValue) -> Int {
        var open: [Open] = []
        var value = value
        while true {
            var hash = 0
            switch value {
            case .array(let array): open.append(Open(elements: Elements(array), sum: 4))
            case .object(let object): open.append(Open(elements: Elements(object), sum: 5))
            default: hash = scalarHash(value)
            }
            if value.container == nil {
                guard let last = open.indices.last else { return hash }
                open[last].add(hash)
            }
            // Close each open container that has no more elements, and add its hash to the sum of the container around it.
            while let last = open.indices.last, open[last].position == open[last].elements.count {
                let container = open.removeLast()
                let count = container.elements.count
                hash = Self.hash { hasher in
                    hasher.combine(container.sum)
                    hasher.combine(count)
                }
                guard let outer = open.indices.last else { return hash }
                open[outer].add(hash)
            }
            guard let last = open.indices.last else { return hash }
            value = open[last].elements[open[last].position]
        }
    }

    private static func scalarHash(_ value: JSONValue) -> Int {
        hash { hasher in
            switch value {
            case .bool(let value): hasher.combine(value)
            case .number(let number):
                hasher.combine(2 as UInt8)
                hasher.combine(number)
            case .string(let string):
                hasher.combine(3 as UInt8)
                borrow(string) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            case .null, .array, .object: hasher.combine(6 as UInt8)
            }
        }
    }

    private static func hash(_ feed: (inout Hasher) -> Void) -> Int {
        var hasher = Hasher()
        feed(&hasher)
        return hasher.finalize()
    }
}
