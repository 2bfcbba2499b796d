import Foundation
import Testing
import YokeStandards

// The code blocks of Yoke.docc/EditingFiles.md, without changes. ArticleTests compares the article with this file.

private struct Settings: JSONConvertible {
    var port = 80
    var tls: String?

    static var jsonMapping: JSONMapping {
        JSONMapping(Settings.self) { fields in
            fields.add("port", \.port, default: 80)
            fields.add("tls", \.tls)
        }
    }
}

@Suite struct EditingFilesExamples {
    @Test func changeAText() throws {
        let text = """
            {
              // shown to users
              "name": "demo",
              "server": {
                "port": 80,    // behind the proxy
                "hosts": ["localhost"],
                "tls": null
              }
            }
            """
        let expected = """
            {
              // shown to users
              "title": "demo",
              "server": {
                "port": 8080,    // behind the proxy
                "hosts": ["localhost", "example.org"]
              }
            }
            """
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-editing-\(UInt64.random(in: 0 ... .max)).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        var editor = try JSONEditor(path: path, options: .jsonc)
        try editor.set(8080, at: "$.server.port")
        try editor.append("example.org", to: "$.server.hosts")
        try editor.remove(at: "$.server.tls")
        try editor.rename(at: "$.name", to: "title")
        try editor.write(path: path)
        #expect(editor.text == expected)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == expected)
        #expect(try editor.value(at: "$.server.port") == 8080)
    }

    @Test func aPointerIsNotAPath() throws {
        var editor = try JSONEditor(#"{"server": {"port": 80}}"#)
        try editor.set(8080, at: JSONPointer("/server/port"))
        #expect(editor.text == #"{"server": {"port": 8080}}"#)
        let error = #expect(throws: JSONError.self) { try editor.set(1, at: "/server/port") }
        #expect(error?.kind == .invalidPath && error?.hint?.contains("JSONPointer(") == true)
        try editor.set(1, at: "['/server/port']")
        #expect(editor.text == #"{"server": {"port": 8080}, "/server/port": 1}"#)
    }

    @Test func writeAModelBack() throws {
        let text = "{\n  \"port\": 80, // the port\n  \"other\": 1.0,\n}\n"
        var settings = try Settings(json: text, options: .jsonc)
        settings.port = 8080
        var editor = try JSONEditor(text, options: .jsonc)
        try editor.update(from: settings)
        #expect(editor.text == "{\n  \"port\": 8080, // the port\n  \"other\": 1.0,\n}\n")
        #expect(try Settings(json: editor.text, options: .jsonc).port == 8080)
    }

    @Test func applyAMergePatch() throws {
        var editor = try JSONEditor("{\n  \"port\": 80, // the port\n  \"other\": 1.0,\n  \"tls\": \"a.pem\",\n}\n", options: .jsonc)
        if var value = try editor.value(at: "$") {
            value.merge(patch: ["port": 8080, "tls": nil])          // null removes the member
            try editor.update(from: value)
        }
        #expect(editor.text == "{\n  \"port\": 8080, // the port\n  \"other\": 1.0,\n}\n")
    }

    @Test func aTextThatDoesNotFitGetsTheDefaults() throws {
        var editor = try JSONEditor(#"{"tls": 1}"#)
        try editor.update(from: Settings(tls: "a.pem"))
        #expect(try JSONValue(json: editor.text) == ["port": 80, "tls": "a.pem"])
        editor = try JSONEditor(#"{"tls": 1}"#)
        var writing = JSONWriteOptions.compact
        writing.omitsDefaults = true
        try editor.update(from: Settings(tls: "a.pem"), writing: writing)
        #expect(try JSONValue(json: editor.text) == ["tls": "a.pem"])
    }
}
