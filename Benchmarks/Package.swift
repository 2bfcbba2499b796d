// swift-tools-version: 6.2
//
// Yoke's benchmarks: a package of its own, so that users of Yoke never resolve what it is compared with. `../scripts/bench`
// builds and runs it.
//
// Switches, from the environment; `../scripts/setup-rivals` sets them. Without them the package builds all the same, and `bench`
// says who is absent.
//   BENCH_SIMDJSON  anything: simdjson's headers and library are there
//   BENCH_SERDE     the folder of libyoke_serde.a, which is Sources/serde as cargo has built it

import PackageDescription

let hasSimdjson = Context.environment["BENCH_SIMDJSON"] != nil
let serde = Context.environment["BENCH_SERDE"]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],  // UTF8Span, for the floor
    dependencies: [
        // With a name, so that it does not depend on how the folder of the clone is called; both engines, and no swift-syntax.
        .package(name: "Yoke", path: "..", traits: ["Yajl"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        // A link to ../CYajl. No product of Yoke has that target, and two packages cannot have targets of one name.
        .systemLibrary(
            name: "SystemYajl", path: "CYajl", pkgConfig: "yajl",
            providers: [.apt(["libyajl-dev"]), .brew(["yajl"])]),
        // Measures and prints; knows no library.
        .target(name: "CHarness"),
        .target(name: "Harness", dependencies: ["CHarness"]),
        // What is read and written: models (a link to ../Tests/CorpusModels), corpora, files to stream.
        .target(name: "CorpusModels", dependencies: ["Yoke"], path: "Sources/CorpusModels"),
        .target(name: "SameModule", dependencies: ["Yoke", "Harness"]),
        .target(name: "Workloads", dependencies: ["Yoke", "CorpusModels"]),
        // Who reads and writes it: one file a contender, and for those of other languages a table of functions in C.
        .target(name: "CRivals", dependencies: ["SystemYajl"]),
        .target(
            name: "CForeign",
            cSettings: (hasSimdjson ? [.define("HAS_SIMDJSON")] : []) + (serde != nil ? [.define("HAS_SERDE")] : []),
            linkerSettings: serde.map { [.unsafeFlags(["-L", $0]), .linkedLibrary("yoke_serde")] } ?? []),
        .target(
            name: "Rivals",
            dependencies: ["Yoke", "CorpusModels", "CRivals", "CForeign", "Harness", "Workloads"]
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
                // -O3 is what simdjson recommends, and SwiftPM's release is -O2. No -march: it chooses its kernel at run time.
                .target(
                    name: "CSimdjson", dependencies: ["CForeign"],
                    cxxSettings: [.define("NDEBUG"), .unsafeFlags(["-O3"])],
                    linkerSettings: [.linkedLibrary("simdjson")])
            ] : []),
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)
