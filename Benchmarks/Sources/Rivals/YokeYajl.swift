import Harness
import Yoke

/// Yoke, through its yajl engine.
public enum YokeYajl: Rival {
    public static let name = "yoke-yajl"

    static let options: JSONReadOptions = {
        var options = JSONReadOptions.strict
        options.engine = .yajl
        return options
    }()

    public static func typedRead<Model: BenchmarkModel>(_ input: TypedInput<Model>) -> Contender? {
        Contender(name, isRight: { $0 == input.value }, make: { try Model(json: input.text, options: options) })
    }

    public static func typedWrite<Model: BenchmarkModel>(_ input: TypedInput<Model>) -> Contender? {
        Contender(
            name, isRight: { try FoundationCodable.decode($0) == input.value }, make: { try input.value.jsonBytes() })
    }

    public static func smallRead<Model: BenchmarkModel>(_ input: TypedInput<Model>) -> Contender? {
        Contender(small: name, isRight: { $0 == input.value }, make: { try Model(json: input.text) })
    }

    public static func documentRead(_ input: DocumentInput) -> Contender? {
        Contender(
            name,
            isRight: { (value: JSONValue) in
                try FoundationSerialization.same(value.jsonBytes(), input.text)
            }, make: { try JSONValue(json: input.text, options: options) })
    }

    public static func documentWrite(_ input: DocumentInput) throws -> Contender? {
        let value = try JSONValue(json: input.text)
        return Contender(
            name, isRight: { try FoundationSerialization.same($0, input.text) }, make: { try value.jsonBytes() })
    }

    public static func stream<Element: BenchmarkModel>(_ input: StreamInput, of type: Element.Type) throws -> Int? {
        var stream =
            switch input.layout {
            case .lines: try JSONStream<Element>(path: input.path, format: .lines, options: options)
            case .array: try JSONStream<Element>(path: input.path, at: "$.statuses[*]", options: options)
            }
        var count = 0
        while let element = try stream.next() {
            use(element)
            count += 1
        }
        return count
    }

    public static func canStream(_ layout: StreamInput.Layout) -> Bool { true }
}
