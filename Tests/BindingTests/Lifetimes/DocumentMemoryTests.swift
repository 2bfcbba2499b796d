import CYoke
import Testing

@testable import Yoke

/// Tests how much of a document's memory a piece of the document keeps alive.
@Suite struct DocumentMemoryTests {
    private static let long = String(repeating: "x", count: 2000)
    /// A document of two large halves, many small containers, and scalars.
    private static let text = """
        {"large":[["\(long)",1],["\(long)",2]],"parts":[\(Array(repeating: #"{"id":7,"s":"\#(long.prefix(400))"}"#, count: 30)
            .joined(separator: ","))],"short":{"a":[1,{"b":"c"}]},"number":12}
        """

    private func document(_ value: JSONValue?) -> DocumentText? { value?.container?.lazy?.document }

    @Test func aDroppedDocumentIsFreed() throws {
        weak var whole: DocumentText?
        do {
            let value = try JSONValue(json: Self.text)
            whole = document(value)
            #expect(whole != nil)
            #expect(value["large"]?[0]?[1]?.int == 1)
        }
        #expect(whole == nil)
    }

    /// A tape is the buffer in which a document is built. After a document has taken the tape's memory, the tape reserves room for about as
    /// many containers as the document had, up to a limit.
    @Test(arguments: [(6_000, 8_192), (200_000, 16_384)]) func theNextOneIsGivenLittleMore(containers: Int, room: Int) {
        var tape = yoke_tape_make(yoke_libc()), whole = false
        defer { yoke_tape_free(&tape) }
        func put(_ count: Int) {
            _ = yoke_tape_begin(&tape, YOKE_TAPE_ARRAY)
            for _ in 0..<count { _ = yoke_tape_begin(&tape, YOKE_TAPE_ARRAY) && yoke_tape_end(&tape, &whole) }
            _ = yoke_tape_end(&tape, &whole)
            #expect(whole && yoke_tape_finish(&tape))
        }
        put(containers)
        var document = yoke_document()
        #expect(yoke_document_take(&document, &tape))
        yoke_document_free(&document)
        #expect(tape.nodes == nil)
        yoke_tape_clear(&tape)
        put(1)
        #expect(tape.capacity == room)
    }

    @Test func smallPiecesKeepNothingOfIt() throws {
        weak var whole: DocumentText?
        var short: JSONValue?, number: JSONValue?, part: JSONValue?
        do {
            let value = try JSONValue(json: Self.text)
            whole = document(value)
            short = value["short"]
            number = value["number"]
            part = value["parts"]?[3]
            #expect(document(short) == nil && short?["a"]?.container?.lazy == nil)
        }
        #expect(whole == nil)
        #expect(short?.description == #"{"a":[1,{"b":"c"}]}"# && number?.int == 12)
        // `part` is smaller than an eighth of the document, so it has its own copy of its text.
        let own = try #require(document(part))
        #expect(own.root.bytes.count == part?.description.utf8.count)
        #expect(part?["id"]?.int == 7 && part?["s"]?.string?.count == 400)
    }

    @Test func largePiecesKeepIt() throws {
        weak var whole: DocumentText?
        var large: JSONValue?
        do {
            let value = try JSONValue(json: Self.text)
            whole = document(value)
            large = value["large"]
            #expect(document(large) === whole)
        }
        #expect(whole != nil)
        #expect(large?[1]?[1]?.int == 2)
        // After a change, `large` holds its elements and no longer a part of the document's text.
        large?.array?.append(3)
        #expect(large?.container?.lazy == nil)
        large = large?[2]
        #expect(whole == nil && large?.int == 3)
    }

    @Test func whatWasMadeIsReleased() throws {
        weak var made: Container?
        weak var inner: Container?
        do {
            let value = try JSONValue(json: Self.text)
            inner = value["large"]?[0]?.container
            if case .object(let object) = value { made = object.storage.made }
            #expect(made != nil && inner != nil && made !== value.container)
        }
        #expect(made == nil && inner == nil)
    }
}
