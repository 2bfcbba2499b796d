import Testing
import TestSupport
import YokeStandards

/// Compares the results of random patches with the results of simple code that copies the document for each operation.
@Suite struct PatchReferenceTests {
    @Test func aPatchDoesWhatItsOperationsDoOneByOne() throws {
        var random = SeededGenerator(seed: 6902)
        var failures = 0
        for _ in 0..<400 {
            let document = PatchTests.document(&random, depth: 4)
            let operations = (0..<Int.random(in: 1...8, using: &random)).map { _ in Self.operation(on: document, &random) }
            var expected: JSONValue? = document
            for operation in operations { expected = expected.flatMap { Self.apply(operation, to: $0) } }
            let result = try? JSONPatch(operations).applied(to: document)
            if result == nil { failures += 1 }
            #expect(result == expected, "\(document) \(JSONPatch(operations))")
        }
        #expect(failures > 20 && failures < 380)
    }

    private static func apply(_ operation: JSONPatch.Operation, to document: JSONValue) -> JSONValue? {
        switch operation {
        case .add(let path, let value): return add(value, path, to: document)
        case .remove(let path): return remove(path, of: document)
        case .replace(let path, let value):
            if path.tokens.isEmpty { return value }
            guard document[path] != nil else { return nil }
            var changed = document
            changed[path] = value
            return changed
        case .move(let from, let to):
            guard let value = document[from] else { return nil }
            if from == to { return document }
            if from.isPrefix(of: to) { return nil }
            return remove(from, of: document).flatMap { add(value, to, to: $0) }
        case .copy(let from, let to): return document[from].flatMap { add($0, to, to: document) }
        case .test(let path, let value):
            if document[path] == value { return document }
            return nil
        }
    }

    private static func add(_ value: JSONValue, _ path: JSONPointer, to document: JSONValue) -> JSONValue? {
        guard let parent = path.parent, let last = path.tokens.last else { return value }
        guard var container = document[parent] else { return nil }
        switch container {
        case .object: container[last] = value
        case .array(let array):
            guard let index = last == "-" ? array.count : Int(last), index >= 0, index <= array.count else { return nil }
            guard last == "-" || String(index) == last else { return nil }
            container.array?.insert(value, at: index)
        default: return nil
        }
        var changed = document
        changed[parent] = container
        return changed
    }

    private static func remove(_ path: JSONPointer, of document: JSONValue) -> JSONValue? {
        guard !path.tokens.isEmpty, document[path] != nil else { return nil }
        var changed = document
        changed[path] = nil
        return changed
    }

    private static func operation(on document: JSONValue, _ random: inout SeededGenerator) -> JSONPatch.Operation {
        let value = PatchTests.document(&random, depth: 2), path = place(in: document, &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .add(path, value)
        case 1: return .remove(path)
        case 2: return .replace(path, value)
        case 3: return .move(from: place(in: document, &random), to: path)
        case 4: return .copy(from: place(in: document, &random), to: path)
        default:
            guard let there = document[path] else { return .add(path, value) }
            return .test(path, there)
        }
    }

    private static func place(in document: JSONValue, _ random: inout SeededGenerator) -> JSONPointer {
        var pointer = JSONPointer(), here = document
        while Int.random(in: 0..<4, using: &random) > 0 {
            var tokens = ["-", "0", "new", "01"]
            switch here {
            case .object(let object): tokens += object.keys
            case .array(let array): tokens += array.indices.map(String.init)
            default: return pointer
            }
            pointer = pointer.appending(tokens[Int.random(in: 0..<tokens.count, using: &random)])
            guard let child = document[pointer] else { return pointer }
            here = child
        }
        return pointer
    }
}
