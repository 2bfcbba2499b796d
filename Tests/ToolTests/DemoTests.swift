import Foundation
import Testing

@Suite("yoke-demo make")
struct DemoTests {
    private let folder: Folder

    /// Makes lists of iso-codes with one country.
    init() throws {
        folder = try Folder()
        _ = try folder.file(
            "iso_3166-1.json",
            #"{"3166-1":[{"alpha_2":"AD","alpha_3":"AND","numeric":"020","flag":"x","name":"Andorra"}]}"#)
        _ = try folder.file("iso_3166-2.json", #"{"3166-2":[{"code":"AD-07","name":"Andorra la Vella","type":"Parish"}]}"#)
    }

    private func make(_ file: String) throws -> Tool.Outcome {
        try Tool.demo("make", file, "--size", "1", "--iso-codes", folder.path)
    }

    @Test("replaces an old file")
    func file() throws {
        let file = try folder.file("made.json", "old")
        #expect(try make(file).status == 0)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.hasPrefix("{\"source\"") && text.hasSuffix("]}\n") && text.utf8.count >= 1_000_000)
        #expect(!FileManager.default.fileExists(atPath: file + ".partial"))
    }

    @Test("leaves a folder, a link and a device as they are")
    func others() throws {
        let inner = folder.path + "/inner", link = folder.path + "/link"
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
        try Data("kept".utf8).write(to: URL(fileURLWithPath: inner + "/kept"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "inner/kept")
        // The pipe stands for every device: a test must not risk a device of the system.
        #expect(try Tool.shell("mkfifo \"$1\"", [folder.path + "/pipe"]).status == 0)
        for name in ["inner", "link", "pipe"] {
            let outcome = try make(folder.path + "/" + name)
            #expect(outcome.status == 64 && outcome.error.contains("no regular file"), "\(outcome.error)")
        }
        #expect(try String(contentsOfFile: link, encoding: .utf8) == "kept")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "inner/kept")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 5)
    }

    @Test("refuses a size that is too large", arguments: ["0", "1000001", "99999999999999"])
    func size(megabytes: String) throws {
        let outcome = try Tool.demo("make", folder.path + "/x", "--size", megabytes)
        #expect(outcome.status == 64 && outcome.error.contains("--size is 1 to 1,000,000 MB"), "\(outcome.error)")
    }
}
