internal import CYoke

/// Writes values as JSON text, with its own stack instead of recursion.
enum DocumentWriter {
    /// A container whose opening bracket is written.
    private struct Open {
        let elements: Elements
        /// The positions in the order of writing; empty for the natural order.
        let order: [Int]
        var position = 0
    }

    /// Appends a value.
    ///
    /// - Parameters:
    ///   - depth: number of open containers around the value. Indentation begins at this level.
    ///   - depthLimit: the most containers that may be open at one time.
    /// - Returns: false if the value is nested deeper than the limit. Then the text is incomplete. If memory runs out, the buffer's
    ///   `failed` is true.
    static func append(
        _ value: JSONValue, to out: UnsafeMutablePointer<yoke_buffer>, style: TextStyle, depth: Int = 0,
        depthLimit: Int = .max
    ) -> Bool {
        var open: [Open] = []
        var value = value
        while true {
            switch value {
            case _ where appendText(of: value, to: out, style, depth: depth + open.count, depthLimit): break
            case .null: appendText("null", to: out)
            case .bool(let value): appendText(value ? "true" : "false", to: out)
            case .number(let number): borrow(number.text) { yoke_buffer_append(out, $0.baseAddress, $0.count) }
            case .string(let string): appendString(string, to: out, style)
            case .array(let array):
                if depth + open.count >= depthLimit { return false }
                yoke_buffer_push(out, UInt8(ascii: "["))
                open.append(Open(elements: Elements(array), order: []))
            case .object(let object):
                if depth + open.count >= depthLimit { return false }
                yoke_buffer_push(out, UInt8(ascii: "{"))
                let elements = Elements(object)
                open.append(Open(elements: elements, order: style.sortsKeys ? sortedOrder(elements) : []))
            }
            while let last = open.indices.last, open[last].position == open[last].elements.count {
                let container = open.removeLast()
                if container.position > 0, style.indent > 0 { newline(out, depth + open.count, style) }
                if case .array = container.elements {
                    yoke_buffer_push(out, UInt8(ascii: "]"))
                } else {
                    yoke_buffer_push(out, UInt8(ascii: "}"))
                }
            }
            guard let last = open.indices.last, !out.pointee.failed else { return true }
            if open[last].position > 0 { yoke_buffer_push(out, UInt8(ascii: ",")) }
            if style.indent > 0 { newline(out, depth + open.count, style) }
            let position = open[last].order.isEmpty ? open[last].position : open[last].order[open[last].position]
            if let key = open[last].elements.key(position) {
                appendString(key, to: out, style)
                appendText(style.indent > 0 ? ": " : ":", to: out)
            }
            value = open[last].elements[position]
            open[last].position += 1
        }
    }

    /// Appends the text of a lazy container and returns true. Returns false if keys must be sorted, or if the container may be too deep.
    private static func appendText(
        of value: JSONValue, to out: UnsafeMutablePointer<yoke_buffer>, _ style: TextStyle, depth: Int, _ depthLimit: Int
    ) -> Bool {
        guard let lazy = value.container?.lazy, !style.sortsKeys, lazy.document.levels <= depthLimit - depth else { return false }
        let text = lazy.text
        if style == .compact {
            yoke_buffer_append(out, text.baseAddress, text.count)
        } else {
            yoke_document_write(out, text.baseAddress, text.count, depth, UInt32(style.indent), style.escapesSlashes)
        }
        return true
    }

    /// Returns the text of a value.
    static func text(of value: JSONValue, style: TextStyle) -> String {
        var out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        _ = append(value, to: &out, style: style)
        precondition(!out.failed, "no memory for the text of a JSON value")
        return makeValidString(UnsafeBufferPointer(start: out.bytes, count: out.count))
    }

    /// Returns positions sorted by the bytes of the keys. Equal keys keep their order. Empty if the keys are already sorted.
    private static func sortedOrder(_ elements: Elements) -> [Int] {
        guard case .object(let storage) = elements else { return [] }
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
        yoke_out_newline(out, depth, UInt32(style.indent))
    }
}
