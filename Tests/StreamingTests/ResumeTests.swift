import Foundation
import TestSupport
import Testing
import Yoke

/// `JSONProgress.resumeOffset`: a second stream from this offset delivers what the first stream has not delivered.
@Suite struct ResumeTests {
    private static let lines = [
        "{\"id\":1}\n", "\n", "{\"id\":\"é\"}\r\n", "x\n", "{\"id\":2,\"name\":\"é\"}\n", "{\"id\":3}\n", "  \n", "{\"id\":4}",
    ]
    private static let texts = ["\u{1E}{\"id\":1}\n", "\u{1E}\u{1E}x\n", "\u{1E}{\"id\":2}\n\n", "\u{1E}{\"id\":", "\u{1E}{\"id\":3}\n"]

    private func chunks(_ text: some Sequence<UInt8>, _ size: Int) -> [ArraySlice<UInt8>] {
        let text = Array(text)
        return stride(from: 0, to: text.count, by: size).map { text[$0..<min($0 + size, text.count)] }
    }

    @Test(arguments: JSONEngine.each, [(JSONStreamFormat.lines, lines), (.sequence, texts)])
    func aSecondStreamDeliversTheRest(_ engine: JSONEngine, _ form: (format: JSONStreamFormat, records: [String])) throws {
        var options = JSONReadOptions.strict
        options.engine = engine
        let text = Array(form.records.joined().utf8)
        for size in [1, 2, 7, text.count] {
            for overwrites in [false, true] {
                let all = elements(chunks(text, size), form.format, options)
                var stream = try JSONStream<Item>(chunks: chunks(text, size), format: form.format, options: options)
                var delivered = 0, value = Item(id: 0)
                repeat {
                    let offset = try #require(stream.progress.resumeOffset)
                    #expect(elements(chunks(text[Int(offset)...], size), form.format, options) == Array(all[delivered...]))
                    do {
                        if overwrites {
                            if try !stream.next(into: &value) { break }
                        } else if try stream.next() == nil {
                            break
                        }
                        delivered += 1
                    } catch {}
                } while true
                #expect(delivered == all.count && stream.progress.resumeOffset == Int64(text.count))
            }
        }
    }

    @Test func aLineWithSeveralElementsIsCompleteAfterItsLastElement() throws {
        let text = "[{\"id\":1},{\"id\":2}]\n[]\n[{\"id\":3}]\n"
        var stream = try JSONStream<Item>(chunks: [text.utf8], at: "$[*]", format: .lines), offsets: [Int64?] = []
        repeat { offsets.append(stream.progress.resumeOffset) } while try stream.next() != nil
        #expect(offsets == [0, 0, 23, 34])
    }

    /// A record that is cut by a lost file or by the limit of the text is not delivered, so the offset stays before it.
    @Test func aCutRecordIsReadAgain() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("1\n2\n345".utf8))
        var stream = try JSONStream<Int>(descriptor: pipe.fileHandleForReading.fileDescriptor, format: .lines)
        #expect(try stream.next() == 1)
        try pipe.fileHandleForReading.close()
        #expect(try stream.next() == 2)
        #expect(throws: JSONError.self) { try stream.next() }
        #expect(stream.progress.resumeOffset == 4)
        var options = JSONReadOptions.strict
        options.limits.totalBytes = 5
        for size in [1, 2, 11] {
            #expect(try last(chunks("1\n2\n345\n6\n7\n".utf8, size), .lines, options) == 4)
            #expect(try last(chunks("\u{1E}1\n\u{1E}23".utf8, size), .sequence, .strict) == 3)
        }
    }

    @Test func collectedErrorsCount() throws {
        var options = JSONReadOptions.strict
        options.collectsErrors = true
        var stream = try JSONStream<Int>(chunks: ["1\n\"a\"\n\"b\"\n2\n".utf8], format: .lines, options: options)
        var offsets: [Int64?] = []
        for _ in 0..<4 {
            _ = try? stream.next()
            offsets.append(stream.progress.resumeOffset)
        }
        #expect(offsets == [2, 6, 10, 12])
    }

    /// Returns the offset after a stream has ended.
    private func last(_ chunks: [ArraySlice<UInt8>], _ format: JSONStreamFormat, _ options: JSONReadOptions) throws -> Int64? {
        var stream = try JSONStream<Int>(chunks: chunks, format: format, options: options)
        for _ in 0..<10 { _ = try? stream.next() }
        return stream.progress.resumeOffset
    }

    @Test func otherFormatsHaveNoRecords() throws {
        for (format, text) in [(JSONStreamFormat.document, "[{\"id\":1}]"), (.values, "{\"id\":1}"), (.commaSeparated, "{\"id\":1}")] {
            var stream = try JSONStream<Item>(chunks: [text.utf8], format: format)
            #expect(try stream.next() == Item(id: 1))
            #expect(stream.progress.resumeOffset == nil)
        }
    }

    private func elements(_ chunks: [ArraySlice<UInt8>], _ format: JSONStreamFormat, _ options: JSONReadOptions) -> [Item] {
        Run<Item>(chunks: chunks, format, options).elements
    }
}
