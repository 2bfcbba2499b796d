internal import CYoke

/// Writes values as JSON text, with its own stack instead of recursion.
enum DocumentWriter {
    /// A container whose opening bracket is written, but not yet its closing bracket. The pointer to its elements or members stays valid,
    /// because the caller keeps the outermost value alive.
    private struct Open {
        /// The address of the next element or member, and the number of elements or members that are left.
        var next: UnsafeRawPointer?
        var left = 0
        var isArray = false
        var isFirst = true
        /// True for an object whose members are written in another order than in memory. `orders` has an entry for each open object of this
        /// kind. The last entry is for the innermost of these objects.
        var isOrdered = false
    }

    /// The kind of a value. Code that looks only at the kind does not copy the value.
    private enum Kind {
        case null, `true`, `false`, number, string, array, object

        @inline(__always)
        init(of value: UnsafePointer<JSONValue>) {
            switch value.pointee {
            case .null: self = .null
            case .bool(let value): self = value ? .true : .false
            case .number: self = .number
            case .string: self = .string
            case .array: self = .array
            case .object: self = .object
            }
        }
    }

    /// The members of an open object, and their positions in the order of writing.
    private typealias Order = (members: UnsafePointer<JSONObject.Element>, positions: [Int])

    /// Appends a value.
    ///
    /// - Parameters:
    ///   - depth: number of open containers around the value. It counts for the indentation and for `depthLimit`.
    ///   - depthLimit: the most containers that may be open at one time.
    ///   - nonFinite: the texts to write for NaN and infinities; nil if such numbers are errors.
    /// - Returns: an error if the value is nested deeper than the limit, or if it holds a number that must not be written. Then the text is
    ///   incomplete. If memory runs out, the buffer's `failed` is true.
    static func append(
        _ value: JSONValue, to out: UnsafeMutablePointer<yoke_buffer>, style: TextStyle, depth: Int = 0,
        depthLimit: Int = .max, nonFinite: UnsafePointer<yoke_non_finite>?
    ) -> yoke_write_error {
        withUnsafePointer(to: value) { append(at: $0, to: out, style, depth, depthLimit, nonFinite) }
    }

    private static func append(
        at value: UnsafePointer<JSONValue>, to out: UnsafeMutablePointer<yoke_buffer>, _ style: TextStyle, _ outer: Int, _ depthLimit: Int,
        _ nonFinite: UnsafePointer<yoke_non_finite>?
    ) -> yoke_write_error {
        var value = value
        /// The innermost open container, and the containers around it.
        var open = Open(), around: [Open] = [], orders: [Order] = [], depth = outer
        let isKnown = isPayloadKnown
        while true {
            switch Kind(of: value) {
            case .null: appendText("null", to: out)
            case .true: appendText("true", to: out)
            case .false: appendText("false", to: out)
            case .number:
                if isKnown && yoke_out_swift_number(out, value) { break }
                guard appendNumber(at: value, to: out, nonFinite) else { return YOKE_WRITE_NOT_FINITE }
            case .string:
                if isKnown && yoke_out_swift_string(out, value, false, style.escapesSlashes) { break }
                if case .string(let string) = value.pointee { appendString(string, to: out, style) }
            case .array, .object:
                let container = container(at: value, isKnown)
                if isLazy(container), container._withUnsafeGuaranteedRef({ appendText(of: $0, to: out, style, depth: depth, depthLimit) }) {
                    break
                }
                if depth >= depthLimit { return YOKE_WRITE_DEPTH }
                if depth > outer { around.append(open) }
                open = begin(container, isArray: Kind(of: value) == .array, isKnown, style, &orders)
                yoke_buffer_push(out, open.isArray ? UInt8(ascii: "[") : UInt8(ascii: "{"))
                depth += 1
            }
            while depth > outer, open.left == 0 {
                depth -= 1
                if !open.isFirst, style.indent > 0 { newline(out, depth, style) }
                yoke_buffer_push(out, open.isArray ? UInt8(ascii: "]") : UInt8(ascii: "}"))
                if open.isOrdered { orders.removeLast() }
                open = around.popLast() ?? Open()
            }
            guard depth > outer, !out.pointee.failed, var next = open.next else { return YOKE_WRITE_OK }
            if !open.isFirst { yoke_buffer_push(out, UInt8(ascii: ",")) }
            if style.indent > 0 { newline(out, depth, style) }
            open.isFirst = false
            open.next = next + (open.isArray ? MemoryLayout<JSONValue>.stride : MemoryLayout<JSONObject.Element>.stride)
            if !open.isArray {
                if open.isOrdered, let order = orders.last {
                    next = UnsafeRawPointer(order.members + order.positions[order.positions.count - open.left])
                }
                let member = next.assumingMemoryBound(to: JSONObject.Element.self)
                appendKey(member, to: out, isKnown, style)
                next = UnsafeRawPointer(valueAddress(of: member))
            }
            value = next.assumingMemoryBound(to: JSONValue.self)
            open.left -= 1
        }
    }

