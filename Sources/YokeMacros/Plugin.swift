#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// What the compiler asks for when it meets one of the attributes in `Yoke/Macros`.
@main
struct YokePlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        JSONModelMacro.self,
        JSONKeyMacro.self,
        JSONIgnoreMacro.self,
        JSONFlattenMacro.self,
        JSONExtrasMacro.self,
        JSONDefaultMacro.self,
        JSONCodedMacro.self,
        JSONRuleMacro.self,
        JSONValidateMacro.self,
        JSONCaseMacro.self,
    ]
}
#else
/// Without the trait `Macros` nobody asks for the plugin; `swift build` here still links every target.
@main
struct YokePlugin {
    static func main() {}
}
#endif
