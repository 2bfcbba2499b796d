import Foundation
import Testing

/// `scripts/check-apple` fails if code does not fit another system. Each test adds such code to a copy of the sources.
@Suite("scripts/check-apple")
struct AppleTests {
    /// True if `scripts/check-apple` has run in this checkout, so that the compiler's cache for macOS exists. Without the cache, the
    /// compiler first compiles the module interfaces, which takes about a minute.
    private static let isReady = FileManager.default.fileExists(atPath: ScriptHelpTests.root.path + "/.build-apple/macos/cache")

    private func check(_ part: String, planted: String, in file: String, of folder: Folder) throws -> Tool.Outcome {
        let line = #"mkdir -p "$(dirname "$2/$3")" && printf '\n%s\n' "$4" >>"$2/$3" && "$1/scripts/check-apple" --root "$2" "$5""#
        return try Tool.shell(line, [ScriptHelpTests.root.path, folder.path, file, planted, part])
    }

    #if os(Linux) && arch(x86_64)
    /// The test adds two faults to a copy of the sources: an API newer than macOS 13, and a function of Linux. One copy has both faults,
    /// because checking a copy takes long.
    @Test("planted faults of Swift are found", .enabled(if: isReady, "run scripts/check-apple once"), .timeLimit(.minutes(10)))
    func faultsOfSwift() throws {
        let folder = try Folder()
        _ = try Tool.shell(#"cp -R "$1/Sources" "$2""#, [ScriptHelpTests.root.path, folder.path])
        let code = "internal import Darwin\nlet planted = [1].span.count\nlet alsoPlanted = epoll_create1(0)"
        let outcome = try check("macos", planted: code, in: "Sources/Yoke/Planted.swift", of: folder)
        #expect(outcome.status == 1, "\(outcome.error)")
        #expect(outcome.error.contains("'span' is only available in macOS 26"), "\(outcome.error)")
        #expect(outcome.error.contains("cannot find 'epoll_create1' in scope"), "\(outcome.error)")
    }

    /// Adds faults to YokeFoundation and TestSupport. The script checks these modules only if the module Yoke has no fault.
    @Test(
        "planted faults over Foundation and in the tests' support are found",
        .enabled(if: isReady, "run scripts/check-apple once"), .timeLimit(.minutes(10)))
    func faultsOfOtherModules() throws {
        let folder = try Folder()
        _ = try Tool.shell(#"cp -R "$1/Sources" "$1/Tests" "$2""#, [ScriptHelpTests.root.path, folder.path])
        let newer = "import Foundation\nlet planted: Int128 = 1\n"
        try Data(newer.utf8).write(to: URL(fileURLWithPath: folder.path + "/Sources/YokeFoundation/Planted.swift"))
        let outcome = try check("macos", planted: "let planted = [1].span.count", in: "Tests/TestSupport/Planted.swift", of: folder)
        #expect(outcome.status == 1, "\(outcome.error)")
        #expect(outcome.error.contains("'Int128' is only available in macOS 15"), "\(outcome.error)")
        #expect(outcome.error.contains("'span' is only available in macOS 26"), "\(outcome.error)")
    }

    @Test(
        "a planted fault of C is found", .timeLimit(.minutes(1)),
        arguments: [
            ("typedef __uint128_t planted;", "does not fit i686-linux-gnu"),
            ("#include <sys/epoll.h>", "'sys/epoll.h' file not found"),
        ])
    func aFaultOfC(code: String, message: String) throws {
        let outcome = try check("c", planted: code, in: "Sources/CYoke/planted.c", of: try Folder())
        #expect(outcome.status == 1 && outcome.error.contains(message), "\(outcome.error)")
    }

    @Test(
        "what bash 3.2 and BSD's tools do not know is found",
        arguments: [
            "declare -A planted", "readarray -t planted", "echo ${planted^^}", "start=$(date +%s%N)", "sed -i s/a/b/ planted",
            "sed 's/a/\\n/' planted", "planted=(); echo \"${planted[@]}\"", "readlink -f planted",
        ])
    func aFaultOfBash(code: String) throws {
        let folder = try Folder()
        _ = try Tool.shell(#"mkdir "$1/.ci" && echo '#!/usr/bin/env bash' | tee "$1/.ci/run" >"$1/planted""#, [folder.path])
        let good = try check("bash", planted: "echo", in: "scripts/planted", of: folder)
        #expect(good.status == 0, "\(good.error)")
        _ = try Tool.shell(#"cp "$1/planted" "$1/scripts/planted""#, [folder.path])
        let outcome = try check("bash", planted: code, in: "scripts/planted", of: folder)
        #expect(outcome.status == 1 && outcome.error.contains("scripts/planted:3:"), "\(outcome.error)")
    }
    #endif
}
