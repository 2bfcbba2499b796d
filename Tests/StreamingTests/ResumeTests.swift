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
