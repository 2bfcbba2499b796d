import Testing
import Yoke

// The code blocks of Yoke.docc/GettingStarted.md, without changes. ArticleTests compares the article with this file.

#if Macros

@JSONModel(keys: .snakeCase)
private struct Account {
    let id: UInt64
    var screenName: String
    var level: Level = .reader            // a missing key takes the initial value
    var website: String?                  // a missing key and null are nil
    @JSONKey("followers_count") var followers: Int
    @JSONIgnore var isSelected = false
}

@JSONModel
private enum Level: String { case reader, author }

@JSONModel
private struct Reading: Codable {
    var station: String
    @JSONKey(.path("measures.temp")) var celsius: Double
    @JSONKey("note") var remark: String?
    enum CodingKeys: String, CodingKey { case station = "station_id", measures, remark = "text" }
    enum MeasureKeys: String, CodingKey { case temp }

    @JSONIgnore init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        station = try container.decode(String.self, forKey: .station)
        remark = try container.decodeIfPresent(String.self, forKey: .remark)
        celsius = try container.nestedContainer(keyedBy: MeasureKeys.self, forKey: .measures).decode(Double.self, forKey: .temp)
    }
    @JSONIgnore func encode(to encoder: any Encoder) throws {}
}

#else

private struct Account {
    let id: UInt64
    var screenName: String
    var level: Level = .reader
    var website: String?
    var followers: Int
    var isSelected = false
}

private enum Level: String { case reader, author }

extension Account: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Account.self, keys: .snakeCase) { fields in
            fields.add("id", \.id)
            fields.add("screenName", \.screenName)
            fields.add("level", \.level, default: .reader)
            fields.add("website", \.website)
            fields.add("followers", \.followers, key: "followers_count")
            fields.ignore(\.isSelected, initial: false)
        }
    }
}

extension Level: JSONConvertible {
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Level.self) { $0 += [.reader, .author] } }
}

#endif

private struct Forgetful: JSONConvertible {
    var a: Int
    var b: Int
    static var jsonMapping: JSONMapping { JSONMapping(Forgetful.self) { $0.add("a", \.a) } }
}

private final class Socket {
    var sent: [UInt8] = []
    func send(_ bytes: UnsafeRawBufferPointer) { sent += bytes }
}

@Suite struct GettingStartedExamples {
    @Test func readsAndWrites() throws {
        let account = try Account(json: #"{"id": 7, "screen_name": "mia", "followers_count": 12, "level": "author"}"#)
        let text = try account.jsonString(.pretty)
        let name = try String(json: text, at: "$.screen_name")
        #expect(account.level == .author && account.followers == 12 && account.website == nil && !account.isSelected && name == "mia")
        #expect(text == """
            {
              "id": 7,
              "screen_name": "mia",
              "level": "author",
              "followers_count": 12
            }
            """)

        let accounts = try [Account](json: "[\(text)]")
        let byName = try [String: Account](json: #"{"mia": \#(text)}"#)
        #expect(accounts[0].id == 7 && byName["mia"]?.id == 7)

        let socket = Socket()
        let bytes = try account.jsonBytes()
        try account.withJSONBytes { socket.send($0) }
        #expect(bytes == socket.sent)
    }

    #if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))
    @Test func theYajlEngineReadsTheSame() throws {
        let text = #"{"id": 7, "screen_name": "mia", "followers_count": 12}"#
        var options = JSONReadOptions.strict
        options.engine = .yajl
        let same = try Account(json: text, options: options)
        #expect(same.id == 7)
    }
    #endif

    #if Macros
    @Test func codingKeysWithFurtherCases() throws {
        let reading = try Reading(json: #"{"station_id": "G", "measures": {"temp": 4.5}, "note": "n", "text": "t"}"#)
        #expect(reading.station == "G" && reading.celsius == 4.5 && reading.remark == "n")
    }
    #endif

    @Test func aForgottenPropertyIsAnError() {
        let error = #expect(throws: JSONError.self) { try Forgetful(json: #"{"a": 1}"#) }
        #expect(error?.kind == .invalidMapping)
    }
}
