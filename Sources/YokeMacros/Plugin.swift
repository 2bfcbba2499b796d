#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The plugin that the compiler calls for the attributes in `Yoke/Macros`.
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
/// An empty program. Without the trait `Macros` the compiler does not call the plugin, but `swift build` links every target of this
/// package.
@main
struct YokePlugin {
    static func main() {}
}
#endif
