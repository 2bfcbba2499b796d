import Foundation
import Testing

/// Checks that the files of this test target contain, and so compile, the code of the articles in Sources/Yoke/Yoke.docc.
///
/// Example: `StreamingExamples.swift` must contain the code blocks of `Streaming.md`, in the same order. Lines of a block without an empty
/// line between them must also follow each other in the Swift file. Indentation, empty lines and `private` may differ. Blocks marked
/// `json`, and blocks without a mark (output), are string literals in the Swift file. Blocks marked `sh` and `text` are not compared.
@Suite struct ArticleTests {
    static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let catalogue = root.appendingPathComponent("Sources/Yoke/Yoke.docc")
    static let articles = ((try? FileManager.default.contentsOfDirectory(atPath: catalogue.path)) ?? []).filter { $0.hasSuffix(".md") }.sorted()

    struct Block {
        var line: Int
        var language: Substring
        var lines: [String] = []
    }

    static func lines(_ file: URL) throws -> [Substring] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    }

    static func blocks(of lines: [Substring]) -> [Block] {
        var blocks: [Block] = []
        var open: Block?
        for (number, line) in lines.enumerated() {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("```") {
                if let block = open { blocks.append(block) }
                open = open == nil ? Block(line: number + 1, language: Substring(text.dropFirst(3))) : nil
            } else {
                open?.lines.append(normal(text))
            }
        }
        return blocks
    }

    /// Returns the line without indentation and access modifier.
    static func normal(_ line: some StringProtocol) -> String {
        let text = line.trimmingCharacters(in: .whitespaces)
        for word in ["private ", "fileprivate "] where text.hasPrefix(word) { return String(text.dropFirst(word.count)) }
        return text
    }

    /// Returns nil if the compiled lines contain all paragraphs of the block. Otherwise describes the first missing paragraph.
    static func complaint(about block: Block, in compiled: [String], _ file: String) -> String? {
        var start = 0
        for paragraph in block.lines.split(separator: "") {
            let found = compiled.indices.dropFirst(start).first { compiled[$0...].starts(with: paragraph) }
            guard let found else {
                let known = paragraph.first { !compiled.contains($0) }
                return known.map { "\(file) does not have this line: \($0)" }
                    ?? "\(file) does not have these lines one after the other, and in the order of the block:\n\(paragraph.joined(separator: "\n"))"
            }
            start = found + paragraph.count
        }
        return nil
    }

    @Test func thereAreArticles() { #expect(Self.articles.count > 15) }

    @Test(arguments: articles) func codeIsCompiled(in article: String) throws {
        let blocks = Self.blocks(of: try Self.lines(Self.catalogue.appendingPathComponent(article)))
            .filter { !["sh", "text"].contains($0.language) }
        guard !blocks.isEmpty else { return }
        let file = article.replacingOccurrences(of: ".md", with: "Examples.swift")
        let source = try Self.lines(Self.root.appendingPathComponent("Tests/DocExampleTests/Articles/\(file)"))
        #expect(!source.contains { $0.contains("/*") || $0.contains("#if false") }, "\(file) has code that is not compiled")
        let compiled = source.map(Self.normal).filter { !$0.isEmpty }
        for block in blocks {
            if let complaint = Self.complaint(about: block, in: compiled, file) {
                Testing.Issue.record("\(article):\(block.line): the block is not the code that is compiled. \(complaint)")
            }
        }
    }

    /// Compares code blocks with compiled lines: some blocks must be accepted, and some must be refused.
    @Test func aBlockIsCompiledIfItsLinesStandInTheTestsInOrder() {
        let compiled = ["struct A {", "var a: Int", "}", "let a = 1", "#expect(a == 1)", "let b = 2"]
        func complaint(_ lines: String...) -> String? { Self.complaint(about: Block(line: 1, language: "swift", lines: lines), in: compiled, "file") }
        #expect(complaint("struct A {", "var a: Int", "}", "", "let a = 1", "", "let b = 2") == nil)
        #expect(complaint("let a = 2")?.contains("let a = 2") == true)
        #expect(complaint("let a = 1", "let b = 2") != nil)
        #expect(complaint("let b = 2", "", "let a = 1") != nil)
        #expect(Self.blocks(of: ["x", "  ```swift", "   private let a = 1", "```", "```sh", "ls", "```"]).map(\.lines) == [["let a = 1"], ["ls"]])
    }
}
