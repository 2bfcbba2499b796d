import Foundation
import Testing

/// `scripts/check-layers` fails if a folder uses a type that it must not use. Each test adds such a use to a copy of the sources.
@Suite("scripts/check-layers")
struct LayerTests {
    @Test("the sources keep the rules")
    func sourcesKeepTheRules() throws {
        let outcome = try Tool.shell(#""$1/scripts/check-layers""#, [ScriptHelpTests.root.path])
        #expect(outcome.status == 0, "\(outcome.error)")
    }

    private static let planted = [
        ("Sources/Yoke/Support/TypeName.swift", "let planted = JSONValue.null", "Support names JSONValue, which is of Values"),
        ("Sources/Yoke/Mapping/JSONMapping.swift", "typealias Planted = Binder", "Mapping names Binder, which is of Session"),
        ("Sources/Yoke/Session/Native/NativeEngine.swift", "typealias Planted = YajlEngine", "An engine never names another one"),
        (
            "Sources/Yoke/Reading/Read.swift", "let planted = \"\\(JSONStream<Int>.self)\"",
            "Reading names JSONStream, which is of Streaming"
        ),
        ("Sources/Yoke/Writing/Write.swift", "import Foundation", "Only YokeFoundation and the programs import Foundation"),
        ("Sources/CYoke/bind/store.c", "#include \"native/native.h\"", "bind includes native/native.h, which is of native"),
        ("Sources/CYoke/text/utf8.c", "#include \"sink/tape.h\"", "text includes sink/tape.h, which is of sink"),
        ("Sources/CYoke/include/plan/plan.h", "#include \"bind/bind.h\"", "plan includes bind/bind.h, which is of bind"),
        ("Sources/Yoke/Reading/Read.swift", "import YokeArchives", "Yoke imports no module that is built on it"),
        ("Sources/YokeArchives/Exports.swift", "internal import CYajl", "YokeArchives imports no C module but CYoke and CYokeArchives"),
        ("Sources/YokeArchives/Snapshots/Snapshot.swift", "import Foundation", "The snapshots of YokeArchives need no Foundation"),
        ("Sources/YokeStandards/Exports.swift", "internal import CYoke", "YokeStandards needs no Foundation and no C module"),
        ("Sources/CYokeArchives/read.c", "#include \"base/platform.h\"", "CYokeArchives includes base/platform.h"),
        ("Sources/CYokeArchives/read.c", "#include \"plan/plan.h\"", "CYokeArchives includes plan/plan.h"),
        ("Sources/CYoke/text/utf8.c", "#ifdef __aarch64__\n#endif", "Only base/platform.h asks which platform it is"),
    ]

    /// All forbidden uses are added to one copy of the sources, because making and checking a copy takes a second.
    @Test("planted uses are found") func plantedUsesAreFound() throws {
        let folder = try Folder()
        _ = try Tool.shell(#"cp -R "$1/Sources" "$2""#, [ScriptHelpTests.root.path, folder.path])
        for (file, code, _) in Self.planted { _ = try Tool.shell(#"printf '\n%s\n' "$2" >>"$1""#, [folder.path + "/" + file, code]) }
        let outcome = try Tool.shell(#""$1/scripts/check-layers" --root "$2""#, [ScriptHelpTests.root.path, folder.path])
        #expect(outcome.status == 1)
        let lines = outcome.error.split(separator: "\n")
        for (file, _, message) in Self.planted {
            #expect(lines.contains { $0.contains("\(file):") && $0.contains(message) }, "\(file), \(message): \(outcome.error)")
        }
    }
}
