import CorpusModels
import Harness
import Rivals
import Workloads
import Yoke

/// Contests with short texts, which are read many times for one measurement, and with lines in memory.
extension Suite {
    func small<Value: Model>(_ corpus: String, _ text: [UInt8], _ type: Value.Type, times: Int) throws -> Contest {
        let value = try FoundationDecoder.reading(type, text).outcome()
        var contenders: [Contender] = []
        for engine in YokeEngine.all {
            try expect(engine.reading(type, text).outcome() == value, "small \(corpus): \(engine.name) reads another value")
            contenders.append(Contender(engine.name, repetitions: times, try engine.reading(type, text, times: times)))
        }
        contenders.append(Contender(YokeVerb.name, repetitions: times, YokeVerb.reading(type, text, times: times)))
        contenders.append(Contender(YokeVerb.generic, repetitions: times, YokeVerb.readingGenerically(type, text, times: times)))
        for (rival, model) in try foreign("small \(corpus)", text, value) {
            contenders.append(Contender(rival.name, repetitions: times, try rival.reading(model, text, times: times)))
        }
        let fewer = max(1, times / 20)
        contenders += [
            Contender(YajlNoop.name, repetitions: times, YajlNoop.reading(text, times: times)),
            Contender(FoundationDecoder.name, repetitions: fewer, FoundationDecoder.reading(type, text, times: fewer)),
        ]
        return Contest("small", corpus, bytes: text.count, contenders)
    }

    func smallWrite<Value: Model>(_ corpus: String, _ text: [UInt8], _ type: Value.Type, times: Int) throws -> Contest {
        let value = try Value(json: text), length = try value.jsonBytes().count
        return Contest(
            "small-write", corpus, bytes: length,
            [
                Contender(YokeWriter.name, repetitions: times, YokeWriter.writing(value, length: length, times: times)),
                Contender(YokeWriter.lending, repetitions: times, YokeWriter.lending(value, length: length, times: times)),
            ])
    }

    /// Reads complete tweets from memory, one in each line. There are 2,000 lines, so that the cost of starting a stream does not matter.
    func records(_ corpus: String, _ twitter: [UInt8]) throws -> Contest {
        let tweets = Array(repeatElement(try Twitter.SearchResult(json: twitter).statuses, count: 20).joined())
        let records = YokeRecords(try tweets.map { try $0.jsonBytes() })
        var right = StreamOutcome()
        for tweet in tweets { right.count(id: tweet.id) }
        let contenders = try YokeRecords.all.map { way in
            try expect(way.read(records) == right, "records \(corpus): \(way.name) reads other tweets")
            return Contender(way.name, Making { try way.read(records) })
        }
        return Contest("records", corpus, bytes: records.bytes, contenders)
    }
}
