// swift-tools-version: 6.2
//
// A package that uses Yoke as any other package would. `scripts/check-consumer` builds and runs it, with the trait `Macros` and without:
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
        // Without `name:`, SwiftPM would name the package after the folder of the clone.
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
