import TestSupport
import Testing
import Yoke

// After any error at any position, each value that was made is destroyed once, and immediately.

extension Lifetimes {
    @Suite struct ErrorTests {
        /// Returns copies of `Everything.text`. In each copy one string (a key or a value) is replaced.
        private static func replacingEachString(by other: [UInt8]) -> [[UInt8]] {
            let text = Array(Everything.text.utf8)
            let quotes = text.indices.filter { text[$0] == 0x22 }
            return stride(from: 0, to: quotes.count, by: 2).map { i in
                Array(text[..<quotes[i]]) + other + Array(text[(quotes[i + 1] + 1)...])
            }
        }

        /// The texts that replace a string of `Everything.text`, each in a copy of its own.
        private static let injections: [(name: String, text: [UInt8])] = [
            ("wrong kind", Array("true".utf8)), ("number", Array("1e5".utf8)), ("array", Array("[[]]".utf8)),
            ("object", Array(#"{"z":["y"]}"#.utf8)), ("bad UTF-8", [0x22, 0x31, 0xFF, 0x22]), ("refused", Array(#""throw""#.utf8)),
            ("no value", []), ("syntax", Array("tru".utf8)), ("surrogate", Array(#""\uD800""#.utf8)), ("null", Array("null".utf8)),
            ("negative", Array(#""n":-1,"n""#.utf8)), ("repeated", Array(#""z":0,"z""#.utf8)),
        ]

        private func read(_ text: [UInt8], chunk: Int?, _ options: JSONReadOptions = .strict) -> Bool {
            if let chunk { return (try? chunked(Everything.self, text, options, size: chunk)) != nil }
            return (try? Everything(json: text, options: options)) != nil
        }

        @Test func allIsWell() throws {
            try Tracked.expectBalance { () throws in
                let before = Tracked.alive
                let value = try Everything(json: Everything.text)
                #expect(value.b?.text == "20" && value.inner?.x.text == "22" && value.list.map(\.text) == ["23"])
                #expect(value.map["k"]??.text == "8" && value.fallback.text == "19" && value.hidden.text == "hidden")
                #expect(value.holders[0].more[0].text == "13" && value.holder?.more[0].text == "default of more")
                #expect(Tracked.alive - before == 17)
            }
        }

        @Test func errorsAtEveryString() {
            for (name, injected) in Self.injections {
                var failures = 0
                for text in Self.replacingEachString(by: injected) {
                    for duplicates in [.last, .first, .reject] as [JSONReadOptions.DuplicateKeys] {
                        for chunk in [nil, 1] as [Int?] {
                            let isRead = Tracked.expectBalance("\(name) in \(String(decoding: text, as: UTF8.self))") {
                                read(text, chunk: chunk, .duplicates(duplicates))
                            }
                            failures += isRead ? 0 : 1
                        }
                    }
                }
                #expect(failures > 40, "\(name)")
            }
        }

        /// A model that is read from an array. After an error, its fields must be destroyed, too.
        private struct Row: JSONConvertible {
            var first: Tracked
            var second: [Tracked]
            var third: Tracked?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self, unknownKeys: .reject, layout: .array) {
                    $0.add("first", \.first)
                    $0.add("second", \.second)
                    $0.add("third", \.third, default: Tracked("3"))
                }
            }
        }

        @Test func modelsInArraysLeakNothing() {
            let good = Array(#"[["a",["b"]],["a",[],"c"]]"#.utf8)
            let bad = [#"["a"]"#, #"["a",["b","throw"]]"#, #"["a",["b"],1]"#, #"["a",[],null,2]"#, #"["a",{}]"#].map {
                Array("[[\"x\",[\"y\"]],\($0)]".utf8)
            }
            for text in [good] + bad + good.indices.map({ Array(good[..<$0]) }) {
                for chunk in [1, text.count + 1] {
                    let isRead = Tracked.expectBalance { (try? chunked([Row].self, text, .strict, size: chunk)) != nil }
                    #expect(isRead == (text == good))
                }
            }
        }

        @Test func truncationAtEveryByte() {
            let text = Array(Everything.text.utf8)
            for end in text.indices {
                for chunk in [nil, 1] as [Int?] {
                    let isRead = Tracked.expectBalance("cut at \(end)") { read(Array(text[..<end]), chunk: chunk) }
                    #expect(!isRead)
                }
            }
        }

        @Test func partialValuesAtEveryByte() {
            var options = JSONReadOptions.strict
            options.allowsPartialValue = true
            let text = Array(Everything.text.utf8)
            for end in text.indices {
                for chunk in [nil, 1] as [Int?] {
                    Tracked.expectBalance("cut at \(end)") { _ = read(Array(text[..<end]), chunk: chunk, options) }
                }
            }
            let list = Array(#"{"p":["a","b"],"q":["c","d"]}"#.utf8)
            for end in 1..<list.count {
                Tracked.expectBalance {
                    let value = try? [String: [Tracked]](json: list[..<end], options: options)
                    #expect(value != nil, "cut at \(end)")
                }
            }
        }

        @Test func storageThatIsRefused() {
            for n in 0..<4 {
                let holders = (0..<4).map { #"{"tracked":"\#($0)","more":["x","y"],"n":\#($0 == n ? -1 : 1)}"# }
                let array = "[" + holders.joined(separator: ",") + "]"
                Tracked.expectBalance { expect(.refused, "$[\(n)]", reading: [Holder].self, array) }
                let object = "{" + (0..<4).map { "\"k\($0)\":\(holders[$0])" }.joined(separator: ",") + "}"
                Tracked.expectBalance { expect(.refused, "$.k\(n)", reading: [String: Holder?].self, object) }
            }
        }

        @Test func missingKeys() {
            Tracked.expectBalance {
                expect(.missingKeys, "$.inner", reading: Everything.self, #"{"a":"a","fallback":"f","inner":{"y":"y"}}"#)
                expect(.missingKeys, "$", reading: Everything.self, #"{"a":"a","inner":{"y":"y","x":"x"}}"#)
                expect(.missingKeys, "$[1]", reading: [Holder].self, #"[{"tracked":"a"},{"more":["b"]}]"#)
            }
        }

        @Test func anExceededLimitLeaksNothing() {
            var options = JSONReadOptions.strict
            for members in 0..<12 {
                options.limits.members = members
                for chunk in [nil, 1] as [Int?] {
                    Tracked.expectBalance { _ = read(Array(Everything.text.utf8), chunk: chunk, options) }
                }
            }
            options = .strict
            for total in stride(from: 0, to: Everything.text.utf8.count, by: 3) {
                options.limits.totalBytes = total
                Tracked.expectBalance { #expect(!read(Array(Everything.text.utf8), chunk: nil, options)) }
            }
        }
    }
}