    @inline(__always)
    private static func isLazy(_ container: Unmanaged<Container>) -> Bool {
        container.toOpaque().assumingMemoryBound(to: yoke_storage.self).pointee.lazy != nil
    }

    /// Returns the storage of an array or object, without a retain.
    @inline(__always)
    private static func container(at value: UnsafePointer<JSONValue>, _ isKnown: Bool) -> Unmanaged<Container> {
        if isKnown { return UnsafeRawPointer(value).load(as: Unmanaged<Container>.self) }
        return Unmanaged.passUnretained(value.pointee.container.unsafelyUnwrapped)
    }

    /// Returns the state of a container before its first element or member is written. `isKnown`: the value of `isPayloadKnown`. If true,
    /// code may read the memory of the container directly.
    @inline(__always)
    private static func begin(
        _ container: Unmanaged<Container>, isArray: Bool, _ isKnown: Bool, _ style: TextStyle, _ orders: inout [Order]
    ) -> Open {
        if isKnown, isArray || !style.sortsKeys, let row = row(of: container) {
            return Open(next: row.start, left: row.count, isArray: isArray)
        }
        return isArray ? begin(array: container) : begin(object: container, style, &orders)
    }

    /// Returns the address of a container's first element or member, and their number; nil if the container is lazy. (The function reads
    /// the memory of the object directly, because Swift's own access would retain the object.)
    @inline(__always)
    private static func row(of container: Unmanaged<Container>) -> (start: UnsafeRawPointer, count: Int)? {
        let storage = container.toOpaque().assumingMemoryBound(to: yoke_storage.self)
        if storage.pointee.lazy != nil { return nil }
        if storage.pointee.row_count >= 0 { return (UnsafeRawPointer(storage + 1), storage.pointee.row_count) }
        var count = 0
        let start = UnsafeRawPointer(yoke_array_elements(&storage.pointee.array, &count).unsafelyUnwrapped)
        return (start, count)
    }

    @inline(never)
    private static func begin(array: Unmanaged<Container>) -> Open {
        array._withUnsafeGuaranteedRef { container in
            let row = unsafeDowncast(container, to: ArrayStorage.self).made.row
            return Open(next: UnsafeRawPointer(row.baseAddress), left: row.count, isArray: true)
        }
    }

    @inline(never)
    private static func begin(object: Unmanaged<Container>, _ style: TextStyle, _ orders: inout [Order]) -> Open {
        object._withUnsafeGuaranteedRef { container in
            let storage = unsafeDowncast(container, to: ObjectStorage.self).made
            let positions = style.sortsKeys ? sortedOrder(storage) : []
            let row = storage.row
            if let members = row.baseAddress, !positions.isEmpty { orders.append((members, positions)) }
            return Open(next: UnsafeRawPointer(row.baseAddress), left: row.count, isOrdered: !positions.isEmpty)
        }
    }

    /// True if C can read a `JSONValue` in memory: sample values begin with their payload. The payload of a string or number is a String in
    /// a known layout. The payload of an array or object is the reference to its storage.
    private static let isPayloadKnown: Bool = {
        let text = "sixteen letters."
        return SwiftLayout.isStringKnown && isRowKnown
            && [.string(text), .string("a"), .number(JSONNumber(checked: text)), .number(1), [1], ["a": 1] as JSONValue].allSatisfy {
                value in
                withUnsafePointer(to: value) { at in
                    let words = UnsafeRawPointer(at).load(as: (UInt64, UInt64).self)
                    switch value {
                    case .string(let string): return words == unsafeBitCast(string, to: (UInt64, UInt64).self)
                    case .number(let number): return words == unsafeBitCast(number, to: (UInt64, UInt64).self)
                    case .array, .object:
                        return words.0 == UInt64(UInt(bitPattern: value.container.map { Unmanaged.passUnretained($0).toOpaque() }))
                    default: return false
                    }
                }
            }
    }()

    /// True if `row(of:)`, which reads memory, finds the right address and number of an array's elements. Tested with a sample.
    private static var isRowKnown: Bool {
        let storage = ArrayStorage([1, 2, 3])
        let row = row(of: Unmanaged.passUnretained(storage))
        return row.map { $0.start } == UnsafeRawPointer(storage.row.baseAddress) && row?.count == storage.row.count
    }

