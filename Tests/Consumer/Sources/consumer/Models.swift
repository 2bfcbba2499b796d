// Two versions of the same models: with macros, and by hand as in a package without the trait `Macros`.
import Yoke

#if Macros

@JSONModel(keys: .snakeCase)
struct Playlist: Equatable {
    let id: Int
    var displayName: String
    var mood: Mood = .calm
    @JSONKey("tracks") var songs: [Song]
    var tags: Set<String> = []
    var plays: [String: Int] = [:]
    var note: String?
    @JSONIgnore var isSelected = false
}

@JSONModel
struct Song: Equatable {
    var title: String
    var seconds: Double
}

@JSONModel
enum Mood: String {
    case calm, wild
}

@JSONModel
final class Shelf {
    var name: String
    var playlists: [Playlist]

    init(name: String, playlists: [Playlist]) {
        self.name = name
        self.playlists = playlists
    }
}

#else

struct Playlist: Equatable {
    let id: Int
    var displayName: String
    var mood: Mood = .calm
    var songs: [Song]
    var tags: Set<String> = []
    var plays: [String: Int] = [:]
    var note: String?
    var isSelected = false
}

struct Song: Equatable {
    var title: String
    var seconds: Double
}

enum Mood: String {
    case calm, wild
}

final class Shelf {
    var name: String
    var playlists: [Playlist]

    init(name: String, playlists: [Playlist]) {
        self.name = name
        self.playlists = playlists
    }
}

extension Playlist: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Playlist.self, keys: .snakeCase) { fields in
            fields.add("id", \.id)
            fields.add("displayName", \.displayName)
            fields.add("mood", \.mood, default: .calm)
            fields.add("songs", \.songs, key: "tracks")
            fields.add("tags", \.tags, default: [])
            fields.add("plays", \.plays, default: [:])
            fields.add("note", \.note)
            fields.ignore(\.isSelected, initial: false)
        }
    }
}

extension Song: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Song.self) { fields in
            fields.add("title", \.title)
            fields.add("seconds", \.seconds)
        }
    }
}

extension Mood: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(rawValues: Mood.self) { cases in
            cases += [.calm, .wild]
        }
    }
}

extension Shelf: JSONConvertible {
    /// The JSON form of the class: a struct that is read first, and from which the class is made.
    private struct Storage: JSONConvertible {
        var name: String
        var playlists: [Playlist]

        static var jsonMapping: JSONMapping {
            JSONMapping(Storage.self) { fields in
                fields.add("name", \.name)
                fields.add("playlists", \.playlists)
            }
        }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(
            Shelf.self, via: Storage.self,
            decode: { Shelf(name: $0.name, playlists: $0.playlists) },
            encode: { Storage(name: $0.name, playlists: $0.playlists) })
    }
}

#endif
