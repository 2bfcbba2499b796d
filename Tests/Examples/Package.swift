// swift-tools-version: 6.2
//
// Four small programs that use Yoke. `scripts/examples` builds them, runs them and checks what they print.
//
//     swift run github-events Fixtures/events.json
//     swift run log-cruncher --sample 100000 | swift run log-cruncher
//     swift run config Fixtures/config.json set server.port 9090
//     swift run server --port 8080

import PackageDescription

let yoke: Target.Dependency = .product(name: "Yoke", package: "Yoke")
let yokeStandards: Target.Dependency = .product(name: "YokeStandards", package: "Yoke")
let yokeFoundation: Target.Dependency = .product(name: "YokeFoundation", package: "Yoke")

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v14)],
    dependencies: [
        // Without `name:`, SwiftPM would name the package after the folder of the clone.
        .package(name: "Yoke", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(name: "github-events", dependencies: [yokeFoundation]),
        .executableTarget(name: "log-cruncher", dependencies: [yoke]),
        .executableTarget(name: "config", dependencies: [yokeFoundation, yokeStandards]),
        .executableTarget(name: "server", dependencies: [yoke, .product(name: "Hummingbird", package: "hummingbird")]),
    ],
    swiftLanguageModes: [.v6]
)
