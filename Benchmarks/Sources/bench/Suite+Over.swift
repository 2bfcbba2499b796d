import Harness
import Rivals
import Yoke

extension Suite {
    /// Compares reading in place, into the value of the previous run, with reading anew and freeing the value.
    func readInPlace<Value: Model>(_ corpus: String, _ text: [UInt8], _ type: Value.Type) throws -> Contest {
        let value = try Value(json: text)
        let contenders = try YokeEngine.all.flatMap { engine in
            let over = try engine.readingOver(type, text)
            try over.run()
            try expect(over.value == value, "over \(corpus): \(over.name) reads another value")
            return [Contender(engine.name, try engine.reading(type, text, times: 1)), Contender(over.name, over)]
        }
        return Contest("over", corpus, bytes: text.count, contenders + [Contender(YajlNoop.name, YajlNoop.reading(text))])
    }
}
