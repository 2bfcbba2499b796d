// swift-tools-version: 6.2
//
// Yoke's benchmarks. They are a package of their own, so that users of Yoke never resolve the libraries that Yoke is compared with.
// `../scripts/bench` builds and runs it.
//
// Environment variables, set by `../scripts/setup-rivals`. Without them the package builds too, and `bench` lists the absent contenders.
//   BENCH_SIMDJSON  any value: simdjson's headers and library are installed
//   BENCH_SERDE     the folder of libyoke_serde.a, which cargo has built from Sources/serde

import PackageDescription

let hasSimdjson = Context.environment["BENCH_SIMDJSON"] != nil
let serde = Context.environment["BENCH_SERDE"]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],  // the contender `floor` uses UTF8Span
    dependencies: [
        // Without `name:`, SwiftPM would name the package after the folder of the clone. The traits switch on both engines, but not the
        // macros.
        .package(name: "Yoke", path: "..", traits: ["Yajl", "YajlOnApple"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        // The folder CYajl is a link to ../CYajl, because no product of Yoke has the target CYajl. The names of targets must be unique, so
        // this target has another name.
        .systemLibrary(
            name: "SystemYajl", path: "CYajl", pkgConfig: "yajl",
            providers: [.apt(["libyajl-dev"]), .brew(["yajl"])]),
        // Measures and prints. Does not depend on any JSON library.
        .target(name: "CHarness"),
        .target(name: "Harness", dependencies: ["CHarness"]),
        // The work: models (a link to ../Tests/CorpusModels), corpora, and files to stream.
        .target(name: "CorpusModels", dependencies: ["Yoke"], path: "Sources/CorpusModels"),
        .target(name: "SameModule", dependencies: ["Yoke", "Harness"]),
        .target(name: "Workloads", dependencies: ["Yoke", "CorpusModels"]),
        // The contenders: one file for each. Contenders in other languages are called through a table of C functions.
        .target(name: "CRivals", dependencies: ["SystemYajl"]),
        .target(
            name: "CForeign",
            cSettings: (hasSimdjson ? [.define("HAS_SIMDJSON")] : []) + (serde != nil ? [.define("HAS_SERDE")] : []),
            linkerSettings: serde.map { [.unsafeFlags(["-L", $0]), .linkedLibrary("yoke_serde")] } ?? []),
        .target(
            name: "Rivals",
            dependencies: [
                "Yoke", .product(name: "YokeFoundation", package: "Yoke"), "CorpusModels", "CRivals", "CForeign", "Harness", "Workloads",
            ]
                + (hasSimdjson ? ["CSimdjson"] : [])),
        .executableTarget(
            name: "bench",
            dependencies: [
                "Harness", "Workloads", "Rivals", "SameModule",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ]
        + (hasSimdjson
            ? [
                // simdjson recommends -O3, but SwiftPM's release build uses -O2. No -march: simdjson chooses its kernel at run time.
                .target(
                    name: "CSimdjson", dependencies: ["CForeign"],
                    cxxSettings: [.define("NDEBUG"), .unsafeFlags(["-O3"])],
                    linkerSettings: [.linkedLibrary("simdjson")])
            ] : []),
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)
