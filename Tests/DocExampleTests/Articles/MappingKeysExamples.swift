import Foundation
import Testing
import YokeFoundation

// The code blocks of Yoke.docc/MappingKeys.md, without changes. ArticleTests compares the article with this file.

#if Macros

@JSONModel(keys: .snakeCase)
private struct Book {
    var title: String                                                    // "title"
    var pageCount: Int                                                   // "page_count"
    @JSONKey("id", "ID", .path("data.book_id")) var id: Int              // the first that is there and not null
    @JSONKey(.path("publisher.addresses[0].city")) var city: String?
    @JSONKey(read: "name", "old_name", write: "name") var internalName: String
}

@JSONModel
private struct Parcel {
    var code: String
    @JSONFlatten var size: Size
    @JSONFlatten @JSONCoded(LocationCoder()) var shelf: Location?        // one property of two members, "x" and "y"
}

@JSONModel
private struct Item {
    var id: Int
    @JSONExtras var rest: JSONObject = [:]              // with an initial value, Item(id: 7) compiles
}

@JSONModel
private class Animal {
    var name = ""
    var born: Date?
    var legs = 4
}

@JSONModel(subclassOf: Animal.self, overriding: ["name": "dog_name", "born": .by(.secondsSince1970), "legs": .ignored])
private final class Dog: Animal { var breed = "" }

#else

private struct Book: JSONConvertible {
    var title: String
    var pageCount: Int
    var id: Int
    var city: String?
    var internalName: String

    static var jsonMapping: JSONMapping {
        JSONMapping(Book.self, keys: .snakeCase) { fields in
            fields.add("title", \.title)
            fields.add("pageCount", \.pageCount)
            fields.add("id", \.id, key: ["id", "ID", .path("data.book_id")])
            fields.add("city", \.city, key: .path("publisher.addresses[0].city"))
            fields.add("internalName", \.internalName, key: JSONKeys(read: ["name", "old_name"], write: "name"))
        }
    }
}

private struct Parcel: JSONConvertible {
    var code: String
    var size: Size
    var shelf: Location?

    static var jsonMapping: JSONMapping {
        JSONMapping(Parcel.self) { fields in
            fields.add("code", \.code)
            fields.flatten("size", \.size)
            fields.flatten("shelf", \.shelf, by: LocationCoder())
        }
    }
}

private struct Item: JSONConvertible {
    var id: Int
    var rest: JSONObject = [:]

    static var jsonMapping: JSONMapping {
        JSONMapping(Item.self) { fields in
            fields.add("id", \.id)
            fields.extras("rest", \.rest)
        }
    }
}

#endif

private struct Size: JSONConvertible {
    var width: Int
    var height: Int
    static var jsonMapping: JSONMapping {
        JSONMapping(Size.self) { fields in
            fields.add("width", \.width)
            fields.add("height", \.height)
        }
    }
}

private struct Location: Equatable { var row, column: Int }

private struct Position: JSONConvertible {
    var x: Int
    var y: Int
    static var jsonMapping: JSONMapping {
        JSONMapping(Position.self) { fields in
            fields.add("x", \.x)
            fields.add("y", \.y)
        }
    }
}

private struct LocationCoder: JSONCoder {
    func decode(_ parts: Position) -> Location { Location(row: parts.y, column: parts.x) }
    func encode(_ location: Location) -> Position { Position(x: location.column, y: location.row) }
}

private struct Binding: JSONConvertible {
    var kind: String
    var color = "red"
    static var jsonMapping: JSONMapping {
        JSONMapping(Binding.self) { fields in
            fields.add("kind", \.kind)
            fields.add("color", \.color, default: "red")
        }
    }
}

private struct Cover: JSONConvertible {
    var binding: Binding
    static var jsonMapping: JSONMapping {
        JSONMapping(Cover.self) { fields in
            fields.flatten("binding", \.binding, overriding: ["kind": .key("binding").default("cloth"), "color": .ignored])
        }
    }
}

private struct Shelf: JSONConvertible {
    var shelfNumber: Int
    static var jsonMapping: JSONMapping { JSONMapping(Shelf.self) { $0.add("shelfNumber", \.shelfNumber) } }
}

extension JSONKeyStyle {
    fileprivate static let prefixed = JSONKeyStyle.custom("prefixed") { name in "api_" + JSONKeyStyle.snakeCase.key(for: name) }
}

private struct Candle: JSONConvertible {
    var time: Int
    var open: Double
    var close: Double
    var volume: Int?

    static var jsonMapping: JSONMapping {
        JSONMapping(Candle.self, unknownKeys: .reject, layout: .array) { fields in    // @JSONModel(unknownKeys: .reject, layout: .array)
            fields.add("time", \.time)
            fields.add("open", \.open)
            fields.add("close", \.close)
            fields.add("volume", \.volume)
        }
    }
}

/// The two fields contradict each other, so the mapping is invalid.
private struct Clash: JSONConvertible {
    var a: JSONValue
    var b: Int
    static var jsonMapping: JSONMapping {
        JSONMapping(Clash.self) { fields in
            fields.add("a", \.a, key: "a")
            fields.add("b", \.b, key: [.path("a.b")])
        }
    }
}

private struct Pair: JSONConvertible {
    var a: Int?
    var b: Int?
    static var jsonMapping: JSONMapping {
        JSONMapping(Pair.self) { fields in
            fields.add("a", \.a, key: "n")
            fields.add("b", \.b, key: "n")
        }
    }
}

