import Harness
import Yoke

/// Measures the cost of a module boundary. The models here are declared in the module that reads and writes them. Their files are symbolic
/// links to the files of CorpusModels: the other contenders use the same models from that module.
public enum SameModule {
    public static let name = "yoke-same-module"

    /// Returns a trial that reads the corpus `text`; nil if this module has no model of the corpus. First checks that `text` and the text
    /// `written` (from the model of CorpusModels) have equal values.
    public static func reading(_ corpus: String, _ text: [UInt8], as written: [UInt8]) throws -> (any Trial)? {
        switch corpus {
        case "twitter": try reading(Twitter.SearchResult.self, text, as: written)
        case "citm": try reading(Citm.Catalog.self, text, as: written)
        default: nil
        }
    }

    /// Returns a trial that writes the value of a corpus; nil if this module has no model of the corpus. First checks that the trial's text
    /// and the text `written` (from the model of CorpusModels) have equal values.
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

    /// Throws if `value` differs from the value of the text `written`. Compares texts with sorted keys, because two equal dictionaries can
    /// have different orders.
    private static func check<Value: JSONConvertible>(_ value: Value, _ written: [UInt8]) throws {
        let sorted = JSONWriteOptions(sortsKeys: true)
        if try value.jsonBytes(sorted) != Value(json: written).jsonBytes(sorted) { throw Difference() }
    }

    /// The error if a model of this module differs from the model of CorpusModels.
    struct Difference: Error {}

    private final class Kept<Value: JSONReadable> {
        var reader: JSONReader<Value>
        init() throws { reader = try JSONReader() }
    }
}
