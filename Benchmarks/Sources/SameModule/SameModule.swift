import Harness
import Yoke

/// Models that are declared in the module that reads and writes them (links to those of CorpusModels, which the other contenders
/// read from outside): what a module's border costs.
public enum SameModule {
    public static let name = "yoke-same-module"

    /// Reading a corpus, once it has come to the expected text; nil for corpora without a model here.
    public static func reading(_ corpus: String, _ text: [UInt8], as written: [UInt8]) throws -> (any Trial)? {
        switch corpus {
        case "twitter": try reading(Twitter.SearchResult.self, text, as: written)
        case "citm": try reading(Citm.Catalog.self, text, as: written)
        default: nil
        }
    }

    /// Writing it.
    public static func writing(_ corpus: String, _ text: [UInt8], as written: [UInt8]) throws -> (any Trial)? {
        switch corpus {
        case "twitter": try writing(Twitter.SearchResult.self, text, as: written)
        case "citm": try writing(Citm.Catalog.self, text, as: written)
        default: nil
        }
    }

    private static func reading<Value: JSONConvertible>(_ type: Value.Type, _ text: [UInt8], as written: [UInt8]) throws -> any Trial {
        let kept = try Kept<Value>()
        let reading = Making { try kept.reader.read(text) }
        try check(reading.outcome(), written)
        return reading
    }

    private static func writing<Value: JSONConvertible>(_ type: Value.Type, _ text: [UInt8], as written: [UInt8]) throws -> any Trial {
        let value = try Value(json: text)
        let writing = Making { try value.jsonBytes() }
        try check(Value(json: writing.outcome()), written)
        return writing
    }

    /// With sorted keys: dictionaries have an order of their own each time.
    private static func check<Value: JSONConvertible>(_ value: Value, _ written: [UInt8]) throws {
        let sorted = JSONWriteOptions(sortsKeys: true)
        if try value.jsonBytes(sorted) != Value(json: written).jsonBytes(sorted) { throw Difference() }
    }

    /// A model here is another one than there.
    struct Difference: Error {}

    private final class Kept<Value: JSONReadable> {
        var reader: JSONReader<Value>
        init() throws { reader = try JSONReader() }
    }
}
