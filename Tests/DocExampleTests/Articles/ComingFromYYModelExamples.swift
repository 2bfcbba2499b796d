import Foundation
import Testing
import YokeFoundation

// The code blocks of Yoke.docc/ComingFromYYModel.md, without changes. ArticleTests compares the article with this file.

private struct Album: Equatable {
    var id: UInt64
    var tracks: Int?
    var created: Date?
    var artists: [String: Artist] = [:]
}

private struct Artist: Equatable { var name = "" }

extension Album: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Album.self) { fields in
            fields.add("id", \.id, key: ["id", "ID", "album_id"])
            fields.add("tracks", \.tracks, key: "t")
            fields.add("created", \.created)
            fields.add("artists", \.artists, literal: [:])
            fields.afterReading { album in
                if album.id == 0 { throw AlbumError.noIdentifier }
            }
        }
    }
}

private enum AlbumError: Error { case noIdentifier }

extension Artist: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Artist.self) { $0.add("name", \.name, literal: "") }
    }
}

@Suite struct ComingFromYYModelExamples {
    @Test func yyModel() throws {
        let text = #"{"ID": "12", "t": "12首", "created": "2014-01-20 12:24:48", "artists": {"a": {"name": "A"}, "b": null}}"#
        let album = try Album(json: text, options: .yyModel)
        #expect(album == Album(
            id: 12, tracks: 12, created: Date(timeIntervalSince1970: 1_390_220_688), artists: ["a": Artist(name: "A")]))
        #expect((try? Album(json: #"{"id": 0}"#, options: .yyModel)) == nil)
    }
}
