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
        arguments: ["setup", "setup-rivals", "test", "bench"])
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

    @Test("the demo does not ask for libyajl, which it does not use", .timeLimit(.minutes(1)))
    func demo() throws {
        let stubs = try stubs(), folder = try Folder()
        _ = try stubs.file("swift", "#!/bin/sh\necho \"swift $*\" >>\"$CALLS\"; echo 'Swift version 6.2'\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stubs.path + "/swift")
        let file = try folder.file("own.json", "[]")
        let (outcome, calls) = try run([Self.root.path + "/scripts/demo", "--no-install", file, "--at", "$[*]"], stubs)
        #expect(calls.contains("swift build") && !calls.contains("pkg-config"), "\(calls)\(outcome.error)")
        let unknown = try run([Self.root.path + "/scripts/setup", "yajll"], stubs)
        #expect(unknown.outcome.status == 64 && unknown.outcome.error.contains("yajll"), "\(unknown.outcome.error)")
    }

    @Test("setup --no-install ends with 1 on a Mac without iso-codes")
    func setupOnAMac() throws {
        let stubs = try Folder(), tools = "for tool in bash dirname awk sed head sort; do ln -s \"$(command -v $tool)\" \"$1\"; done; "
        for (name, text) in [("uname", "echo Darwin"), ("swift", "echo 'Swift version 6.2'"), ("brew", "echo /none")] {
            let file = try stubs.file(name, "#!/bin/sh\n\(text)\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        }
        let line = tools + #"PATH=$1 "$2" --no-install; echo $?; PATH=$1 "$2" swift yajl --no-install; echo $?"#
        let outcome = try Tool.shell(line, [stubs.path, Self.root.path + "/scripts/setup"])
        #expect(outcome.output.hasSuffix("is there\n1\nsetup: Swift 6.2 is there\n0\n"), "\(outcome.output)\(outcome.error)")
        #expect(outcome.error.contains("missing: iso-codes"), "\(outcome.error)")
    }

    @Test("an exported CDPATH changes nothing")
    func searchPath() throws {
        let stubs = try stubs()
        let line = #"cd "$1" && CDPATH=$1 scripts/bench --no-install"#
        let (outcome, calls) = try run(["/bin/bash", "-c", line, "bash", Self.root.path], stubs)
        #expect(calls.contains("swift --version") && !outcome.error.contains("No such file"), "\(calls)\(outcome.error)")
    }

    @Test(
        "a wrong option ends a script before it does anything",
        arguments: [["docs", "--bogus"], ["mutate", "--chek"], ["mutate", "flattn"], ["expand", "--bogus"]])
    func wrongOption(arguments: [String]) throws {
        let stubs = try stubs()
        let script = Self.root.path + "/scripts/" + arguments[0]
        let (outcome, calls) = try run([script, arguments[1]], stubs)
        #expect(outcome.status == 64 && outcome.error.contains(arguments[1]) && calls == "", "\(outcome.error)\(calls)")
        #if os(Linux)  // macOS has no `timeout`
        // The message cannot be written, but the script must end.
        let closed = try run(["timeout", "20", "/bin/bash", "-c", #""$0" "$1" 2>&-"#, script, arguments[1]], stubs)
        #expect(closed.outcome.status != 0 && closed.outcome.status != 124)
        #endif
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
