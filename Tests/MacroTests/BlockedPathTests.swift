#if Macros
import Testing

@Suite("Properties inside of each other's values")
struct BlockedPathMacroTests {
    @Test("a path that another property's key blocks")
    func aBlockedPath() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Page {
                var meta: JSONObject
                @JSONKey(.path("meta.size.width")) var width: Int
                @JSONKey("size") var size: JSONValue
                @JSONKey(read: "s", write: .path("size[0]")) var first: Int
                @JSONKey(.path("$['rows'][0].x")) var x: Int
                @JSONKey(.path("rows.y")) var y: Int
            }
            """)
        #expect(
            expansion.report == """
                4:5: error: 'width' is written on a path that 'meta' blocks: write one of them only, the other one is '@JSONKey(read: ..., write: nil)'
                6:5: error: 'first' is written on a path that 'size' blocks: write one of them only, the other one is '@JSONKey(read: ..., write: nil)'
                8:5: error: 'y' is written on a path that 'x' blocks: write one of them only, the other one is '@JSONKey(read: ..., write: nil)'
                """)
    }

    @Test("paths that share containers, or are only read")
    func pathsBesideEachOther() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Page {
                @JSONKey(read: "meta", write: nil) var meta: JSONObject?
                @JSONKey(.path("meta.size.width")) var width: Int
                @JSONKey(.path("meta.size.height")) var height: Int
                @JSONKey(.path("rows[0].x")) var x: Int
                @JSONKey(.path("rows[1]")) var second: Int
                var size: Int
                @JSONKey("size") var again: Int
            }
            """)
        #expect(expansion.report == "")
    }
}
#endif
