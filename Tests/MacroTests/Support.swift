#if Macros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import YokeMacros

/// The result of expanding the macros in a source text: the expanded source, and the diagnostics.
struct Expansion {
    let source: String
    let diagnostics: [Diagnostic]
    private let file: SourceFileSyntax
    private let context: BasicMacroExpansionContext

    /// - Parameter conformances: protocols to which the macro must add a conformance, because no type in the text conforms to them yet.
    init(_ text: String, conformances: [TypeSyntax] = ["JSONMapped", "JSONReadable", "JSONWritable"]) {
        let file = Parser.parse(source: text)
        let context = BasicMacroExpansionContext(sourceFiles: [file: .init(moduleName: "Tests", fullFilePath: "Tests.swift")])
        source =
            file.expand(
                macroSpecs: [
                    "JSONModel": MacroSpec(type: JSONModelMacro.self, conformances: conformances),
                    "JSONKey": MacroSpec(type: JSONKeyMacro.self),
                    "JSONIgnore": MacroSpec(type: JSONIgnoreMacro.self),
                    "JSONFlatten": MacroSpec(type: JSONFlattenMacro.self),
                    "JSONExtras": MacroSpec(type: JSONExtrasMacro.self),
                    "JSONDefault": MacroSpec(type: JSONDefaultMacro.self),
                    "JSONCoded": MacroSpec(type: JSONCodedMacro.self),
                    "JSONRule": MacroSpec(type: JSONRuleMacro.self),
                    "JSONValidate": MacroSpec(type: JSONValidateMacro.self),
                    "JSONCase": MacroSpec(type: JSONCaseMacro.self),
                ],
                contextGenerator: { BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts()) },
                indentationWidth: .spaces(4)
            ).description
        diagnostics = context.diagnostics
        self.file = file
        self.context = context
    }

    /// All diagnostics, each as `line:column: severity: message`, and an indented line for each fix-it.
    var report: String {
        diagnostics.map { diagnostic in
            let place = context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "Tests.swift")
            let line = "\(place.line):\(place.column): \(diagnostic.diagMessage.severity): \(diagnostic.message)"
            return ([line] + diagnostic.fixIts.map { "  fix-it: " + $0.message.message }).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// Returns the source after applying the first fix-it that has this message.
    func applying(_ message: String) -> String {
        var bytes = Array(file.description.utf8)
        let fixIts = diagnostics.flatMap(\.fixIts).filter { $0.message.message == message }
        for case .replace(let old, let new) in fixIts.first?.changes ?? [] {
            let place = context.location(for: old.position, anchoredAt: Syntax(old), fileName: "Tests.swift")
            let lines = file.description.split(separator: "\n", omittingEmptySubsequences: false)
            let start = lines.prefix(place.line - 1).reduce(0) { $0 + $1.utf8.count + 1 } + place.column - 1
            bytes.replaceSubrange(start..<start + old.totalLength.utf8Length, with: new.description.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Returns the expanded source; if there are diagnostics, returns all of them as text.
func expansion(of source: String, conformances: [TypeSyntax] = ["JSONMapped", "JSONReadable", "JSONWritable"]) -> String {
    let expansion = Expansion(source, conformances: conformances)
    // The expansion removes the attribute, but leaves its empty line at the start of the source.
    return expansion.diagnostics.isEmpty ? String(expansion.source.drop(while: \.isNewline)) : expansion.report
}
#endif
