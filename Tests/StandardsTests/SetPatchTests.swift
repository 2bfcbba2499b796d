import Testing
import Yoke
import YokeStandards

/// Patches between models with Sets. The order of a Set differs from process to process, so a patch must not depend on it.
@Suite struct SetPatchTests {
    private struct Model: JSONConvertible, Equatable {
        var tags: Set<Int> = []
        var lists: [Set<String>] = []
        var deep: Set<Set<Int>> = []
        var plain: [Int] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("tags", \.tags)
                $0.add("lists", \.lists)
                $0.add("deep", \.deep)
                $0.add("plain", \.plain)
            }
        }
    }

    @Test func aChangedSetIsReplaced() throws {
        let old = Model(tags: [1, 2, 3, 4], plain: [1, 2, 3, 4]), new = Model(tags: [1, 2, 4], plain: [1, 2, 4])
        let patch = try JSONPatch(from: old, to: new)
        let text = #"[{"op":"replace","path":"/tags","value":[1,2,4]},{"op":"remove","path":"/plain/2"}]"#
        #expect(patch.description == text)
    }

    @Test func patchesFitEveryOrderOfASet() throws {
        var random = SystemRandomNumberGenerator()
        func numbers() -> Set<Int> { Set((0..<Int.random(in: 0...5, using: &random)).map { _ in Int.random(in: 0...7, using: &random) }) }
        for _ in 0..<300 {
            func model() -> Model {
                Model(
                    tags: numbers(), lists: (0..<3).map { _ in Set(numbers().map(String.init)) }, deep: Set((0..<3).map { _ in numbers() }),
                    plain: Array(numbers()))
            }
            let old = model()
            var new = model()
            if Bool.random(using: &random) {
                new = old
                if let one = old.deep.first { new.deep.update(with: one.union([9])) }
            }
            let patch = try JSONPatch(from: old, to: new)
            // Without sorted collections, the document has the Sets in the order of their hashes.
            var document = try old.jsonValue()
            try document.apply(patch)
            #expect(try Model(json: document) == new)
        }
    }
}
