// swift-tools-version: 6.2
//
// Switches
//
//   Traits (sources ask with `#if Macros`, `#if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))`)
//     Macros        On by default. `@JSONModel` and its attributes. Off: swift-syntax is neither fetched nor built, and models are
//                   described by hand.
//     Yajl          On by default, and only for Linux. A second engine, which uses libyajl. Off: libyajl is not needed.
//     YajlOnApple   Off by default. The engine that uses libyajl, on macOS. libyajl comes from Homebrew, so an app with this engine starts
//                   only on Macs with libyajl. A trait of its own, because a default trait cannot be limited to one system.
//
//       .package(url: "...", from: "...", traits: [])     in a package that needs neither macros nor libyajl
//       swift build --disable-default-traits              builds this package without macros and libyajl
//       swift build --traits Yajl                         builds this package with libyajl, without macros
//
//   C definitions (for tests and benchmarks, by `-Xcc`)
//     -DYOKE_PORTABLE   Compiles scalar code instead of vector instructions.
//
//   Sanitizers: `scripts/sanitize` holds the command lines.

import CompilerPluginSupport
import PackageDescription

let withMacros: TargetDependencyCondition? = .when(traits: ["Macros"])
let withYajl: TargetDependencyCondition? = .when(platforms: [.linux], traits: ["Yajl"])
let withYajlOnApple: TargetDependencyCondition? = .when(platforms: [.macOS], traits: ["YajlOnApple"])

let package = Package(
    name: "Yoke",
    // Int128, Synchronization and UTF8Span need newer systems than these minimum versions, so their uses are checked with `#available`.
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
        // Swift macros can only be written with swift-syntax. The range covers its releases for Swift 6.2 and 6.3.
        .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
        // The tool's command line: help, completion and usage errors. A package that uses only the libraries never builds it.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        // The system library libyajl: the parser of the second engine, which cross-checks Yoke's own engine.
        .systemLibrary(
            name: "CYajl", path: "CYajl", pkgConfig: "yajl",
            providers: [.apt(["libyajl-dev"]), .brew(["yajl"])]),
        // The same library under a second name: a target that is named twice among dependencies causes a warning in each user's build.
        .systemLibrary(name: "CYajlOnApple", path: "CYajl", pkgConfig: "yajl", providers: [.brew(["yajl"])]),
        // The C engine. It depends only on libc.
        .target(name: "CYoke", exclude: ["number/powers.inc"], cSettings: [.headerSearchPath(".")]),
        .target(
            name: "Yoke",
            dependencies: [
                "CYoke",
                .target(name: "CYajl", condition: withYajl),
                .target(name: "CYajlOnApple", condition: withYajlOnApple),
                .target(name: "YokeMacros", condition: withMacros),
            ]),
        .macro(
            name: "YokeMacros",
            dependencies: [
                .product(name: "SwiftParser", package: "swift-syntax", condition: withMacros),
                .product(name: "SwiftSyntax", package: "swift-syntax", condition: withMacros),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: withMacros),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: withMacros),
                .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: withMacros),
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: withMacros),
            ]),
        // The C code of YokeDecoder and YokeEncoder, which reads the memory of the engine's documents.
        .target(name: "CYokeCodable", dependencies: ["CYoke"]),
        .target(name: "YokeFoundation", dependencies: ["Yoke", "CYoke", "CYokeCodable"]),
        // Snapshots, keyed archives and property lists: most programs need none of them, so they are a module of their own.
        .target(name: "CYokeArchives", dependencies: ["CYoke"]),
        .target(name: "YokeArchives", dependencies: ["Yoke", "CYoke", "CYokeArchives"]),
        // Pointer, JSONPath, Patch, canonical form and JSON Schema: standards on top of JSON.
        .target(name: "YokeStandards", dependencies: ["Yoke"]),

        // Installed as `yoke` (scripts/install). Product, folder and module have other names: Xcode reports a cycle for a product `yoke`
        // beside the module `Yoke`. On a Mac, `Sources/yoke` and `Sources/Yoke` are the same folder.
        .executableTarget(
            name: "YokeTool",
            dependencies: ["Yoke", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        // The program of `scripts/demo`. It is not a product, because users of the package do not need it.
        .executableTarget(
            name: "yoke-demo",
            dependencies: ["Yoke", .product(name: "ArgumentParser", package: "swift-argument-parser")], path: "Sources/demo"),

        // Targets that several test targets share.
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .target(name: "TestSupport", dependencies: ["Yoke"], path: "Tests/TestSupport"),
        .target(name: "OtherModels", dependencies: ["Yoke"], path: "Tests/OtherModels"),
        // Models of the texts in ../shared/corpora. The benchmarks use the same files through a link.
        .target(name: "CorpusModels", dependencies: ["Yoke"], path: "Tests/CorpusModels"),

        // The program of `scripts/fuzz`. It is not a product.
        .executableTarget(name: "yoke-fuzz", dependencies: ["Yoke", "TestSupport"], path: "Tests/Fuzz"),
        // The program of `scripts/check-growth`. It is not a product.
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
        // Models in a module whose default isolation is the main actor.
        .testTarget(name: "IsolationTests", dependencies: ["Yoke"], swiftSettings: [.defaultIsolation(MainActor.self)]),
        // ToolTests depends on YokeTool and yoke-demo, so that SwiftPM builds them before the tests. The tests start them as processes.
        .testTarget(name: "ToolTests", dependencies: ["YokeTool", "yoke-demo", "CTestSupport"]),
        // Tests of the benchmarks' harness. The sources are links to files of ./Benchmarks. The package in ./Benchmarks depends on Yoke, so
        // Yoke cannot depend on its targets.
        .testTarget(name: "HarnessTests"),
        .testTarget(name: "DocExampleTests", dependencies: ["YokeFoundation", "YokeArchives", "YokeStandards", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)

// If the variable YOKE_TESTS is set, only the test targets that it lists are built. `scripts/sanitize` uses this to save time.
if let tests = Context.environment["YOKE_TESTS"] {
    let wanted = tests.split(whereSeparator: \.isWhitespace).map(String.init)
    package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
