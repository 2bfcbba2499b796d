import CYoke

@testable import Yoke

/// A tape (the buffer from which dynamic values are made) that a test fills event by event and then turns into a value.
final class Tape {
    private var tape = yoke_tape_make(yoke_libc())
    deinit { yoke_tape_free(&tape) }

    /// The value on the tape. All its containers must have ended.
    private(set) lazy var value: JSONValue = {
        precondition(yoke_tape_finish(&tape))
        guard tape.count > 0, tape.nodes.pointee.length > YOKE_MAX_MADE_LENGTH else { return DocumentBuilder.makeValue(from: tape) }
        var document = yoke_document()
        precondition(yoke_document_take(&document, &tape))
        return DocumentBuilder.makeValue(from: document)
    }()

    func null() { _ = yoke_tape_scalar(&tape, YOKE_TAPE_NULL) }
    func bool(_ value: Bool) { _ = yoke_tape_scalar(&tape, value ? YOKE_TAPE_TRUE : YOKE_TAPE_FALSE) }
    func number(_ text: String) { put(text, YOKE_TAPE_NUMBER) }
    func string(_ text: String) { put(text, YOKE_TAPE_STRING) }
    func key(_ text: String) { put(text, YOKE_TAPE_KEY) }
    func beginArray() { _ = yoke_tape_begin(&tape, YOKE_TAPE_ARRAY) }
    func beginObject() { _ = yoke_tape_begin(&tape, YOKE_TAPE_OBJECT) }
    func end() {
        var whole = false
        _ = yoke_tape_end(&tape, &whole)
    }

    private func put(_ text: String, _ kind: yoke_tape_kind) {
        var text = text
        text.withUTF8 { _ = yoke_tape_text(&tape, kind, $0.baseAddress, $0.count) }
    }

    /// Appends a value. Recurses, so the value must not have many levels.
    func append(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(let value): number(value.text)
        case .string(let value): string(value)
        case .array(let elements):
            beginArray()
            for element in elements { append(element) }
            end()
        case .object(let members):
            beginObject()
            for member in members {
                key(member.key)
                append(member.value)
            }
            end()
        }
    }

    /// Returns `depth` levels of arrays and objects in turn, with a null inside.
    static func nested(_ depth: Int) -> JSONValue {
        let tape = Tape()
        for level in 0..<depth {
            if level % 2 == 0 {
                tape.beginArray()
            } else {
                tape.beginObject()
                tape.key("k")
            }
        }
        tape.null()
        for _ in 0..<depth { tape.end() }
        return tape.value
    }
}
