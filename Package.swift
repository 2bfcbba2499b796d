// swift-tools-version: 6.2
//
// Switches
//
//   Traits (sources ask with `#if Macros`, `#if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))`)
//     Macros        On by default. `@JSONModel` and its attributes. Off: swift-syntax is neither fetched nor built, and models are
//                   described by hand.
//     Yajl          On by default, and only for Linux. The engine over libyajl, beside Yoke's own. Off: libyajl is not needed.
//     YajlOnApple   Off by default. The same engine on macOS, where libyajl comes from Homebrew: an app that links it starts only on
//                   Macs that have it. A trait of its own, because default traits cannot depend on the system.
//
//       .package(url: "...", from: "...", traits: [])     in a package that needs neither
//       swift build --disable-default-traits              here
//       swift build --traits Yajl                         here, the second without the first
//
//   C definitions (for tests and benchmarks, by `-Xcc`)
//     -DYOKE_PORTABLE   Takes the scalar path where there is a vector one.
//
//   Sanitizers: `scripts/sanitize` holds the command lines.

import CompilerPluginSupport
import PackageDescription

let withMacros: TargetDependencyCondition? = .when(traits: ["Macros"])
let withYajl: TargetDependencyCondition? = .when(platforms: [.linux], traits: ["Yajl"])
let withYajlOnApple: TargetDependencyCondition? = .when(platforms: [.macOS], traits: ["YajlOnApple"])

