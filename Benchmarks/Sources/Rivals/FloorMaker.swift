import CorpusModels
import Harness

/// The contender `floor`: makes a model's strings, arrays, dictionaries, boxes and structs from flat data, without parsing.
///
/// There is an overload for each model, so that the compiler specialises the code for the types of the model.
public enum FloorMaker {
    public static let name = "floor"

    public static func making(_ value: Twitter.SearchResult) -> Making<Twitter.SearchResult> { trial(value) }

    public static func making(_ value: Citm.Catalog) -> Making<Citm.Catalog> { trial(value) }

    public static func making(_ value: GeoJSON.FeatureCollection) -> Making<GeoJSON.FeatureCollection> { trial(value) }

    @inline(__always)
    private static func trial<Value: Floor>(_ value: Value) -> Making<Value> {
        var value = value
        var tape = FloorTape()
        Value.record(&value, &tape)
        let words = tape.words, text = tape.text
        return Making {
            words.withUnsafeBufferPointer { words in
                text.withUnsafeBufferPointer { text in
                    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
                        guard let words = words.baseAddress, let text = text.baseAddress, let place = memory.baseAddress else {
                            preconditionFailure("an empty model")
                        }
                        var cursor = FloorCursor(words: words, text: text)
                        Value.make(place, &cursor)
                        return place.move()
                    }
                }
            }
        }
    }
}
