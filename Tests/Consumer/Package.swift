// swift-tools-version: 6.2
//
// A package as a user of Yoke writes it. `scripts/check-consumer` builds and runs it with its trait and without:
//
//     swift run consumer                               models by macro
//     swift run --disable-default-traits consumer      the same models by hand; swift-syntax is not fetched

import PackageDescription

let package = Package(
    name: "Consumer",
    platforms: [.macOS(.v13)],
    traits: [
        .trait(name: "Macros", description: "Models by @JSONModel"),
        .default(enabledTraits: ["Macros"]),
    ],
    dependencies: [
        // The name makes the package independent of the name of the clone's folder.
        .package(
            name: "Yoke", path: "../..",
            traits: [.trait(name: "Macros", condition: .when(traits: ["Macros"]))])
    ],
    targets: [
        .executableTarget(
            name: "consumer",
            dependencies: [
                .product(name: "Yoke", package: "Yoke"),
                .product(name: "YokeFoundation", package: "Yoke"),
                .product(name: "YokeArchives", package: "Yoke"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
