import Foundation
import Testing
import YokeFoundation

// The code blocks of Yoke.docc/ComingFromJSONModel.md, without changes. ArticleTests compares the article with this file.

private struct Order: Equatable {
    var orderID: Int
    var total: Decimal
    var note: String?
    var buyer: String
}

extension Order: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Order.self, keys: .snakeCase) { fields in
            fields.add("orderID", \.orderID)
            fields.add("total", \.total, key: "grand_total", rules: [.check { if $0 < 0 { throw OrderError.negative } }])
            fields.add("note", \.note)
            fields.add("buyer", \.buyer, key: [.path("details.buyer.name")])
        }
    }
}

private enum OrderError: Error { case negative }

@Suite struct ComingFromJSONModelExamples {
    @Test func jsonModel() throws {
        let text = #"{"order_id": "104", "grand_total": "19.90", "note": null, "details": {"buyer": {"name": "bo"}}}"#
        var order = try Order(json: text, options: .jsonModel)
        let changes = try order.update(
            json: #"{"note": "n", "grand_total": null}"#, policy: JSONUpdatePolicy(nulls: .keep, models: .replace), options: .jsonModel)
        #expect(order == Order(orderID: 104, total: Decimal(string: "19.9")!, note: "n", buyer: "bo"))
        #expect(changes.names == ["note"])
        let error = #expect(throws: JSONError.self) { try Order(json: "{}", options: .jsonModel) }
        #expect(error?.keys == ["order_id", "grand_total", "details.buyer.name"])
    }
}
