import Foundation
import Harness
import Rivals
import SameModule
import Yoke

extension Suite {
    func readTyped<Value: Model>(
        _ corpus: String, _ text: [UInt8], _ type: Value.Type, _ floor: ((Value) -> Making<Value>)? = nil
    ) throws -> Contest {
        let foundation = FoundationDecoder.reading(type, text)
        let value = try foundation.outcome()
        var contenders: [Contender] = []
        for engine in YokeEngine.all {
            let yoke = try engine.reading(type, text)
            try expect(yoke.outcome() == value, "read-typed \(corpus): \(engine.name) and Foundation read different values")
            contenders.append(Contender(engine.name, yoke))
        }
        if let near = try SameModule.reading(corpus, text, as: value.jsonBytes()) { contenders.append(Contender(SameModule.name, near)) }
        for (rival, model) in try foreign("read-typed \(corpus)", text, value) {
            contenders.append(Contender(rival.name, try rival.reading(model, text)))
        }
        contenders.append(Contender(YajlNoop.name, YajlNoop.reading(text)))
        contenders.append(Contender(YajlNoopDouble.name, YajlNoopDouble.reading(text)))
        if let floor = floor?(value) {
            try expect(floor.outcome() == value, "read-typed \(corpus): the floor makes another value")
            contenders.append(Contender(FloorMaker.name, floor))
        }
        contenders.append(Contender(FoundationDecoder.name, foundation))
        return Contest("read-typed", corpus, bytes: text.count, contenders)
    }

    func writeTyped<Value: Model>(_ corpus: String, _ text: [UInt8], _ type: Value.Type) throws -> Contest {
        let value = try Value(json: text)
        let yoke = YokeWriter.writing(value)
        let foundation = FoundationEncoder.writing(value)
        let written = try yoke.outcome()
        try expect(
            JSONDecoder().decode(type, from: Data(written)) == value,
            "write-typed \(corpus): Foundation does not read what Yoke writes")
        try expect(
            Value(json: foundation.outcome()) == value, "write-typed \(corpus): Yoke does not read what Foundation writes")
        var contenders = [Contender(YokeWriter.name, yoke)]
        if let near = try SameModule.writing(corpus, text, as: written) { contenders.append(Contender(SameModule.name, near)) }
        for (rival, model) in try foreign("write-typed \(corpus)", text, value) where rival.writes {
            let writing = try rival.writing(model, text)
            try expect(
                Value(json: writing.outcome()) == value, "write-typed \(corpus): Yoke does not read what \(rival.name) writes")
            contenders.append(Contender(rival.name, writing))
        }
        contenders.append(Contender(FoundationEncoder.name, foundation))
        return Contest("write-typed", corpus, bytes: written.count, contenders)
    }

    /// Returns those contenders in other languages that have the model. Checks first that they read the same value.
    func foreign<Value>(_ place: String, _ text: [UInt8], _ value: Value) throws -> [(Foreign, any ForeignModel.Type)] {
        guard let model = Value.self as? any ForeignModel.Type, !Foreign.all.isEmpty else { return [] }
        let sum = Checksum(of: value)
        return try Foreign.all.map { rival in
            let other = try rival.reading(model, text).checksum()
            try expect(other == sum, "\(place): \(rival.name) reads other values:\n\(other)\n\(sum)")
            return (rival, model)
        }
    }
}
