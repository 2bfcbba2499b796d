internal import CYoke

/// Writes values as JSON text, with its own stack instead of recursion.
enum DocumentWriter {
    /// A container whose opening bracket is written. Its elements stay where they are, because the outermost value is borrowed.
    private struct Open {
        var elements: UnsafePointer<JSONValue>?
        var members: UnsafePointer<JSONObject.Element>?
        var count = 0
        var isArray = false
        /// The positions in the order of writing; empty for the natural order.
        var order: [Int] = []
        var position = 0

        init() {}

        init(_ storage: ArrayStorage) {
            (elements, count) = storage.elements.withUnsafeBufferPointer { ($0.baseAddress, $0.count) }
            isArray = true
        }

        init(_ storage: ObjectStorage, isSorted: Bool) {
            (members, count) = storage.members.withUnsafeBufferPointer { ($0.baseAddress, $0.count) }
            if isSorted { order = sortedOrder(storage) }
        }
    }

    /// Appends a value.
    ///
    /// - Parameters:
    ///   - depth: number of open containers around the value. Indentation begins at this level.
    ///   - depthLimit: the most containers that may be open at one time.
    ///   - nonFinite: the texts of NaN and infinities; nil if they are errors.
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
        /// The innermost container, and the ones around it.
        var open = Open(), around: [Open] = [], depth = outer
        while true {
            switch value.pointee {
            case .null: appendText("null", to: out)
            case .bool(let value): appendText(value ? "true" : "false", to: out)
            case .number(let number):
                guard appendNumber(number, to: out, nonFinite) else { return YOKE_WRITE_NOT_FINITE }
            case .string(let string): appendString(string, to: out, style)
            case .array(let array):
                if appendText(of: array.storage, to: out, style, depth: depth, depthLimit) { break }
                if depth >= depthLimit { return YOKE_WRITE_DEPTH }
                yoke_buffer_push(out, UInt8(ascii: "["))
                if depth > outer { around.append(open) }
                open = Open(array.storage.made)
                depth += 1
            case .object(let object):
                if appendText(of: object.storage, to: out, style, depth: depth, depthLimit) { break }
                if depth >= depthLimit { return YOKE_WRITE_DEPTH }
                yoke_buffer_push(out, UInt8(ascii: "{"))
                if depth > outer { around.append(open) }
                open = Open(object.storage.made, isSorted: style.sortsKeys)
                depth += 1
            }
            while depth > outer, open.position == open.count {
                depth -= 1
                if open.position > 0, style.indent > 0 { newline(out, depth, style) }
                yoke_buffer_push(out, open.isArray ? UInt8(ascii: "]") : UInt8(ascii: "}"))
                open = around.popLast() ?? Open()
            }
            guard depth > outer, !out.pointee.failed else { return YOKE_WRITE_OK }
            if open.position > 0 { yoke_buffer_push(out, UInt8(ascii: ",")) }
            if style.indent > 0 { newline(out, depth, style) }
            let position = open.order.isEmpty ? open.position : open.order[open.position]
            if let members = open.members {
                appendString(members[position].key, to: out, style)
                appendText(style.indent > 0 ? ": " : ":", to: out)
                value = valueAddress(of: members + position)
            } else {
                value = open.elements.unsafelyUnwrapped + position
            }
            open.position += 1
        }
    }

    /// Appends a value where a writer stands, in the writer's style.
    static func append(_ value: JSONValue, to writer: UnsafeMutablePointer<yoke_writer>) -> yoke_write_error {
        let style = writer.pointee.style
        let text = TextStyle(indent: Int(style.indent), sortsKeys: style.sorts_keys, escapesSlashes: style.escapes_slashes)
        return append(
            value, to: writer.pointee.out, style: text, depth: Int(writer.pointee.depth), depthLimit: Int(clamping: style.depth_limit),
            nonFinite: style.non_finite)
    }

    /// Appends a number. Returns false for NaN or an infinity without a text.
    private static func appendNumber(
        _ number: JSONNumber, to out: UnsafeMutablePointer<yoke_buffer>, _ nonFinite: UnsafePointer<yoke_non_finite>?
    ) -> Bool {
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

    /// The address of a member's value.
    @inline(__always)
    private static func valueAddress(of member: UnsafePointer<JSONObject.Element>) -> UnsafePointer<JSONValue> {
        let offset = MemoryLayout<JSONObject.Element>.offset(of: \.value).unsafelyUnwrapped
        return (UnsafeRawPointer(member) + offset).assumingMemoryBound(to: JSONValue.self)
    }

    /// Appends the text of a lazy container and returns true. Returns false if keys must be sorted, if the container may be too deep, or if
    /// it may hold NaN or infinities.
    private static func appendText(
        of container: Container, to out: UnsafeMutablePointer<yoke_buffer>, _ style: TextStyle, depth: Int, _ depthLimit: Int
    ) -> Bool {
        guard let lazy = container.lazy, !style.sortsKeys, !lazy.hasLiterals, lazy.levels <= depthLimit - depth else { return false }
        let text = lazy.text
        if style == .compact {
            yoke_buffer_append(out, text.baseAddress, text.count)
        } else {
            var layout = style.layout
            yoke_document_write(out, text.baseAddress, text.count, depth, &layout)
        }
        return true
    }

    /// Returns the text of a value.
    static func text(of value: JSONValue, style: TextStyle) -> String {
        var out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        _ = append(value, to: &out, style: style, nonFinite: NonFiniteTexts.words?.c)
        precondition(!out.failed, "no memory for the text of a JSON value")
        return makeValidString(UnsafeBufferPointer(start: out.bytes, count: out.count))
    }

    /// Returns positions sorted by the bytes of the keys. Equal keys keep their order. Empty if the keys are already sorted.
    private static func sortedOrder(_ storage: ObjectStorage) -> [Int] {
        let members = storage.members
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
