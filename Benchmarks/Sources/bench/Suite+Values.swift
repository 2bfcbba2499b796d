import Harness
import Rivals
import Yoke

extension Suite {
    /// Reads a document, visits every value and adds it to a sum: as a `JSONValue`, or by `JSONView`.
    func walk(_ corpus: String, _ text: [UInt8], byViews: Bool) throws -> Contest {
        let workload = byViews ? "walk-view" : "walk-value"
        var sum: Walk?, contenders: [Contender] = []
        func add(_ name: String, _ walking: Making<Walk>) throws {
            let outcome = try walking.outcome()
            try expect(outcome == sum ?? outcome, "\(workload) \(corpus): \(name) finds other values")
            sum = outcome
            contenders.append(Contender(name, walking))
        }
        for engine in YokeEngine.all { try add(engine.name, engine.walking(text, byViews: byViews)) }
        for rival in Foreign.all { try add(rival.documentName, rival.walking(text)) }
        return Contest(workload, corpus, bytes: text.count, contenders)
    }

    /// Writes a document whose containers were all changed, so that nothing of the text that was read can be copied.
    func writeEditedValue(_ corpus: String, _ text: [UInt8]) throws -> Contest {
        var document = try JSONValue(json: text)
        Self.touch(&document)
        let yoke = YokeWriter.writing(document), written = try yoke.outcome()
        try expect(
            Checksum(of: JSONValue(json: written)) == Checksum(of: document), "write-edited-value \(corpus): Yoke writes other values")
        var contenders = [Contender(YokeWriter.name, yoke)]
        for (rival, model) in try foreign("write-edited-value \(corpus)", text, document) where rival.writes {
            contenders.append(Contender(rival.documentName, try rival.writing(model, text)))
        }
        return Contest("write-edited-value", corpus, bytes: written.count, contenders)
    }

    /// Replaces every array and object by a new one with the same contents, so that the writer cannot copy the text that was read.
    private static func touch(_ value: inout JSONValue) {
        if let array = value.array {
            value.array = JSONArray(array.map { element in touched(element) })
        } else if let object = value.object {
            value.object = JSONObject(object.map { (key: $0.key, value: touched($0.value)) })
        }
    }

    private static func touched(_ value: JSONValue) -> JSONValue {
        var value = value
        touch(&value)
        return value
    }

    /// Compares reading lines of about 200 bytes as a `JSONValue` and as a full model. Each contender takes one member of each line, the
    /// `id`.
    func streamValues() throws -> Contest {
        let text = EventLine.text(count: 20_000)
        let values = Making { try JSONStream<JSONValue>(chunks: [text], format: .lines).reduce { $0["id"]?.int ?? 0 } }
        let models = Making { try JSONStream<EventLine>(chunks: [text], format: .lines).reduce { $0.id } }
        try expect(values.outcome() == models.outcome(), "stream-values: values and models differ")
        return Contest(
            "stream-values", "lines", bytes: text.count,
            [Contender(YokeEngine.native.name, values), Contender("yoke-native-model", models)])
    }
}

/// The model of a line in the contest `stream-values`.
private struct EventLine: JSONConvertible {
    var id: Int, user: String, name: String, text: String, tags: [String], ok: Bool, ratio: Double, x: Int, y: Int

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("id", \.id)
            fields.add("user", \.user)
            fields.add("name", \.name)
            fields.add("text", \.text)
            fields.add("tags", \.tags)
            fields.add("ok", \.ok)
            fields.add("ratio", \.ratio)
            fields.add("x", \.x)
            fields.add("y", \.y)
        }
    }

    static func text(count: Int) -> [UInt8] {
        (0..<count).flatMap { i in
            Array(
                (#"{"id":\#(i * 7919 + 100_000),"user":"user-\#(i % 977)","name":"A longer name of \#(i)","#
                    + #""text":"some text that has a few words in it","tags":["red","green"],"ok":true,"ratio":0.\#(i + 1),"x":\#(i),"y":\#(i * 3)}"#
                    + "\n").utf8)
        }
    }
}

extension JSONStream {
    fileprivate func reduce(_ part: (Element) -> Int) throws -> Int {
        var stream = self, sum = 0
        while let element = try stream.next() { sum &+= part(element) }
        return sum
    }
}