let package = Package(
    name: "Yoke",
    // Int128, Synchronization and UTF8Span are newer than these: behind `#available` where they are used.
    platforms: [.macOS(.v13), .macCatalyst(.v16), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Yoke", targets: ["Yoke"]),
        .library(name: "YokeFoundation", targets: ["YokeFoundation"]),
        .library(name: "YokeArchives", targets: ["YokeArchives"]),
        .library(name: "YokeStandards", targets: ["YokeStandards"]),
        .executable(name: "yoke-cli", targets: ["YokeTool"]),
    ],
    traits: [
        .trait(name: "Macros", description: "@JSONModel and its attributes (needs swift-syntax)"),
        .trait(name: "Yajl", description: "the engine over libyajl, beside the native one (Linux)"),
        .trait(name: "YajlOnApple", description: "the engine over libyajl on macOS"),
        .default(enabledTraits: ["Macros", "Yajl"]),
    ],
    dependencies: [
        // Macros can be written with nothing else. The range holds what comes with Swift 6.2 and with 6.3.
        .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
        // The tool's command line: help, completion and usage errors. A package that uses only the libraries never builds it.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        // libyajl: the second opinion that every text can have.
        .systemLibrary(
            name: "CYajl", path: "CYajl", pkgConfig: "yajl",
            providers: [.apt(["libyajl-dev"]), .brew(["yajl"])]),
        // The C engine: libc only.
        .target(name: "CYoke", exclude: ["number/powers.inc"], cSettings: [.headerSearchPath(".")]),
        .target(
            name: "Yoke",
            dependencies: [
                "CYoke",
                .target(name: "CYajl", condition: withYajl),
                .target(name: "CYajl", condition: withYajlOnApple),
                .target(name: "YokeMacros", condition: withMacros),
            ]),
        .macro(
            name: "YokeMacros",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax", condition: withMacros),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: withMacros),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: withMacros),
                .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: withMacros),
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: withMacros),
            ]),
        // YokeDecoder and YokeEncoder read the engine's documents.
        .target(name: "CYokeCodable", dependencies: ["CYoke"]),
        .target(name: "YokeFoundation", dependencies: ["Yoke", "CYoke", "CYokeCodable"]),
        // Snapshots, keyed archives and property lists: most programs need none of them, so `import Yoke` does not carry them.
        .target(name: "CYokeArchives", dependencies: ["CYoke"]),
        .target(name: "YokeArchives", dependencies: ["Yoke", "CYoke", "CYokeArchives"]),
        // Pointer, JSONPath, Patch, canonical form and JSON Schema: standards on top of JSON.
        .target(name: "YokeStandards", dependencies: ["Yoke"]),

        // Installed as `yoke` (scripts/install). Neither product, folder nor module is named so: Xcode takes a product `yoke` beside the
        // module `Yoke` for a cycle, and `Sources/yoke` is `Sources/Yoke` on a Mac's file system.
        .executableTarget(
            name: "YokeTool",
            dependencies: ["Yoke", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        // What `scripts/demo` runs. No product: users have no need of it.
        .executableTarget(
            name: "yoke-demo",
            dependencies: ["Yoke", .product(name: "ArgumentParser", package: "swift-argument-parser")], path: "Sources/demo"),

        // What tests share.
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .target(name: "TestSupport", dependencies: ["Yoke"], path: "Tests/TestSupport"),
        .target(name: "OtherModels", dependencies: ["Yoke"], path: "Tests/OtherModels"),
        // Models of ../shared/corpora; by way of a link the benchmarks use them too.
        .target(name: "CorpusModels", dependencies: ["Yoke"], path: "Tests/CorpusModels"),

        // What `scripts/fuzz` runs. No product.
        .executableTarget(name: "yoke-fuzz", dependencies: ["Yoke", "TestSupport"], path: "Tests/Fuzz"),
        // What `scripts/check-growth` runs. No product.
        .executableTarget(
            name: "yoke-growth", dependencies: ["Yoke", "YokeFoundation", "YokeArchives", "YokeStandards", "CTestSupport"],
            path: "Tests/Growth"),

        .testTarget(name: "CYokeTests", dependencies: ["CYoke", "TestSupport"]),
        .testTarget(
            name: "BindingTests",
            dependencies: ["CYoke", "Yoke", "TestSupport", "CTestSupport", "CorpusModels", "OtherModels"]),
        .testTarget(name: "MappingTests", dependencies: ["Yoke", "YokeArchives", "TestSupport"]),
        .testTarget(name: "EngineTests", dependencies: ["CYoke", "Yoke", "TestSupport"]),
        .testTarget(name: "DocumentTests", dependencies: ["CYoke", "Yoke", "TestSupport"]),
        .testTarget(
            name: "MacroTests",
            dependencies: [
                .target(name: "YokeMacros", condition: withMacros),
                .product(name: "SwiftParser", package: "swift-syntax", condition: withMacros),
                .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax", condition: withMacros),
            ]),
        .testTarget(name: "ConformanceTests", dependencies: ["Yoke", "TestSupport", "CorpusModels"]),
        .testTarget(name: "EngineParityTests", dependencies: ["Yoke", "TestSupport", "CorpusModels"]),
        .testTarget(name: "WritingTests", dependencies: ["CYoke", "Yoke", "TestSupport"]),
        .testTarget(name: "StreamingTests", dependencies: ["Yoke", "TestSupport", "CTestSupport"]),
        .testTarget(name: "FoundationTests", dependencies: ["YokeFoundation", "YokeArchives", "TestSupport"]),
        .testTarget(
            name: "ArchivesTests",
            dependencies: ["CYoke", "CYokeArchives", "YokeArchives", "YokeFoundation", "TestSupport", "CorpusModels"]),
        .testTarget(name: "CodableTests", dependencies: ["YokeFoundation", "TestSupport", "CorpusModels"]),
        .testTarget(name: "StandardsTests", dependencies: ["YokeStandards", "YokeFoundation", "TestSupport"]),
        .testTarget(name: "MatrixTests", dependencies: ["YokeFoundation", "TestSupport"]),
        // Depends on the tool so that it is built; the tests start it as a process.
        .testTarget(name: "ToolTests", dependencies: ["YokeTool", "CTestSupport"]),
        // Parts of ./Benchmarks, by way of links: no target of this package, which that one depends on.
        .testTarget(name: "HarnessTests"),
        .testTarget(name: "DocExampleTests", dependencies: ["YokeFoundation", "YokeArchives", "YokeStandards", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)

// A build for sanitizers leaves out test targets that it does not run: YOKE_TESTS="BindingTests WritingTests".
if let tests = Context.environment["YOKE_TESTS"] {
    let wanted = tests.split(whereSeparator: \.isWhitespace).map(String.init)
    package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