    /// Appends a member's key and a colon.
    @inline(__always)
    private static func appendKey(
        _ member: UnsafePointer<JSONObject.Element>, to out: UnsafeMutablePointer<yoke_buffer>, _ isKnown: Bool, _ style: TextStyle
    ) {
        let key = UnsafeRawPointer(member) + MemoryLayout<JSONObject.Element>.offset(of: \.key).unsafelyUnwrapped
        if !isKnown || !yoke_out_swift_string(out, key, true, style.escapesSlashes) {
            appendString(member.pointee.key, to: out, style)
            yoke_buffer_push(out, UInt8(ascii: ":"))
        }
        if style.indent > 0 { yoke_buffer_push(out, UInt8(ascii: " ")) }
    }

    /// Appends a value at the current position of a writer, in the writer's style.
    static func append(_ value: JSONValue, to writer: UnsafeMutablePointer<yoke_writer>) -> yoke_write_error {
        let style = writer.pointee.style
        let text = TextStyle(indent: Int(style.indent), sortsKeys: style.sorts_keys, escapesSlashes: style.escapes_slashes)
        return append(
            value, to: writer.pointee.out, style: text, depth: Int(writer.pointee.depth), depthLimit: Int(clamping: style.depth_limit),
            nonFinite: style.non_finite)
    }

    /// Appends a number. If `nonFinite` is nil, NaN and infinities have no text: the function then returns false.
    private static func appendNumber(
        at value: UnsafePointer<JSONValue>, to out: UnsafeMutablePointer<yoke_buffer>, _ nonFinite: UnsafePointer<yoke_non_finite>?
    ) -> Bool {
        guard case .number(let number) = value.pointee else { return true }
        guard let literal = number.literal else {
            number.withBytes { yoke_buffer_append(out, $0.baseAddress, $0.count) }
            return true
        }
        guard let texts = nonFinite?.pointee else { return false }
        switch literal {
        case YOKE_NAN: yoke_buffer_append(out, texts.texts.0, texts.lengths.0)
        case YOKE_INFINITY: yoke_buffer_append(out, texts.texts.1, texts.lengths.1)
        default: yoke_buffer_append(out, texts.texts.2, texts.lengths.2)
        }
        return true
    }

    @inline(__always)
    private static func valueAddress(of member: UnsafePointer<JSONObject.Element>) -> UnsafePointer<JSONValue> {
        let offset = MemoryLayout<JSONObject.Element>.offset(of: \.value).unsafelyUnwrapped
        return (UnsafeRawPointer(member) + offset).assumingMemoryBound(to: JSONValue.self)
    }

    /// Appends the text of a lazy container without making its elements, and returns true. Returns false if keys must be sorted, if the
    /// container may be too deep, or if it may hold NaN or infinities.
    private static func appendText(
        of container: Container, to out: UnsafeMutablePointer<yoke_buffer>, _ style: TextStyle, depth: Int, _ depthLimit: Int
    ) -> Bool {
        guard let lazy = container.lazy, !style.sortsKeys, !lazy.hasLiterals, lazy.maxDepth <= depthLimit - depth else { return false }
        let text = lazy.text
        if style == .compact {
            yoke_buffer_append(out, text.baseAddress, text.count)
        } else {
            var layout = style.layout
            yoke_document_write(out, text.baseAddress, text.count, depth, &layout)
        }
        return true
    }

    static func text(of value: JSONValue, style: TextStyle) -> String {
        var out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        _ = append(value, to: &out, style: style, nonFinite: NonFiniteTexts.words?.cTexts)
        precondition(!out.failed, "no memory for the text of a JSON value")
        return makeValidString(UnsafeBufferPointer(start: out.bytes, count: out.count))
    }

    /// Returns the positions of an object's members, sorted by the bytes of their keys. Equal keys keep their order. Returns an empty array
    /// if the members are sorted already.
    private static func sortedOrder(_ storage: ObjectStorage) -> [Int] {
        let members = storage.row
        let sorted = members.indices.dropFirst().allSatisfy { !bytesPrecede(members[$0].key, members[$0 - 1].key) }
        if sorted { return [] }
        return members.indices.sorted { a, b in
            bytesPrecede(members[a].key, members[b].key) || (a < b && !bytesPrecede(members[b].key, members[a].key))
        }
    }

    private static func appendString(_ string: String, to out: UnsafeMutablePointer<yoke_buffer>, _ style: TextStyle) {
        borrow(string) { yoke_out_string(out, $0.baseAddress, $0.count, style.escapesSlashes) }
    }

    private static func appendText(_ text: StaticString, to out: UnsafeMutablePointer<yoke_buffer>) {
        yoke_buffer_append(out, text.utf8Start, text.utf8CodeUnitCount)
    }

    private static func newline(_ out: UnsafeMutablePointer<yoke_buffer>, _ depth: Int, _ style: TextStyle) {
        var layout = style.layout
        yoke_out_newline(out, depth, &layout)
    }
}
