import Foundation
import Testing

/// Runs the scripts of the repository like a person who tries them for the first time.
@Suite("scripts")
struct ScriptHelpTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The paths of all executable files in `scripts`, and of `.ci/run`.
    static let scripts: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path + "/scripts")) ?? []
        let files = names.map { root.path + "/scripts/" + $0 } + [root.path + "/.ci/run"]
        return files.filter { FileManager.default.isExecutableFile(atPath: $0) }.sorted()
    }()

    /// Programs that a script must not call in these tests, because they install, build, download, or change files.
    static let forbidden = [
        "apt-get", "brew", "sudo", "swift", "swiftc", "cargo", "rustc", "clang", "gcc", "cc", "curl", "git", "pkg-config", "rm", "mkdir",
    ]

    /// Makes a folder with a stub of each forbidden program. A stub only appends its call to the file `calls`, and fails.
    private func stubs() throws -> Folder {
        let folder = try Folder()
        for name in Self.forbidden {
            let file = try folder.file(name, "#!/bin/sh\necho \"${0##*/} $*\" >>\"$CALLS\"\nexit 1\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        }
        _ = try folder.file("calls", "")
        return folder
    }

    private func run(_ arguments: [String], _ stubs: Folder) throws -> (outcome: Tool.Outcome, calls: String) {
        let line = #"export CALLS=$1/calls PATH=$1:$PATH; shift; "$@" </dev/null"#
        let outcome = try Tool.shell(line, [stubs.path] + arguments)
        return (outcome, try String(contentsOfFile: stubs.path + "/calls", encoding: .utf8))
    }

    /// Returns the state of the source folder: git's status, and the names of all files in it.
    private func state() throws -> String {
        let git = try Tool.shell(#"cd "$1" && git status --porcelain 2>/dev/null; ls -a"#, [Self.root.path])
        return git.output
    }

    @Test(
        "--help and -h answer at once, and install, build and change nothing", .timeLimit(.minutes(1)), arguments: scripts)
    func help(script: String) throws {
        let before = try state()
        let stubs = try stubs()
        for arguments in [["--help"], ["-h"], ["x", "--help"], ["x", "-h"]] {
            let (outcome, calls) = try run([script] + arguments, stubs)
            #expect(outcome.status == 0 && outcome.error == "", "\(outcome.error)")
            #expect(outcome.output.utf8.count > 60 && !outcome.output.contains("set -"), "\(outcome.output)")
            #expect(calls == "")
        }
        #expect(try state() == before)
    }

    @Test(
        "--no-install says what is missing, and installs nothing", .timeLimit(.minutes(1)),
        arguments: ["setup", "setup-rivals", "test", "demo", "bench"])
    func noInstall(script: String) throws {
        let stubs = try stubs()
        // This stub reports a new enough version of Swift, so that the script goes on to its next check.
        _ = try stubs.file("swift", "#!/bin/sh\necho \"swift $*\" >>\"$CALLS\"; echo 'Swift version 6.2'\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stubs.path + "/swift")
        let (outcome, calls) = try run([Self.root.path + "/scripts/" + script, "--no-install"], stubs)
        let said = outcome.output + outcome.error
        #if os(Linux)
        #expect(said.contains("--no-install"), "\(said)")
        #expect(outcome.status == (script == "setup-rivals" ? 0 : 1))
        #endif
        #expect(!calls.contains("apt-get") && !calls.contains("brew install") && !calls.contains("sudo"), "\(calls)")
        #expect(!calls.contains("swift build") && !calls.contains("swift test"), "\(calls)")
    }

    @Test("setup-suites names what is missing, and says so where there is no network", .timeLimit(.minutes(1)))
    func setupSuites() throws {
        let stubs = try stubs(), folder = try Folder(), script = Self.root.path + "/scripts/setup-suites"
        let missing = try run([script, "--no-install", folder.path], stubs)
        #expect(missing.outcome.status == 1 && missing.outcome.error.contains("conformance/jsontestsuite"), "\(missing.outcome.error)")
        #expect(missing.outcome.error.contains("--no-install: nothing was fetched") && missing.calls == "", "\(missing.calls)")
        // This stub of git cannot reach the repository.
        let git = try stubs.file("git", "#!/bin/sh\necho 'fatal: unable to access: Could not resolve host: github.com' >&2; exit 128\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: git)
        let offline = try Tool.shell(
            #"rm=$(command -v rm); PATH=$1:$PATH; "$rm" "$1/rm" "$1/mkdir"; hash -r; "$2" "$3""#, [stubs.path, script, folder.path])
        #expect(offline.status == 1 && offline.output == "", "\(offline.output)")
        #expect(
            offline.error.contains("cannot fetch conformance/jsontestsuite") && offline.error.contains("Could not resolve host"),
            "\(offline.error)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("options that a script hands on to another program are not its own")
    func handedOn() throws {
        let stubs = try stubs()
        let (outcome, _) = try run([Self.root.path + "/scripts/expand", "none.swift", "--", "--help"], stubs)
        #expect(outcome.status == 66 && outcome.error == "expand: there is no file none.swift\n", "\(outcome.error)")
    }
}
