import Foundation
import Testing

/// Tests the behaviour of all commands with files, pipes and terminals.
@Suite("yoke and the system")
struct ProcessTests {
    static let commands: [[String]] = [["validate"], ["format"], ["format", "--sort-keys"], ["get", "$[*]"], ["stats"]]

    @Test("says what to do about a file that is not there", arguments: commands)
    func missing(command: [String]) throws {
        let folder = try Folder()
        let outcome = try Tool.shell(#""$yoke" "$@""#, command + [folder.path + "/none.json"])
        #expect(outcome.status == 74)
        #expect(outcome.output == "")
        #expect(outcome.error.contains("none.json: No such file or directory. Check the path"))
    }

    @Test("says what to do about a directory", arguments: commands)
    func directory(command: [String]) throws {
        let folder = try Folder()
        let outcome = try Tool.shell(#""$yoke" "$@""#, command + [folder.path])
        #expect(outcome.status == 74)
        #expect(outcome.error.contains("is a directory. Name the files in it"))
    }

    @Test("says what to do about a directory as standard input", arguments: commands)
    func directoryAsInput(command: [String]) throws {
        let outcome = try Tool.shell(#""$yoke" "$@" < /"#, command)
        #expect(outcome.status == 74)
        #expect(outcome.error == "standard input: is a directory. Redirect a file, or name one as an argument\n")
    }

    @Test("says what to do about a file that may not be read", .enabled(if: getuid() != 0))
    func forbidden() throws {
        let folder = try Folder()
        let file = try folder.file("a.json", "[]")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
        let outcome = try Tool.run("validate", file)
        #expect(outcome.status == 74)
        #expect(outcome.error.contains("Permission denied. Make it readable"))
    }

    @Test("does not read its own output", .timeLimit(.minutes(1)), arguments: [[], ["--lines"]])
    func ownOutput(options: [String]) throws {
        let folder = try Folder()
        let file = try folder.file("a.json", "{\"a\": 1}\n")
        for line in [#""$yoke" format "$@" "$file" >>"$file""#, #""$yoke" format "$@" <"$file" >>"$file""#] {
            let outcome = try Tool.shell("file=$1; shift; " + line, [file] + options)
            #expect(outcome.status == 74 && outcome.error.contains(": is also the output. "), "\(outcome.error)")
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "{\"a\": 1}\n")
    }

    #if os(Linux)
    @Test("reads files whose names are not UTF-8")
    func otherNames() throws {
        let folder = try Folder()
        let make = #"cd "$1"; a=$(printf 'a\377.json') b=$(printf 'a\376.json'); echo '[1]' >"$a"; "#
        let one = try Tool.shell(make + #""$yoke" get '$[0]' "$a""#, [folder.path])
        #expect(one.status == 0 && one.output == "1\n", "\(one.error)")
        for line in [#""$yoke" validate "$b""#, #""$yoke" validate "$a" "$b""#] {
            let unknown = try Tool.shell(make + line, [folder.path])
            #expect(unknown.status == 74 && unknown.error.contains("If the name is not UTF-8, redirect the file"), "\(unknown.error)")
        }
    }

    @Test("fails where the disk is full", arguments: commands)
    func diskFull(command: [String]) throws {
        let folder = try Folder()
        let file = try folder.file("a.json", longDocument(count: 10_000))
        let outcome = try Tool.shell(#"file=$1; shift; "$yoke" "$@" "$file" >/dev/full"#, [file] + command)
        #expect(outcome.status == 74)
        #expect(outcome.error.contains("cannot write the output: No space left on device"))
    }
    #endif

    @Test("ends quietly with 141 when its reader has had enough", arguments: [["format"], ["get", "$[*]"]])
    func closedPipe(command: [String]) throws {
        let folder = try Folder()
        let file = try folder.file("a.json", longDocument())
        let line = #"file=$1; shift; "$yoke" "$@" "$file" | head -c 10 >/dev/null; exit ${PIPESTATUS[0]}"#
        let outcome = try Tool.shell(line, [file] + command)
        #expect(outcome.status == 141)
        #expect(outcome.error == "")
        // Some parent processes ignore SIGPIPE, and the tool inherits this setting. The exit status must be 141 in this case, too.
        #expect(try Tool.shell("trap '' PIPE; " + line, [file] + command).status == 141)
    }

    @Test("draws no progress where nobody watches", arguments: commands)
    func noProgress(command: [String]) throws {
        let folder = try Folder()
        let file = try folder.file("a.json", longDocument())
        let outcome = try Tool.shell(#"file=$1; shift; "$yoke" "$@" "$file" >/dev/null"#, [file] + command)
        #expect(outcome.status == 0)
        #expect(outcome.error == "")
    }

    @Test("reads pipes that deliver a byte at a time, FIFOs and files without a size")
    func slowAndOddInputs() throws {
        let folder = try Folder()
        let slow = try Tool.shell(
            #"text='{"aé": [1, "😀"]}'; (LC_ALL=C; for ((i = 0; i < ${#text}; i++)); do printf %s "${text:i:1}"; done) | "$yoke" format --compact"#
        )
        #expect(slow.status == 0)
        #expect(slow.output == "{\"aé\":[1,\"😀\"]}\n")
        let fifo = try Tool.shell(#"mkfifo "$1/fifo"; echo '[1]' >"$1/fifo" & "$yoke" format --compact "$1/fifo""#, [folder.path])
        #expect(fifo.output == "[1]\n")
    }

    @Test("shows help and the version")
    func help() throws {
        let help = try Tool.run("--help")
        #expect(help.status == 0)
        #expect(help.output.contains("141"))
        for command in ["validate", "format", "get", "stats"] { #expect(help.output.contains("\n  \(command) ")) }
        #expect(try Tool.run("--version").output.split(separator: ".").count == 3)
        #expect(try Tool.run("frobnicate").status == 64)
        #expect(try Tool.run("get").status == 64)
    }

    @Test("does not depend on the locale")
    func locale() throws {
        let text = "'{\"a\": [1.5, \"é\"]}'"
        let plain = try Tool.shell("echo \(text) | LC_ALL=C \"$yoke\" get '$.a[*]'")
        let german = try Tool.shell("echo \(text) | LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo \"$yoke\" get '$.a[*]'")
        #expect(plain.output == "1.5\n\"é\"\n")
        #expect(german.output == plain.output)
    }
}
