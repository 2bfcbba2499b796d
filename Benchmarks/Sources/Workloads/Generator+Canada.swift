extension Generator {
    /// Generates a text like the corpus canada: 480 outlines with about 56,000 points in total.
    static func canada(_ random: inout SeededRandom) -> [UInt8] {
        var text = """
            { "type": "FeatureCollection",
              "features": [
            {
                "type": "Feature",
            "properties": { "name": "Canada" },
            "geometry": {"type":"Polygon","coordinates":[
            """
        for ring in 0..<480 {
            text += ring == 0 ? "[" : ",["
            for point in 0..<Int.random(in: 9...225, using: &random) {
                text += point == 0 ? "[-" : ",[-"
                text += "\(Int.random(in: 52...141, using: &random)).\(random.digits(15)),"
                text += "\(Int.random(in: 41...83, using: &random)).\(random.digits(15))]"
            }
            text += "]"
        }
        return Array((text + "] }\n}\n]\n}\n").utf8)
    }
}
