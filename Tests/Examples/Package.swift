// swift-tools-version: 6.2
//
// Small programs that use Yoke.
//
//     swift run github-events Fixtures/events.json
//     swift run log-cruncher --sample 100000 | swift run log-cruncher
//     swift run config Fixtures/config.json set server.port 9090

import PackageDescription

let yoke: Target.Dependency = .product(name: "Yoke", package: "Yoke")
let yokeFoundation: Target.Dependency = .product(name: "YokeFoundation", package: "Yoke")

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v14)],
    dependencies: [
        // The name makes the package independent of the name of the clone's folder.
        .package(name: "Yoke", path: "../..", traits: ["Macros"]),
    ],
    targets: [
        .executableTarget(name: "github-events", dependencies: [yokeFoundation]),
        .executableTarget(name: "log-cruncher", dependencies: [yoke]),
        .executableTarget(name: "config", dependencies: [yokeFoundation]),
    ],
    swiftLanguageModes: [.v6]
)
