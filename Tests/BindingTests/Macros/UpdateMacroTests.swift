#if Macros
import Observation
import Testing
import Yoke

/// A class that logs each assignment.
@JSONModel
private class Player {
    let id: Int
    var name = "nobody" { didSet { log.append("name") } }
    var score: Int? { didSet { log.append("score") } }
    var items: [Item] = [] { didSet { log.append("items") } }
    @JSONIgnore var log: [String] = []
    @JSONRule(merged: { (old: [Int], new: [Int]) in old + new }) var levels: [Int] = []
    init(id: Int) { self.id = id }

    /// A type without `==`.
    @JSONModel
    struct Item { var n: Int }
}

@JSONModel
private struct Scores {
    @JSONRule(merged: { (old: [Int], new: [Int]) in old + new }) var levels = [1]
}

@JSONModel(subclassOf: Player.self)
private final class Captain: Player {
    let team: String
    var rank = 1 { didSet { log.append("rank") } }
    init(team: String) {
        self.team = team
        super.init(id: 0)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@Observable @JSONModel
private final class Profile {
    var name: String
    var age = 3
    var items: [Player.Item] = []
    init(name: String) { self.name = name }
}

@JSONModel(choose: { $0["wings"] == nil ? "car" : "plane" })
private enum Vehicle: Equatable {
    case car(wheels: Int)
    case plane(Plane)

    @JSONModel
    struct Plane: Equatable { var wings: Int }
}

private func kind(_ object: JSONObject) -> String? { object["city"] == nil ? nil : "city" }

@JSONModel(choose: kind)
private enum Place: Equatable {
    case city(city: String)
    @JSONCase(.fallback) case other(JSONRawText)
}

@Suite("Classes are changed by @JSONModel's own assignments")
struct UpdateMacroTests {
    @Test("the same instance, what differs, all or nothing")
    func inPlace() throws {
        let player = try Player(json: #"{"id":1,"name":"Bo","score":5,"items":[{"n":1}]}"#)
        let same = player
        #expect(try player.update(json: #"{"id":1,"name":"Bo","score":6}"#).names == ["score"])
        #expect(same.score == 6 && same.log == ["score"])
        let changes = try player.update(json: #"{"name":null,"score":null,"items":[{"n":2},{"n":3}]}"#)
        #expect(changes.contains("items") && changes.contains(\.items) && !changes.contains("id"))
        #expect(same.name == "nobody" && same.score == nil && same.items.map(\.n) == [2, 3])
        #expect(same.log == ["score", "name", "score", "items"])
        #expect(throws: JSONError.self) { try player.update(json: #"{"name":"x","score":"y"}"#) }
        #expect(throws: JSONError.self) { try player.update(json: #"{"name":"x","id":2}"#) }
        #expect(same.name == "nobody" && same.id == 1)
        do throws(JSONError) { try player.update(json: #"{"id":2}"#) } catch {
            #expect(error.kind == .refused)
            #expect(error.message.contains("id is a constant"))
            #expect(error.path == "$.id" && error.column == 7)
        }
    }

    @Test("subclasses, by way of their superclass too")
    func subclasses() throws {
        let captain = try Captain(json: #"{"id":1,"team":"A"}"#)
        let player: Player = captain
        #expect(try player.update(json: #"{"rank":2,"name":"Eva","id":1,"team":"A"}"#).names == ["name", "rank"])
        #expect(captain.rank == 2 && captain.name == "Eva" && captain.log == ["name", "rank"])
        #expect(throws: JSONError.self) { try captain.update(json: #"{"rank":3,"id":2}"#) }
        #expect(throws: JSONError.self) { try captain.update(json: #"{"name":"x","team":"B"}"#) }
        #expect(captain.rank == 2 && captain.name == "Eva")
    }

    @Test("an attribute merges old and new")
    func merged() throws {
        let player = try Player(json: #"{"id":1,"levels":[1]}"#)
        #expect(try player.update(json: #"{"levels":[2]}"#).names == ["levels"])
        #expect(player.levels == [1, 2])
        #expect(try player.update(json: #"{"score":1}"#).names == ["score"])
        #expect(player.levels == [1, 2])
    }

    @Test("null and an attribute that merges")
    func mergedWithNull() throws {
        var scores = Scores(levels: [2])
        try scores.update(json: #"{"levels":null}"#)
        #expect(scores.levels == [2, 1])
        let player = try Player(json: #"{"id":1,"levels":[1]}"#)
        try player.update(json: #"{"levels":null}"#)
        #expect(player.levels.isEmpty)
    }

    @Test("observers hear of what has changed, and of nothing else")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func observation() throws {
        let profile = try Profile(json: #"{"name":"Bo","items":[{"n":1}]}"#)
        let heard = Heard()
        withObservationTracking {
            _ = profile.name
        } onChange: {
            heard.names.append("name")
        }
        withObservationTracking {
            _ = profile.age
        } onChange: {
            heard.names.append("age")
        }
        withObservationTracking {
            _ = profile.items.count
        } onChange: {
            heard.names.append("items")
        }
        try profile.update(json: #"{"name":"Bo","age":4}"#)
        #expect(heard.names == ["age"])
        #expect(profile.age == 4)
    }

    private final class Heard: @unchecked Sendable { var names: [String] = [] }

    @Test("a function chooses the case")
    func chosen() throws {
        let text = #"[{"wheels":4},{"wings":2}]"#
        #expect(try [Vehicle](json: text) == [.car(wheels: 4), .plane(Vehicle.Plane(wings: 2))])
        #expect(try [Vehicle](json: text).jsonString() == text)
        #expect(try [Place](json: #"[{"city":"Graz"},{"x":1}]"#) == [.city(city: "Graz"), .other(try JSONRawText(#"{"x":1}"#))])
    }
}
#endif
