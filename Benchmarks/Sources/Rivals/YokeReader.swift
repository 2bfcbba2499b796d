import Harness
import Yoke

/// Yoke, by a reader that is kept: for small texts, one after the other.
public enum YokeReader: Rival {
    public static let name = "yoke-yajl-reader"

    public static func smallRead<Model: BenchmarkModel>(_ input: TypedInput<Model>) throws -> Contender? {
        let reader = try Kept<Model>()
        return Contender(small: name, isRight: { $0 == input.value }, make: { try reader.reader.read(input.text) })
    }

    /// A closure cannot own what cannot be copied.
    private final class Kept<Model: BenchmarkModel> {
        var reader: JSONReader<Model>
        init() throws { reader = try JSONReader(options: YokeYajl.options) }
    }
}
