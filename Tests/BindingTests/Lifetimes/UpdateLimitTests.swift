import TestSupport
import Testing
import Yoke

extension Lifetimes {
    /// Updates that end with an error, at a limit or at a second value. The old value stays, and no part leaks or is destroyed twice.
    @Suite struct UpdateLimitTests {
        private struct Part: JSONConvertible, Equatable {
            var name = "the name of a part, on the heap"
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name, default: "absent") } }
        }

        private final class Box: JSONConvertible, Equatable, Sendable {
            let part: Part
            let token: Tracked
            init(_ part: Part) { (self.part, token) = (part, Tracked("token")) }
            static func == (a: Box, b: Box) -> Bool { a.part == b.part }
            static var jsonMapping: JSONMapping {
                JSONMapping(Box.self, via: Part.self, decode: { Box($0) }, encode: { $0.part })
            }
        }

        private struct Whole: JSONConvertible, Equatable {
            var number = 1
            var part = Part()
            var names = ["key": "a value of a dictionary, on the heap"]
            var boxes = ["key": Box(Part())]
            var box: Box? = Box(Part())
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("number", \.number, default: 0)
                    $0.add("part", \.part)
                    $0.add("names", \.names, default: [:])
                    $0.add("boxes", \.boxes, default: [:])
                    $0.add("box", \.box)
                }
            }
        }

        @Test(arguments: JSONEngine.each)
        func atTheDepthLimit(engine: JSONEngine) throws {
            let texts = [
                #"{"number":2,"part":{"name":"x"}}"#, #"{"number":2,"names":{"key":null}}"#, #"{"number":2,"box":{"name":"x"}}"#,
                #"{"number":2,"boxes":{"key":{"name":"x"}}}"#, #"{"number":2,"boxes":{"key":{}},"box":{}}"#, #"{"number":2,"box":[[]]}"#,
            ]
            var options = JSONReadOptions.strict
            options.engine = engine
            Tracked.expectBalance {
                var whole = Whole()
                let before = whole
                for text in texts {
                    for policy in [
                        JSONUpdatePolicy.standard, .mergePatch, JSONUpdatePolicy(nulls: .keep), JSONUpdatePolicy(models: .replace),
                    ] {
                        for depth in 0...2 {
                            options.limits.depth = depth
                            do throws(JSONError) {
                                try whole.update(json: text, policy: policy, options: options)
                                #expect(whole.number == 2)
                                whole = before
                            } catch {
                                #expect([.depthExceeded, .typeMismatch].contains(error.kind), "\(text): \(error)")
                                #expect(whole == before)
                            }
                        }
                    }
                }
            }
        }

        /// An update accepts only one value, and the text has two. The first value is not stored yet when the second one is refused.
        @Test(arguments: JSONEngine.each)
        func byOneValue(engine: JSONEngine) throws {
            var options = JSONReadOptions.strict
            options.engine = engine
            options.allowsSeveralValues = true
            for collects in [false, true] {
                options.collectsErrors = collects
                for text in [#"{"number":3} {"number":4}"#, #"null {"number":3}"#, #""12" {"number":3}"#, #"{"number":"q"} {"number":3}"#] {
                    for policy in [JSONUpdatePolicy.standard, .mergePatch] {
                        for _ in 0..<20 {
                            var whole = Whole()
                            #expect(throws: JSONError.self) { try whole.update(json: text, policy: policy, options: options) }
                            #expect(whole == Whole(), "\(text)")
                        }
                    }
                }
                var whole = Whole()
                #expect(try whole.update(json: #" {"number":3} "#, options: options).names == ["number"])
            }
        }
    }
}
