import TestSupport
import Testing
import Yoke

extension Lifetimes {
    /// Hooks and checks may give a value to a property without one, or take its value away. If a later hook refuses the instance, each
    /// value is destroyed once.
    @Suite struct CheckTests {
        /// A model with a property of type `Any`. Swift handles such a model only by its address, and storing nil in an Optional of this
        /// type leaves the old bytes in memory.
        private struct Place: JSONConvertible {
            var street: Tracked?
            var note: Any = Tracked("note")

            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("street", \.street)
                    $0.ignore(\.note, initial: Tracked("note"))
                }
            }
        }

        private struct Shop: JSONConvertible {
            var id: Int
            var place: Place?
            var owner: Tracked?
            var names: [Tracked] = []
            var other: Place?

            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("id", \.id, rules: [.range(0...)])
                    $0.flatten("place", \.place)
                    $0.add("owner", \.owner)
                    $0.add("names", \.names, literal: [])
                    $0.add("other", \.other)
                    $0.afterReading { shop in
                        shop.place = shop.place == nil ? Place(street: Tracked("made")) : nil
                        shop.owner = shop.owner == nil ? Tracked("made") : nil
                        shop.names = shop.names.isEmpty ? [Tracked("made")] : []
                        shop.other = shop.other == nil ? Place(street: Tracked("made")) : nil
                    }
                    $0.afterReading { if $0.id != 2 { throw Tracked.Refused() } }
                }
            }
        }

        private static let members = [#""street":"1""#, #""owner":"2""#, #""names":["3","4"]"#, #""other":{"street":"5"}"#]

        /// Objects with all selections of the members, and with an `id` that is accepted, refused by a hook, or refused by a check.
        private static let objects: [String] = (0..<16).flatMap { selection in
            [2, 1, -1].map { id in
                let selected = members.indices.filter { selection & 1 << $0 != 0 }.map { "," + members[$0] }
                return "{\"id\":\(id)\(selected.joined())}"
            }
        }

        @Test func refusedInstances() {
            var collecting = JSONReadOptions.strict
            collecting.collectsErrors = true
            for object in Self.objects {
                let isGood = object.contains("\"id\":2")
                for options in [.strict, .untrusted, .salvage, collecting] as [JSONReadOptions] {
                    for engine in JSONEngine.each {
                        var options = options
                        options.engine = engine
                        let isRead = Tracked.expectBalance("\(object)") { (try? Shop(json: object, options: options)) != nil }
                        #expect(isRead == isGood, "\(object)")
                        Tracked.expectBalance("\(object)") { _ = try? [Shop](json: "[\(object),\(object)]", options: options) }
                        Tracked.expectBalance("\(object)") { _ = try? chunked(Shop.self, Array(object.utf8), options, size: 1) }
                        Tracked.expectBalance("\(object)") { _ = try? Optional<Shop>(json: object, options: options) }
                    }
                }
            }
        }

        @Test func refusedUpdates() throws {
            for object in Self.objects {
                for old in Self.objects where old.contains("\"id\":2") {
                    try Tracked.expectBalance("\(object) over \(old)") { () throws in
                        var shop = try Shop(json: old)
                        _ = try? shop.update(json: object)
                        _ = try? shop.update(json: object, policy: .mergePatch)
                        var shops = [shop, shop]
                        _ = try? shops.update(json: "[\(object)]")
                        var reader = try JSONReader<Shop>()
                        _ = try? reader.read(into: &shop, from: Array(object.utf8))
                    }
                }
            }
        }

        @Test func refusedWhileTheyGrow() throws {
            for object in Self.objects {
                try Tracked.expectBalance("\(object)") { () throws in
                    var growing = try JSONGrowing<[Shop]>()
                    for byte in "[\(object),\(object)]".utf8 { _ = try? growing.append([byte]) }
                }
            }
        }

        private struct Holding: Error { let tracked = Tracked("error") }

        private struct Refusing: JSONConvertible {
            var n: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("n", \.n)
                    $0.afterReading { _ in throw Holding() }
                }
            }
        }

        @Test func collectedErrorsOfACutText() {
            var options = JSONReadOptions.strict
            options.collectsErrors = true
            for text in [#"[{"n":1},{"n":2},"#, #"[{"n":1},{"n":2}]"#] {
                Tracked.expectBalance("\(text)") { _ = try? [Refusing](json: text, options: options) }
            }
        }

        /// A store that keeps the lazy values of a call whose context has the store.
        private final class Store: @unchecked Sendable {
            let tracked = Tracked("store")
            var kept: [JSONLazy<[Int]>] = []
        }

        private struct Page: JSONConvertible {
            var numbers: JSONLazy<[Int]>
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("numbers", \.numbers)
                    $0.afterReadingInContext { page, context in try context[Store.self].kept.append(page.numbers) }
                }
            }
        }

        @Test("A lazy value that was read does not keep the context of its call")
        func contextOfALazyValue() throws {
            try Tracked.expectBalance { () throws in
                var options = JSONReadOptions.strict
                options.context = JSONContext(Store())
                let page = try Page(json: #"{"numbers":[1,2]}"#, options: options)
                #expect(try page.numbers.value() == [1, 2])
                #expect(try page.jsonString() == #"{"numbers":[1,2]}"#)
            }
        }
    }
}
