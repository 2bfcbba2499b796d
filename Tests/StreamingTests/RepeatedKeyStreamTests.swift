import TestSupport
import Testing
import Yoke

/// Tests repeated keys on the path of a stream. A stream cannot take back delivered elements. So with `.last`, it delivers the elements of
/// all values of the key.
@Suite struct RepeatedKeyStreamTests {
    private func run(
        _ text: String, at path: String, _ policy: JSONReadOptions.DuplicateKeys, _ format: JSONStreamFormat = .document
    ) -> Run<Int> {
        var options = JSONReadOptions.strict
        options.duplicateKeys = policy
        let bytes = Array(text.utf8)
        var runs: [Run<Int>] = []
        for engine in JSONEngine.each {
            options.engine = engine
            runs += [1, 3, bytes.count].map { Run(chunks: bytes.chunks(of: $0), at: path, format, options) }
        }
        #expect(runs.allSatisfy { $0 == runs[0] }, "\(text) at \(path)")
        return runs[0]
    }

    @Test(arguments: [
        // Columns: path, text, elements under `.last` (the default), elements under `.first`, elements under `.reject` before the error.
        ("$.a[*]", #"{"a":[1,2],"b":[9],"a":[3]}"#, [1, 2, 3], [1, 2], [1, 2]),
        ("$.a[*]", #"{"a":[1],"\u0061":[2]}"#, [1, 2], [1], [1]),
        ("$.a", #"{"a":1,"a":2}"#, [1, 2], [1], [1]),
        ("$.a.b[*]", #"{"a":{"b":[1],"b":[2]},"a":{"b":[3]}}"#, [1, 2, 3], [1], [1]),
        ("$.a[1]", #"{"a":[0,1],"a":[2,3]}"#, [1, 3], [1], [1]),
        ("$[*].a", #"[{"a":1,"a":2},{"a":3,"a":4}]"#, [1, 2, 3, 4], [1, 3], [1]),
        ("$.*", #"{"a":1,"b":2,"a":3,"c":4,"\u0062":5}"#, [1, 2, 3, 4, 5], [1, 2, 4], [1, 2]),
        ("$.*[*]", #"{"a":[1],"b":[2],"a":[3],"c":[4]}"#, [1, 2, 3, 4], [1, 2, 4], [1, 2]),
        ("$[*][*]", #"[{"a":1,"a":2},{"a":3,"b":4}]"#, [1, 2, 3, 4], [1, 3, 4], [1]),
    ])
    func theirValuesAreDeliveredByThePolicy(path: String, text: String, last: [Int], first: [Int], rejected: [Int]) {
        #expect(run(text, at: path, .last) == Run(last))
        #expect(run(text, at: path, .first) == Run(first))
        let refused = run(text, at: path, .reject)
        #expect(refused.elements == rejected && refused.kinds == [.duplicateKey], "\(refused)")
        #expect(run("\(text) \(text)", at: path, .first, .values).elements == first + first)
        #expect(run("\(text)\n\(text)\n", at: path, .first, .lines).elements == first + first)
    }

    @Test func underFirstALaterValueNeedNotFit() {
        #expect(run(#"{"a":[1],"a":"x"}"#, at: "$.a[*]", .first) == Run([1]))
        #expect(run(#"{"a":1,"a":"x","b":2}"#, at: "$.*", .first) == Run([1, 2]))
        #expect(run(#"{"a":1,"a":[x],"b":2}"#, at: "$.*", .first).kinds == [.unexpectedCharacter])
        #expect(run(#"{"a":1,"a":"x"}"#, at: "$.*", .last).kinds == [.typeMismatch])
    }

    @Test func keysAfterTheElementsCountToo() {
        #expect(run(#"{"a":[1],"b":0,"b":0}"#, at: "$.a[*]", .reject).kinds == [.duplicateKey])
        #expect(run(#"{"a":[1],"b":0,"b":0}"#, at: "$.a[*]", .first) == Run([1]))
    }
}
