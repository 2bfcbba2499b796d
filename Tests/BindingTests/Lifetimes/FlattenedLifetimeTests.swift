import TestSupport
import Testing
import Yoke

extension Lifetimes {
    /// A flattened Optional that turns out to be nil after some of its members were bound.
    @Suite struct FlattenedLifetimeTests {
        private struct Part: JSONConvertible {
            var id: Tracked
            var own: Tracked?
            var rest: JSONObject = [:]
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("id", \.id)
                    $0.add("own", \.own)
                    $0.extras("rest", \.rest)
                }
            }
        }

        private struct Whole: JSONConvertible {
            var id: Tracked
            var part: Part?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("id", \.id)
                    $0.flatten("part", \.part)
                }
            }
        }

        /// Both structs have the key `id`. So a text with this key does not show if `part` has a value.
        @Test(arguments: [
            #"{"id":"a"}"#, #"{"id":"a","more":1}"#, #"{"id":"a","own":"b"}"#, #"{"id":"a","own":"throw"}"#, #"{"id":"a","id":"b"}"#,
        ])
        func sharedMembersAreFreed(text: String) {
            for engine in JSONEngine.each {
                var options = JSONReadOptions()
                options.engine = engine
                Tracked.expectBalance {
                    let whole = try? Whole(json: text, options: options)
                    #expect((whole?.part != nil) == text.contains(#""own":"b""#))
                    _ = try? [Whole](json: "[\(text),\(text)]", options: options)
                }
            }
        }
    }
}
