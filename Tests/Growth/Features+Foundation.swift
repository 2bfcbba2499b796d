import Foundation
import Yoke
import YokeArchives
import YokeFoundation

extension Feature {
    static var foundation: [Feature] {
        [
            read("Decimal: zeros", Decimal.self, size: 10_000, options: longNumbers) { size in
                "1" + String(repeating: "0", count: size) + "e-\(size - 10)"
            },
            read("Data", Data.self, size: 3_000) { size in "\"" + String(repeating: "QUJD", count: size) + "\"" },
            read("URL", URL.self, size: 2_000) { size in "\"https://example.org/" + String(repeating: "a", count: size) + "\"" },
            read("dates", [Date].self, size: 2_000) { size in Text.array(size) { _ in #""2026-11-23T04:26:59Z""# } },
            [
                Feature(name: "Decimal: digits that do not fit", size: 20_000) { size in
                    let text = "0." + String(repeating: "7", count: size)
                    return { try expect((try? Decimal(json: text, options: longNumbers)) == nil) }
                },
                Feature(name: "property list: objects", size: 50) { size in
                    let list = (0..<size).map { ["id": $0, "name": "n\(Text.first + $0)"] as [String: Any] }
                    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
                    return { try expect([Item](propertyList: data).count == size) }
                },
                Feature(name: "keyed archive: objects", size: 30) { size in
                    let data = try NSKeyedArchiver.archivedData(
                        withRootObject: NSArray(array: (0..<size).map { NSString(string: "text \(Text.first + $0)") }),
                        requiringSecureCoding: false)
                    return { try expect(JSONValue(keyedArchive: data).array?.count == size) }
                },
                Feature(name: "keyed archive: one string again and again", size: 50) { size in
                    let text = NSString(string: String(repeating: "x", count: 100))
                    let data = try NSKeyedArchiver.archivedData(
                        withRootObject: NSArray(array: Array(repeating: text, count: size)), requiringSecureCoding: false)
                    return { try expect(JSONValue(keyedArchive: data).array?.count == size) }
                },
            ],
        ].flatMap { $0 }
    }
}
