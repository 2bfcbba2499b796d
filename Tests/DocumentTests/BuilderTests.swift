import CYoke
import Testing

@testable import Yoke

@Suite struct BuilderTests {
    @Test func scalarsAndEmptyContainers() {
        for value in [.null, true, false, 0, -1.5, "", "x", [], [:]] as [JSONValue] {
            let tape = Tape()
            tape.append(value)
            #expect(tape.value == value)
        }
    }

    @Test func randomValuesComeBack() {
        for seed in 0..<300 as Range<UInt64> {
            var samples = Samples(seed: seed)
            let value = samples.value()
            let tape = Tape()
            tape.append(value)
            // The texts are compared, too, because `==` ignores the order of members and the spelling of numbers.
            #expect(tape.value.description == value.description, "seed \(seed)")
            #expect(tape.value == value, "seed \(seed)")
        }
    }

    @Test func stringsOfEveryLength() {
        for tail in ["", "\u{e9}"] {
            for length in 0...70 {
                let text = String(repeating: "k", count: length) + tail
                let tape = Tape()
                tape.append([[text: .string(text)], [text: nil]])
                #expect(tape.value[0]?[text]?.string == text)
                #expect(tape.value[1]?.object?.first?.key == text)
            }
        }
    }

    @Test func longKeysThatFallIntoOneCachePlace() {
        let keys = (0..<300).map { "the same length and ends \(1000 + $0) the same end" }
        let tape = Tape()
        tape.append(.array(JSONArray((0..<3).map { _ in .object(JSONObject(keys.map { (key: $0, value: .null) })) })))
        for element in tape.value.array! { #expect(Array(element.object!.keys) == keys) }
    }

    /// The tape has a node for each container. If there is no memory for the node, the opening bracket is not written, because later calls
    /// expect a node for each bracket.
    @Test func bracketsWithoutMemory() {
        var allocator = yoke_allocator(
            context: nil,
            resize: { _, old, oldSize, newSize in
                oldSize > 0 && newSize > 0 ? nil : yoke_libc().pointee.resize(nil, old, oldSize, newSize)
            })
        withUnsafePointer(to: &allocator) { allocator in
            let text = [UInt8](repeating: 0x31, count: 300)
            var begun = 0
            for length in 1...300 {
                var tape = yoke_tape_make(allocator)
                defer { yoke_tape_free(&tape) }
                _ = yoke_tape_begin(&tape, YOKE_TAPE_ARRAY) && yoke_tape_text(&tape, YOKE_TAPE_NUMBER, text, length)
                let isBegun = yoke_tape_begin(&tape, YOKE_TAPE_OBJECT)
                #expect(isBegun != tape.failed && isBegun != tape.text.failed, "\(length)")
                begun += isBegun ? 1 : 0
            }
            #expect(begun == 253)
        }
    }
}
