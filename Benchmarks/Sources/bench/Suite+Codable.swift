import Foundation
import Harness
import Rivals
import Yoke

extension Suite {
    /// Compares YokeDecoder with JSONDecoder.
    func readCodable<Value: Model>(_ corpus: String, _ text: [UInt8], _ type: Value.Type) throws -> Contest {
        let yoke = YokeCoder.reading(type, text), foundation = FoundationDecoder.reading(type, text)
        try expect(yoke.outcome() == foundation.outcome(), "read-codable \(corpus): the decoders make different values")
        return Contest(
            "read-codable", corpus, bytes: text.count, [Contender(YokeCoder.name, yoke), Contender(FoundationDecoder.name, foundation)])
    }

    /// Compares YokeEncoder with JSONEncoder.
    func writeCodable<Value: Model>(_ corpus: String, _ text: [UInt8], _ type: Value.Type) throws -> Contest {
        let value = try FoundationDecoder.reading(type, text).outcome()
        let yoke = YokeCoder.writing(value), foundation = FoundationEncoder.writing(value)
        let written = try yoke.outcome()
        try expect(
            JSONDecoder().decode(type, from: written) == value, "write-codable \(corpus): Foundation does not read what Yoke writes")
        return Contest(
            "write-codable", corpus, bytes: written.count, [Contender(YokeCoder.name, yoke), Contender(FoundationEncoder.name, foundation)])
    }
}
