// swift-tools-version: 6.2
//
// Yoke's benchmarks: a package of its own, so that users of Yoke never resolve what it is compared with. `../scripts/bench`
// builds and runs it.

import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],  // UTF8Span, for the floor
    dependencies: [
        // With a name, so that it does not depend on how the folder of the clone is called; without macros and swift-syntax.
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
        .target(name: "Workloads", dependencies: ["Yoke", "CorpusModels"]),
        // Who reads and writes it: one file a contender.
        .target(name: "CRivals", dependencies: ["SystemYajl"]),
        .target(name: "Rivals", dependencies: ["Yoke", "CorpusModels", "CRivals", "Harness"]),
        .executableTarget(
            name: "bench",
            dependencies: [
                "Harness", "Workloads", "Rivals",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
