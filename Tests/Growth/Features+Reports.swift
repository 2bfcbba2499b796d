import Yoke

extension Feature {
    /// Makes the feature "read a value with a report", once for each engine. Each run also checks the number of the report's entries.
    static func report<Value: JSONReadable>(
        _ name: String, _ type: Value.Type, size: Int, options: JSONReadOptions = .salvage, _ text: @escaping (Int) -> String
    ) -> [Feature] {
        engines.map { engine in
            Feature(name: "report: \(name), \(engine)", size: size) { size in
                let text = text(size)
                var options = options
                options.engine = engine
                return { [options] in
                    var report = JSONReport()
                    _ = try Value(json: text, options: options, report: &report)
                    try expect(report.total >= size, "\(report.total) entries")
                }
            }
        }
    }

    /// Makes the feature "read a text with at least `size` errors, and collect the errors", once for each engine.
    static func errors<Value: JSONReadable>(_ name: String, _ type: Value.Type, size: Int, _ text: @escaping (Int) -> String) -> [Feature] {
        engines.map { engine in
            Feature(name: "errors: \(name), \(engine)", size: size) { size in
                let text = text(size)
                var options = tolerant
                options.engine = engine
                return { [options] in
                    do throws(JSONError) { _ = try Value(json: text, options: options) } catch {
                        return try expect(error.all.count >= size, "\(error.all.count) errors")
                    }
                    try expect(false)
                }
            }
        }
    }

    static var reports: [Feature] {
        [
            report("conversions", [Int].self, size: 300) { size in Text.array(size) { "\n\"\($0)\"" } },
            report("dropped elements", [Int].self, size: 300) { size in Text.array(size) { _ in "\ntrue" } },
            report("dropped members", [String: Int].self, size: 300) { size in Text.object(size) { "\n\"k\($0)\":[]" } },
            report("unknown keys", Item.self, size: 300) { size in Text.object(size) { "\n\"k\($0)\":1" } },
            report("repeated keys", Item.self, size: 300) { size in Text.object(size + 1) { "\n\"id\":\($0)" } },
            report("repeated entries", [String: Int].self, size: 300) { size in Text.object(size + 1) { _ in "\n\"k\":1" } },
            report("defaults", [Item].self, size: 300) { size in Text.array(size) { _ in "\n{\"id\":null}" } },
            errors("elements", [Int].self, size: 150) { size in Text.array(size) { _ in "\n\"x\"" } },
            errors("members", [Item].self, size: 150) { size in Text.array(size) { _ in "\n{\"id\":\"x\"}" } },
            errors("entries", [String: Int].self, size: 300) { size in Text.object(size) { "\n\"k\($0)\":[]" } },
            errors("below hooks", [Hooked].self, size: 40) { size in Text.array(size) { _ in "\n{\"id\":\"x\"}" } },
            errors("below one hook", Batch.self, size: 100) { size in
                "{\"items\":" + Text.array(size) { _ in "\n{\"id\":\"x\"}" } + "}"
            },
            errors("below a hook that renames keys", Batch.self, size: 100) { size in
                Text.object(size) { "\n\"a\($0)\":1" }.dropLast() + ",\"items\":" + Text.array(size) { _ in "\n{\"id\":\"x\"}" } + "}"
            },
        ].flatMap { $0 }
    }
}
