import Testing
import Yoke

#if canImport(Observation)
import Observation
#endif

// The code blocks of Yoke.docc/GrowingText.md, without changes. ArticleTests compares the article with this file.

private struct Recipe {
    var title: String
    var steps: [Step] = []
    var minutes: Int?
}

extension Recipe: JSONConvertible, Equatable {
    struct Step: JSONConvertible, Equatable {
        var text: String
        static var jsonMapping: JSONMapping { JSONMapping(Step.self) { $0.add("text", \.text) } }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(Recipe.self) {
            $0.add("title", \.title)
            $0.add("steps", \.steps, literal: [])
            $0.add("minutes", \.minutes)
        }
    }
}

private struct Event: JSONConvertible {
    var delta: String
    static var jsonMapping: JSONMapping { JSONMapping(Event.self) { $0.add("delta", \.delta) } }
}

private struct ToolCall: JSONConvertible {
    var arguments: String
    static var jsonMapping: JSONMapping { JSONMapping(ToolCall.self) { $0.add("arguments", \.arguments) } }
}

private final class Growth {
    var recipe = JSONGrowing<Recipe>()
}

private let pieces = [#"{"title": "So"#, #"up", "steps": [{"te"#, #"xt": "Cut the on"#, #"ions"}, {"#, #""text": ""#, #"Fry"}], "minutes": 3"#, "0}"]

#if canImport(Observation)
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable
private final class RecipeView {
    var recipe: Recipe?

    func show(_ pieces: AsyncThrowingStream<String, any Error>) async throws {
        var answer = JSONGrowing<Recipe>()
        for try await piece in pieces {
            try answer.feed(piece.utf8)
            if let next = answer.model, next != recipe { recipe = next }
        }
        recipe = try answer.finish()
    }
}
#endif

@Suite struct GrowingTextExamples {
    private var whole: Recipe { Recipe(title: "Soup", steps: [.init(text: "Cut the onions"), .init(text: "Fry")], minutes: 30) }

    @Test func aValueThatDoesNotFit() throws {
        var options = JSONReadOptions.salvage           // goes on after values that do not fit
        options.allowsTrailingGarbage = true
        var lenient = JSONGrowing<Recipe>(options: options)
        #expect(try lenient.append(#"{"title": "Soup", "minutes": "soon", "steps": [{"te"#)?.title == "Soup")
        _ = try lenient.append(#"xt": "Fry"}]} Enjoy!"#)
        #expect(try lenient.finish() == Recipe(title: "Soup", steps: [.init(text: "Fry")], minutes: nil))
    }

    @Test func modelsOfChunks() throws {
        var shown: [Recipe] = []
        func show(_ recipe: Recipe) { shown.append(recipe) }
        var answer = JSONGrowing<Recipe>()
        for piece in pieces {
            if let recipe = try answer.append(piece) { show(recipe) }
        }
        let recipe = try answer.finish()
        #expect(recipe == whole)
        #expect(shown.map(\.title) == ["So", "Soup", "Soup", "Soup", "Soup", "Soup", "Soup"])
        #expect(shown.map { $0.steps.map(\.text) }.suffix(5) == [["Cut the on"], ["Cut the onions"], ["Cut the onions", ""], ["Cut the onions", "Fry"], ["Cut the onions", "Fry"]])
        #expect(shown.map(\.minutes).suffix(2) == [nil, 30])
    }

    #if canImport(Observation)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test @MainActor func aView() async throws {
        let view = RecipeView()
        try await view.show(AsyncThrowingStream { continuation in
            for piece in pieces { continuation.yield(piece) }
            continuation.finish()
        })
        #expect(view.recipe == whole)
    }
    #endif

    @Test func aSequence() async throws {
        struct Response { let chunks: AsyncStream<[UInt8]> }
        let response = Response(chunks: AsyncStream { continuation in
            for piece in pieces { continuation.yield(Array(piece.utf8)) }
            continuation.finish()
        })
        var last: Recipe?
        func show(_ recipe: Recipe) { last = recipe }
        for try await recipe in JSONGrowing<Recipe>.models(of: response.chunks) { show(recipe) }
        #expect(last == whole)
    }

    @Test func serverSentEvents() async throws {
        struct Response { let lines: AsyncThrowingStream<String, any Error> }
        let response = Response(lines: AsyncThrowingStream { continuation in
            continuation.yield(": a comment")
            for piece in pieces { continuation.yield("data: {\"delta\":" + JSONValue.string(piece).description + "}") }
            continuation.yield("data: [DONE]")
            continuation.finish()
        })
        var last: Recipe?
        func show(_ recipe: Recipe) { last = recipe }
        var answer = JSONGrowing<Recipe>()
        for try await line in response.lines where line.hasPrefix("data:") {
            let text = line.dropFirst(5)
            if text.hasSuffix("[DONE]") { break }
            let event = try Event(json: text.utf8)
            if let recipe = try answer.append(event.delta) { show(recipe) }
        }
        let recipe = try answer.finish()
        #expect(recipe == whole && last == whole)
    }

    @Test func aTextInsideAString() throws {
        var shown: [Recipe] = []
        func show(_ recipe: Recipe) { shown.append(recipe) }
        let pieces = [#"{"argum"#, #"ents": "{\"title\": \"So"#, #"up\", \"steps\": [{\"text\": \"Cut the onions\"}"#, #", {\"text\": \"Fry\"}], \"minutes\": 30}"#, #""}"#]
        var call = JSONGrowing<ToolCall>(), inner = JSONGrowing<Recipe>(), taken = 0
        for piece in pieces {
            guard let text = try call.append(piece)?.arguments.utf8 else { continue }
            if let recipe = try inner.append(text.dropFirst(taken)) { show(recipe) }
            taken = text.count
        }
        let recipe = try inner.finish()
        #expect(recipe == whole && shown.map(\.title) == ["So", "Soup", "Soup", "Soup"])
        #expect(shown.map(\.steps.count) == [0, 1, 2, 2])
    }

    @Test func severalTexts() throws {
        var growths: [Int: Growth] = [:]
        for index in 0..<3 { growths[index] = Growth() }
        for piece in pieces { for growth in growths.values { try growth.recipe.feed(piece.utf8) } }
        #expect(try growths[2]?.recipe.finish() == whole)
    }

    @Test func aCutText() throws {
        var options = JSONReadOptions.strict
        options.allowsPartialValue = true
        options.keepsPartialStrings = true
        let cut = try Recipe(json: #"{"title": "Soup", "steps": [{"text": "Cut the on"#, options: options)
        #expect(cut == Recipe(title: "Soup", steps: [.init(text: "Cut the on")]))
    }
}
