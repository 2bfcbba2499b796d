internal import CYoke

// A tape to a value, from its end to its beginning: an element is made before the container that it stands in, and when
// a container of n elements is reached, its elements are the last n values made, the first of them on top.
//
//     OBJECT 1   KEY "a"   ARRAY 2   NUMBER "1"   STRING "x"
//                                                    ^         values: "x"
//                                       ^                      values: "x" 1
//                             ^                                values: [1, "x"]
//                  ^                                           values: [1, "x"]        keys: "a"
//        ^                                                     values: {"a": [1, "x"]}

/// Makes values of tapes.
enum DocumentBuilder {
    /// The value whose first node is at `root`. The tape must be complete; it is not changed and not needed afterwards.
    static func makeValue(from tape: UnsafePointer<yoke_tape>, at root: Int = 0) -> JSONValue {
        let nodes = UnsafePointer(tape.pointee.nodes).unsafelyUnwrapped
        let text = UnsafePointer(tape.pointee.text.bytes)
        let isContainer = nodes[root].kind >= YOKE_TAPE_ARRAY.rawValue
        var position = isContainer ? Int(nodes[root].value) : root + 1
        var values = Stack<JSONValue>()
        var keys = Stack<String>()
        var names = KeyNames()
        while position > root {
            position -= 1
            let node = nodes[position]
            let count = Int(node.count)
            switch yoke_tape_kind(node.kind) {
            case YOKE_TAPE_NULL: values.push(.null)
            case YOKE_TAPE_FALSE: values.push(.bool(false))
            case YOKE_TAPE_TRUE: values.push(.bool(true))
            case YOKE_TAPE_NUMBER:
                values.push(.number(JSONNumber(checked: makeValidString(bytes(text, node), isASCII: true))))
            case YOKE_TAPE_STRING: values.push(.string(string(bytes(text, node))))
            case YOKE_TAPE_KEY: keys.push(names.string(bytes(text, node)))
            case YOKE_TAPE_ARRAY:
                if count == 0 {
                    values.push(.array(JSONArray()))
                } else {
                    let elements = ContiguousArray<JSONValue>(unsafeUninitializedCapacity: count) { buffer, made in
                        let start = buffer.baseAddress.unsafelyUnwrapped
                        for i in 0..<count { (start + i).initialize(to: values.pop()) }
                        made = count
                    }
                    values.push(.array(JSONArray(ArrayStorage(elements))))
                }
            default:
                if count == 0 {
                    values.push(.object(JSONObject()))
                } else {
                    let members = ContiguousArray<JSONObject.Element>(unsafeUninitializedCapacity: count) { buffer, made in
                        let start = buffer.baseAddress.unsafelyUnwrapped
                        for i in 0..<count { (start + i).initialize(to: (key: keys.pop(), value: values.pop())) }
                        made = count
                    }
                    values.push(.object(JSONObject(ObjectStorage(members))))
                }
            }
        }
        return values.pop()
    }

    private static func bytes(_ text: UnsafePointer<UInt8>?, _ node: yoke_tape_node) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text.map { $0 + Int(node.value) }, count: Int(node.count))
    }

    /// A String of valid UTF-8 that knows whether it is ASCII, on which its own operations' speed depends.
    fileprivate static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        makeValidString(bytes, isASCII: bytes.count > 15 && isASCII(bytes))
    }

    private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = UnsafeRawPointer(bytes.baseAddress) else { return true }
        var all: UInt64 = 0
        var i = 0
        while i + 8 <= bytes.count {
            all |= start.loadUnaligned(fromByteOffset: i, as: UInt64.self)
            i += 8
        }
        while i < bytes.count {
            all |= UInt64(start.load(fromByteOffset: i, as: UInt8.self))
            i += 1
        }
        return all & 0x8080_8080_8080_8080 == 0
    }
}

/// The last keys seen, so that an array of like objects holds each long key once.
private struct KeyNames {
    private var recent: [String] = []

    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let count = bytes.count
        if count <= 15 { return DocumentBuilder.string(bytes) }  // held in place
        if recent.isEmpty { recent = Array(repeating: "", count: 64) }
        let slot = (count &* 31 ^ Int(bytes[count - 1]) &* 7 ^ Int(bytes[count / 2]) ^ Int(bytes[0]) &* 3) & 63
        if sameBytes(recent[slot], bytes) { return recent[slot] }
        let string = DocumentBuilder.string(bytes)
        recent[slot] = string
        return string
    }
}

/// A stack whose elements are moved in and out.
private struct Stack<Element>: ~Copyable {
    private var start = UnsafeMutablePointer<Element>.allocate(capacity: 32)
    private var count = 0
    private var capacity = 32

    @inline(__always)
    mutating func push(_ element: consuming Element) {
        if count == capacity { grow() }
        (start + count).initialize(to: element)
        count += 1
    }

    /// There must be one.
    @inline(__always)
    mutating func pop() -> Element {
        count -= 1
        return (start + count).move()
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: start, count: count)
        start.deallocate()
        start = larger
        capacity *= 2
    }

    deinit {
        start.deinitialize(count: count)
        start.deallocate()
    }
}
