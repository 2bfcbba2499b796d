import Testing
import TestSupport
import Yoke

/// Errors, limits and reports where other code takes part: hooks before reading, coders, and code that throws several errors.
@Suite struct OtherCodeErrorTests {
    private struct Broken: Error, CustomStringConvertible { var description = "\u{1B}[31m\n" + String(repeating: "x", count: 3000) }

    private struct Refusing: JSONConvertible {
        var a = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("a", \.a, default: 0) }.beforeReading { _ in throw Broken() }
        }
    }
    private struct Adding: JSONConvertible, Equatable {
        var a = 0
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, default: 0) }.beforeReading { $0["z"] = 1 } }
    }

    /// A scalar that throws an error of Yoke's type with the value in its message.
    private struct Quoting: JSONConvertible {
        static var jsonMapping: JSONMapping {
            JSONMapping(
                text: Quoting.self, read: { throw JSONError(kind: .refused, message: "no \($0)", hint: "not \($0)") }, write: { _ in "" })
        }
    }

    @Test("Without snippets, a JSONError of other code shows nothing of the value")
    func errorsOfOtherCodeWithoutSnippets() {
        let shown = OtherCodeErrorTests.failure(reading: Quoting.self, #"["s3cret"]"#, .strict)
        #expect(shown?.message == "no s3cret" && shown?.hint == "not s3cret" && shown?.path == "$[0]")
        var options = JSONReadOptions.strict
        options.showsSnippets = false
        let hidden = OtherCodeErrorTests.failure(reading: Quoting.self, #"["s3cret"]"#, options)
        #expect(hidden?.kind == .refused && hidden?.message == "Quoting refused the value" && hidden?.hint == nil)
    }

    private struct QuotingHook: JSONConvertible {
        var a = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("a", \.a, default: 0) }
                .beforeReading { throw JSONError(kind: .refused, message: "no \($0)", hint: "not \($0)") }
        }
    }

    /// A hook that refuses the part `at` of its object.
    private struct Pointing: JSONConvertible {
        var at: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { fields in
                fields.add("at", \.at)
                fields.afterReading { throw JSONError(kind: .refused, message: "no", at: $0.at, hint: "h") }
            }
            .beforeWriting(Self.self) { throw JSONError(kind: .refused, message: "no", at: $0.at) }
        }
    }

    @Test(
        "An error of other code about a part of its value",
        arguments: [
            ("$.a.b", "$[0].a.b"), ("a", "$[0].a"), ("[2].x", "$[0][2].x"), ("$", "$[0]"), ("$['o d']", "$[0]['o d']"),
        ])
    func errorsAboutAPart(_ at: String, _ path: String) throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            let error = OtherCodeErrorTests.failure(reading: Pointing.self, #"[ {"at": "\#(at)"}]"#, options)
            #expect(error?.path == path && error?.message == "no" && error?.hint == "h" && error?.offset == 2)
            options.showsSnippets = false
            #expect(OtherCodeErrorTests.failure(reading: Pointing.self, #"[{"at": "\#(at)"}]"#, options)?.path == "$[0]")
        }
        let written = #expect(throws: JSONError.self) { try [Pointing(at: at)].jsonString() }
        #expect(written?.path == path && written?.offset == nil)
        #expect(failure(updating: Pointing(at: "x"), #"{"at": "\#(at)"}"#)?.path == "$" + path.dropFirst(4))
    }

    @Test("The same in updates")
    func errorsOfHooksInUpdatesWithoutSnippets() {
        var options = JSONReadOptions.strict
        #expect(failure(updating: QuotingHook(), #"{"a":"s3cret"}"#, options)?.message.contains("s3cret") == true)
        options.showsSnippets = false
        let hidden = failure(updating: QuotingHook(), #"{"a":"s3cret"}"#, options)
        #expect(hidden?.kind == .refused && hidden?.message == "QuotingHook refused the value" && hidden?.hint == nil)
    }

    private static func failure<Model: JSONReadable>(reading type: Model.Type, _ text: String, _ options: JSONReadOptions) -> JSONError? {
        do throws(JSONError) { _ = try [Model](json: text, options: options) } catch { return error }
        return nil
    }

    private func failure<Model: JSONConvertible>(updating model: Model, _ text: String, _ options: JSONReadOptions = .strict) -> JSONError?
    {
        var model = model
        do throws(JSONError) { try model.update(json: text, options: options) } catch { return error }
        return nil
    }

    @Test func errorsOfAnUpdateHaveThePositionOfItsObject() throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            let thrown = try #require(failure(updating: Refusing(), "\n {\"a\":1}", options))
            #expect((thrown.offset, thrown.line, thrown.column) == (2, 2, 2))
            #expect(failure(updating: Refusing(), "\u{FEFF}{\"a\":1}", options)?.offset == 3)
            let mismatch = try #require(failure(updating: Adding(), "\n {\"a\":\"x\"}", options))
            #expect(mismatch.kind == .typeMismatch && mismatch.path == "$.a")
            #expect((mismatch.offset, mismatch.line, mismatch.column) == (2, 2, 2))
            #expect(mismatch.snippet == " {\"a\":\"x\"}")
        }
    }

    @Test func anUpdateWithAHookTakesOneValue() throws {
        var options = JSONReadOptions.strict
        options.allowsSeveralValues = true
        #expect(failure(updating: Adding(a: 3), #"{"a":1} {"a":2}"#, options)?.kind == .trailingContent)
    }

    @Test func theLimitIsForTheCallersText() throws {
        var options = JSONReadOptions.strict
        options.limits.totalBytes = 7
        #expect(failure(updating: Adding(), #"{"a":1}"#, options) == nil)
        #expect(failure(updating: Adding(), #"{"a":12}"#, options)?.kind == .limitExceeded)
    }

    @Test func errorsOfOtherCodeAreShortAndEscapedInWriting() throws {
        struct Unwritable: JSONConvertible {
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self, via: Int.self, decode: { _ in Unwritable() }, encode: { _ in throw Broken() })
            }
        }
        do throws(JSONError) {
            _ = try [Unwritable()].jsonString()
            Issue.record("written")
        } catch {
            #expect(error.message.utf8.count < 400)
            #expect(!error.message.unicodeScalars.contains { $0.value < 0x20 })
        }
    }

    private struct Part: JSONConvertible, Equatable {
        var x: Int
        var y: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.add("y", \.y)
            }
        }
    }

    @Test func allErrorsOfAnInnerTextAreKept() throws {
        struct Outer: JSONConvertible {
            var inner: Part
            static var jsonMapping: JSONMapping {
                var options = JSONReadOptions.strict
                options.collectsErrors = true
                return JSONMapping(Self.self) { [options] in $0.add("inner", \.inner, by: JSONTextCoder<Part>(reading: options)) }
            }
        }
        do throws(JSONError) {
            _ = try Outer(json: #"{"inner":"{\"x\":\"a\",\"y\":1}"}"#)
            Issue.record("read")
        } catch {
            #expect(error.all.map(\.path) == ["$.inner.x", "$.inner.y"])
            #expect(error.offset == 9)
        }
        var options = JSONReadOptions.strict
        options.collectsErrors = true
        do throws(JSONError) {
            _ = try [Outer](json: #"[{"inner":"{\"x\":\"a\",\"y\":1}"},{"inner":1}]"#, options: options)
            Issue.record("read")
        } catch { #expect(error.all.map(\.path) == ["$[0].inner.x", "$[0].inner.y", "$[1].inner"]) }
    }

    @Test func aReportStaysInsideTheText() throws {
        struct Holder: JSONConvertible {
            var part: Part?
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("part", \.part, rules: [.invalidIsMissing]) } }
        }
        let text = #"{"part":{"y":"a""#
        for engine in engines {
            var options = JSONReadOptions.strict
            (options.allowsPartialValue, options.engine) = (true, engine)
            var report = JSONReport()
            _ = try Holder(json: text, options: options, report: &report)
            #expect(report.entries.map(\.bytes) == [8..<text.utf8.count])
        }
    }

    @Test(arguments: [
        ("1", "a number"), (#""x""#, "a string"), ("[1]", "an array"), ("true", "a Bool"), (#"{"a":1}"#, "an object"), ("'x'", "a string"),
    ])
    func aReportNamesTheKindOfARefusedValue(_ text: String, _ kind: String) throws {
        struct Never: JSONCoder {
            func decode(_ text: JSONRawText) throws -> Int { throw Broken() }
            func encode(_ value: Int) throws -> JSONRawText { try JSONRawText(String(value)) }
        }
        struct Holder: JSONConvertible {
            var s: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) { $0.add("s", \.s, by: Never().optional, rules: [.invalidIsMissing]) }
            }
        }
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            options.allowsJSON5 = true
            var report = JSONReport()
            _ = try Holder(json: #"{"s": \#(text)}"#, options: options, report: &report)
            #expect(report.entries.map(\.found) == [kind])
        }
    }
}
