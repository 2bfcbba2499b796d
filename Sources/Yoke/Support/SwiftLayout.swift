internal import CYoke

/// Says whether Strings, Arrays and Dictionaries have the memory layout that `swift_layout.h` describes. Yoke compares samples to find out.
/// If they have this layout, C reads their memory directly when it writes or overwrites values. If not, C calls Swift functions (thunks).
enum SwiftLayout {
    static let isStringKnown: Bool = {
        guard isLittle64Bit, MemoryLayout<String>.size == Int(YOKE_STRING_SIZE) else { return false }
        let literals = ["", "a", "é", "fifteen letters", "sixteen letters.", "a literal that is not small", "kein kleiner: äöü"]
        return literals.allSatisfy(isAsSaid)
            && [0, 1, 7, 8, 50].allSatisfy { count in
                isAsSaid(String(decoding: [UInt8](repeating: 0x79, count: 2 * count), as: UTF8.self))
                    && isAsSaid(String(decoding: (0..<2 * count).map { [0xC3, 0xA9][$0 % 2] } as [UInt8], as: UTF8.self))
            }
    }()

    static var isArrayKnown: Bool {
        guard isLittle64Bit, MemoryLayout<[UInt8]>.size == 8 else { return false }
        return [0, 1, 17].allSatisfy { count in
            isAsSaid([UInt8](repeating: 1, count: count)) && isAsSaid((0..<count).map(Double.init))
                && isAsSaid((0..<count).map { "\($0)" }) && isAsSaid([SIMD4<Float>?](repeating: nil, count: count))
                && isAsSaid([[Int]](repeating: [1], count: count))
        }
    }

    static var isDictionaryKnown: Bool {
        guard isLittle64Bit, MemoryLayout<[String: Int]>.size == 8, MemoryLayout<String>.size == Int(YOKE_STRING_SIZE) else { return false }
        // A dictionary marks its used buckets with bits. The samples test both cases: the bits fit into one word, or (with room for 100
        // entries) need more words.
        return [0, 100].allSatisfy { isAsSaid(dictionary(3, room: $0) { $0 }) } && isAsSaid(dictionary(0, room: 0) { $0 })
            && isAsSaid(dictionary(5, room: 0) { UInt8($0) }) && isAsSaid(dictionary(5, room: 0) { "\($0)" })
            && isAsSaid(dictionary(5, room: 0) { SIMD4(repeating: Float($0)) })
    }

    private static func dictionary<Value>(_ count: Int, room: Int, _ value: (Int) -> Value) -> [String: Value] {
        var all = [String: Value](minimumCapacity: room)
        for i in 0..<count { all["\(i)"] = value(i) }
        return all
    }

    static var isLittle64Bit: Bool { MemoryLayout<Int>.size == 8 && 1.littleEndian == 1 }

    private static func isAsSaid(_ string: String) -> Bool {
        withUnsafePointer(to: string) { at in
            borrow(string) { said in
                if yoke_string_is_small(at) {
                    let count = yoke_string_small_count(at)
                    return UnsafeRawBufferPointer(start: at, count: count).elementsEqual(said)
                }
                var count = 0
                guard let bytes = yoke_string_large(at, &count) else { return false }
                return bytes == said.baseAddress && count == said.count
            }
        }
    }

    private static func isAsSaid<Element>(_ array: [Element]) -> Bool {
        withUnsafePointer(to: array) { at in
            array.withUnsafeBufferPointer { said in
                var count = 0
                let elements = yoke_array_elements(at, &count)
                var objects = yoke_string_objects(type: nil, allocate: nil, is_held_once: { _ in true }, release: nil)
                let own = yoke_array_memory(&objects, at)
                if count > 0, UnsafePointer(own.elements) != elements || own.count != count || own.capacity != array.capacity {
                    return false
                }
                return count == said.count && (count == 0 || UnsafeRawPointer(elements) == UnsafeRawPointer(said.baseAddress))
            }
        }
    }

    private static func isAsSaid<Value: Equatable>(_ dictionary: [String: Value]) -> Bool {
        withUnsafePointer(to: dictionary) { at in
            var buckets = yoke_buckets()
            guard yoke_dictionary_buckets(at, &buckets), buckets.count == dictionary.count else { return false }
            var bucket = yoke_next_bucket(&buckets, 0)
            if dictionary.isEmpty { return bucket == buckets.capacity }
            // The keys must come after the bits that mark used buckets, and the values after the keys. Check this order before any key is
            // read: reading from a wrong address could crash.
            guard buckets.capacity > buckets.count, buckets.capacity <= 1024, let keys = buckets.keys, let values = buckets.values,
                keys == buckets.used + max(buckets.capacity / 64, 1) * 8,
                (0..<64).contains(values - keys - buckets.capacity * MemoryLayout<String>.size)
            else { return false }
            for (key, value) in dictionary {
                guard bucket < buckets.capacity, UnsafeRawPointer(keys).assumingMemoryBound(to: String.self)[bucket] == key,
                    UnsafeRawPointer(values).assumingMemoryBound(to: Value.self)[bucket] == value
                else { return false }
                bucket = yoke_next_bucket(&buckets, bucket + 1)
            }
            return bucket == buckets.capacity
        }
    }
}