@Suite struct MappingKeysExamples {
    @Test func keysPathsAndAliasesLeadToProperties() throws {
        let book = try Book(
            json: """
                {"title": "T", "page_count": 9, "data": {"book_id": 5}, "publisher": {"addresses": [{"city": "Graz"}]}, "old_name": "n"}
                """)
        #expect(book.title == "T" && book.pageCount == 9 && book.id == 5 && book.city == "Graz" && book.internalName == "n")
        #expect(
            try book.jsonString()
                == #"{"title":"T","page_count":9,"id":5,"publisher":{"addresses":[{"city":"Graz"}]},"name":"n"}"#)
        #expect(try Book(json: #"{"title": "", "page_count": 0, "ID": 2, "id": null, "name": ""}"#).id == 2)
        #expect(try Book(json: #"{"title": "", "page_count": 0, "ID": 2, "id": 1, "name": ""}"#).id == 1)

        var byName = JSONReadOptions.strict
        byName.usesPropertyNames = true
        let names = try book.jsonString(JSONWriteOptions(usesPropertyNames: true))
        let same = try Book(json: names, options: byName)
        #expect(names == #"{"title":"T","pageCount":9,"id":5,"city":"Graz","internalName":"n"}"# && same.city == "Graz")
    }

    @Test func aKeyStyleIsForTheTypeOrForACall() throws {
        #expect(JSONKeyStyle.snakeCase(splitsDigits: true).key(for: "item145") == "item_145")
        #expect(JSONKeyStyle.snakeCase.key(for: "item145") == "item145")
        var options = JSONReadOptions.strict
        options.keyStyle = .kebabCase
        let shelf = try Shelf(json: #"{"shelf-number": 4}"#, options: options)
        let text = try shelf.jsonString(JSONWriteOptions(keyStyle: .prefixed))         // {"api_shelf_number":4}
        #expect(text == #"{"api_shelf_number":4}"#)
        #expect(try ["aB": shelf].jsonString(JSONWriteOptions(keyStyle: .snakeCase)) == #"{"aB":{"shelf_number":4}}"#)
    }

    @Test func theMembersOfAFlattenedValueStandInTheObject() throws {
        let text = #"""
            {"code": "A1", "width": 1, "height": 2, "x": 3, "y": 4}
            """#
        let parcel = try Parcel(json: text)
        #expect(parcel.size.height == 2 && parcel.shelf == Location(row: 4, column: 3))
        #expect(try JSONValue(json: parcel.jsonString()) == JSONValue(json: text))
        #expect(try Parcel(json: #"{"code": "A1", "width": 1, "height": 2}"#).shelf == nil)

        let cover = try Cover(json: #"{"color": "blue"}"#)
        #expect(cover.binding.kind == "cloth" && cover.binding.color == "red")
        #expect(try cover.jsonString() == #"{"binding":"cloth"}"#)
    }

    @Test func unknownMembers() throws {
        let item = try Item(json: #"{"color": "red", "id": 7, "tags": []}"#)
        #expect(item.rest.keys.map(\.self) == ["color", "tags"])
        #expect(Item(id: 7).rest.isEmpty)
        #expect(try item.jsonString() == #"{"id":7,"color":"red","tags":[]}"#)
    }

    @Test func aModelMayStandAsAnArray() throws {
        let candles = try [Candle](json: "[[1700000000, 42.5, 43], [1700000060, 43, 42.25, 1200]]")
        let text = try candles.jsonString()                   // [[1700000000,42.5,43.0,null],[1700000060,43.0,42.25,1200]]
        #expect(candles.map(\.volume) == [nil, 1200])
        #expect(text == "[[1700000000,42.5,43.0,null],[1700000060,43.0,42.25,1200]]")
        let error = #expect(throws: JSONError.self) { try [Candle](json: "[[1, 1, 1], [1, 1, 1, 1, 1]]") }
        #expect(error?.path == "$[1][4]")
        #expect(try candles[1].jsonString(JSONWriteOptions(excluding: ["open", "volume"])) == "[1700000060,null,42.25]")
    }

    @Test func rareCases() throws {
        var options = JSONReadOptions.strict
        #expect(try Shelf(json: #"{"shelfNumber": 1, "shelf\u004eumber": 2}"#).shelfNumber == 2)
        options.duplicateKeys = .first
        #expect(try Shelf(json: #"{"shelfNumber": 1, "shelfNumber": 2}"#, options: options).shelfNumber == 1)
        #expect(throws: JSONError.self) { try Shelf(json: #"{"shelfNumber": 1, "shelfNumber": 2}"#, options: .untrusted) }
        #expect(try JSONValue(json: #"{"a": 1, "a": 2}"#).object?.count == 2)

        let pair = try Pair(json: #"{"n": 1}"#)
        #expect(pair.a == 1 && pair.b == 1)
        #expect(try Pair(a: 1, b: 2).jsonString() == #"{"n":1}"# && Pair(a: nil, b: 2).jsonString() == "{}")
        #expect(try Pair(a: 1, b: 2).jsonString(JSONWriteOptions(excluding: ["a"])) == #"{"n":2}"#)

        let error = #expect(throws: JSONError.self) { try Clash(json: #"{"a": {"b": 1}}"#) }
        #expect(error?.kind == .invalidMapping)
    }

    #if Macros
    @Test func aSubclassChangesKeysOfItsSuperclass() throws {
        let dog = try Dog(json: #"{"dog_name": "Rex", "born": 0, "legs": 3, "breed": "mutt"}"#)
        #expect(dog.name == "Rex" && dog.born == Date(timeIntervalSince1970: 0) && dog.legs == 4)
        let animals: [Animal] = [dog]
        #expect(try animals.jsonString() == #"[{"dog_name":"Rex","born":0,"breed":"mutt"}]"#)
    }
    #endif
}
