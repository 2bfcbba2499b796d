import Foundation
import Yoke
import YokeArchives
import YokeFoundation

/// Reads and writes the models. Exits with 1 if a check fails.
@main
struct Main {
    static func main() async throws {
        var checks = Checks()
        try reading(&checks)
        try writing(&checks)
        try streaming(&checks)
        checks.expect(try await titles(in: Array(text.utf8)) == ["Sea"], "a loop that awaits elements")
        try archives(&checks)
        try errors(&checks)
        #if Macros
        let way = "by macro"
        #else
        let way = "by hand"
        #endif
        print("models \(way): \(checks.passed) passed, \(checks.failed) failed")
        if checks.failed > 0 { exit(1) }
    }

    static let text = """
        {"id": 7, "display_name": "Été", "tracks": [{"title": "Sea", "seconds": 182.5}], "mood": "wild",
         "tags": ["a", "b", "a"], "plays": {"mia": 3}, "unknown": {"x": [1, 2, {}]}}
        """

    static let playlist = Playlist(
        id: 7, displayName: "Été", mood: .wild, songs: [Song(title: "Sea", seconds: 182.5)], tags: ["a", "b"],
        plays: ["mia": 3])

    static func reading(_ checks: inout Checks) throws {
        checks.expect(try Playlist(json: text) == playlist, "a struct out of a String")
        checks.expect(try Playlist(json: Data(text.utf8)) == playlist, "a struct out of Data")
        let small = try Playlist(json: #"{"id": 1, "display_name": "", "tracks": []}"#)
        checks.expect(small == Playlist(id: 1, displayName: "", songs: []), "initial values for missing keys")
        checks.expect(!small.isSelected, "the initial value of an ignored property")
        let shelf = try Shelf(json: #"{"name": "top", "playlists": [\#(text)]}"#)
        checks.expect(shelf.name == "top" && shelf.playlists == [playlist], "a class")
        let title = try String(json: text, at: "$.tracks[0].title")
        checks.expect(title == "Sea", "a value at a path")
    }

    static func writing(_ checks: inout Checks) throws {
        let one = Playlist(id: 1, displayName: "a\"b", songs: [Song(title: "Sea", seconds: 0.5)], note: "n")
        let expected =
            #"{"id":1,"display_name":"a\"b","mood":"calm","tracks":[{"title":"Sea","seconds":0.5}],"#
            + #""tags":[],"plays":{},"note":"n"}"#
        checks.expect(try one.jsonString() == expected, "a struct as text")
        checks.expect(try Playlist(json: playlist.jsonBytes(.pretty)) == playlist, "what is written reads back")
        let shelf = try Shelf(json: Shelf(name: "top", playlists: [playlist]).jsonString())
        checks.expect(shelf.playlists == [playlist], "a class reads back")
    }

    /// Streams outside of any actor. Compilers have crashed on such code in optimised builds.
    @concurrent
    static func titles(in text: [UInt8]) async throws -> [String] {
        var titles: [String] = []
        for try await song in try JSONStream<Song>(chunks: [text], at: "$.tracks[*]") { titles.append(song.title) }
        return titles
    }

    static func streaming(_ checks: inout Checks) throws {
        let document = Array(#"{"lists": [\#(text), \#(text)], "count": 2}"#.utf8)
        let chunks = document.map { [$0] }
        var stream = try JSONStream<Playlist>(chunks: chunks, at: "$.lists[*]")
        var seen: [Playlist] = []
        while let next = try stream.next() { seen.append(next) }
        checks.expect(seen == [playlist, playlist], "elements out of chunks of one byte")
    }

    static func archives(_ checks: inout Checks) throws {
        let snapshot = try playlist.snapshot()
        checks.expect(try Playlist(snapshot: snapshot) == playlist, "a snapshot")
        checks.expect(try Playlist(snapshot: AnySequence(snapshot)) == playlist, "a snapshot in bytes that are not contiguous")
        checks.expect(try Playlist(propertyList: playlist.propertyList()) == playlist, "a property list")
        do {
            _ = try Playlist(snapshot: snapshot.dropLast())
            checks.expect(false, "a cut snapshot is an error")
        } catch {
            checks.expect(error.kind == .unexpectedEnd && error.offset == snapshot.count - 1, "the error of a snapshot, \(error)")
        }
    }

    static func errors(_ checks: inout Checks) throws {
        do {
            _ = try Playlist(json: #"{"id": 1, "display_name": "", "tracks": [{"title": "Sea", "seconds": "long"}]}"#)
            checks.expect(false, "a wrong type is an error")
        } catch {
            checks.expect(error.kind == .typeMismatch, "the error's kind")
            checks.expect(error.path == "$.tracks[0].seconds", "the error's path, \(error.path)")
            checks.expect(error.line == 1 && error.column == 70, "the error's place, \(error)")
        }
        do {
            _ = try Playlist(json: "{}")
            checks.expect(false, "missing keys are an error")
        } catch {
            checks.expect(error.keys == ["id", "display_name", "tracks"], "every missing key, \(error.keys)")
        }
    }
}

/// Counts the checks that pass, and prints the checks that fail.
struct Checks {
    private(set) var passed = 0
    private(set) var failed = 0

    mutating func expect(_ holds: Bool, _ what: String) {
        if holds {
            passed += 1
        } else {
            failed += 1
            print("failed: \(what)")
        }
    }
}
