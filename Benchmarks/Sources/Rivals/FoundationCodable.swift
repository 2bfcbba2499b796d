import Foundation
import Harness

/// JSONDecoder and JSONEncoder.
public enum FoundationCodable: Rival {
    public static let name = "foundation-decoder"
    /// Its name where it writes.
    public static let writerName = "foundation-encoder"

    static func decode<Model: BenchmarkModel>(_ text: some Sequence<UInt8>) throws -> Model {
        try JSONDecoder().decode(Model.self, from: Data(text))
    }

    public static func typedRead<Model: BenchmarkModel>(_ input: TypedInput<Model>) -> Contender? {
        let data = Data(input.text)
        return Contender(
            name, isRight: { $0 == input.value }, make: { try JSONDecoder().decode(Model.self, from: data) })
    }

    public static func typedWrite<Model: BenchmarkModel>(_ input: TypedInput<Model>) -> Contender? {
        Contender(
            writerName, isRight: { try decode($0) == input.value }, make: { try JSONEncoder().encode(input.value) })
    }

    public static func smallRead<Model: BenchmarkModel>(_ input: TypedInput<Model>) -> Contender? {
        let data = Data(input.text)
        let decoder = JSONDecoder()
        return Contender(
            small: name, isRight: { $0 == input.value }, make: { try decoder.decode(Model.self, from: data) })
    }

    /// Line by line in constant memory; an array only as a whole.
    public static func stream<Element: BenchmarkModel>(_ input: StreamInput, of type: Element.Type) throws -> Int? {
        let decoder = JSONDecoder()
        switch input.layout {
        case .lines:
            var count = 0
            try readLines(input.path) { line in
                use(try decoder.decode(Element.self, from: Data(line)))
                count += 1
            }
            return count
        case .array:
            struct Document: Decodable { var statuses: [Element] }
            let document = try decoder.decode(Document.self, from: Data(contentsOf: URL(fileURLWithPath: input.path)))
            return document.statuses.count
        }
    }

    public static func canStream(_ layout: StreamInput.Layout) -> Bool { true }
}
