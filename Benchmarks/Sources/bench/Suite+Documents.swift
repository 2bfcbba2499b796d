import Harness
import Rivals
import Yoke

extension Suite {
    func readDocument(_ corpus: String, _ text: [UInt8]) throws -> Contest {
        let foundation = FoundationSerialization.reading(text)
        let object = try foundation.outcome()
        var contenders: [Contender] = []
        for engine in YokeEngine.all {
            let yoke = try engine.reading(JSONValue.self, text)
            let copy = try FoundationSerialization.reading(yoke.outcome().jsonBytes()).outcome()
            try expect(copy == object, "read-document \(corpus): \(engine.name) and Foundation read different documents")
            contenders.append(Contender(engine.name, yoke))
        }
        for (rival, model) in try foreign("read-document \(corpus)", text, JSONValue(json: text)) {
            contenders.append(Contender(rival.documentName, try rival.reading(model, text)))
        }
        contenders.append(Contender(YajlNoop.name, YajlNoop.reading(text)))
        contenders.append(Contender(FoundationSerialization.name, foundation))
        return Contest("read-document", corpus, bytes: text.count, contenders)
    }

    func writeDocument(_ corpus: String, _ text: [UInt8]) throws -> Contest {
        let object = try FoundationSerialization.reading(text).outcome()
        let document = try JSONValue(json: text)
        let yoke = YokeWriter.writing(document)
        let written = try yoke.outcome()
        try expect(
            FoundationSerialization.reading(written).outcome() == object,
            "write-document \(corpus): Foundation does not read what Yoke writes")
        var contenders = [Contender(YokeWriter.name, yoke)]
        for (rival, model) in try foreign("write-document \(corpus)", text, document) where rival.writes {
            let writing = try rival.writing(model, text)
            // Compare values, not texts: other libraries write the digits of the double, while Yoke and Foundation keep the text's digits.
            try expect(
                Checksum(of: JSONValue(json: writing.outcome())) == Checksum(of: document),
                "write-document \(corpus): Yoke does not read what \(rival.name) writes")
            contenders.append(Contender(rival.documentName, writing))
        }
        contenders.append(Contender(FoundationSerialization.name, FoundationSerialization.writing(object)))
        return Contest("write-document", corpus, bytes: written.count, contenders)
    }
}
