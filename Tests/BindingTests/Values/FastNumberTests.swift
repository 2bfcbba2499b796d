import TestSupport
import Testing
import Yoke

/// The fast path reads arrays of Floats. The Floats must equal those that Swift makes of the same texts.
@Suite struct FastFloatTests {
    private struct Sample: JSONConvertible, Equatable {
        var float: Float
        var maybe: Float?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("float", \.float)
                $0.add("maybe", \.maybe)
            }
        }
    }

    private struct Row: JSONConvertible, Equatable {
        var float: Float
        var maybe: Float?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, layout: .array) {
                $0.add("float", \.float)
                $0.add("maybe", \.maybe)
            }
        }
    }

    private func check(_ texts: [String], _ place: SourceLocation = #_sourceLocation) throws {
        let floats = try texts.map { try #require(Float($0), sourceLocation: place) }
        func same(_ a: [Float], _ place: SourceLocation = place) {
            for (i, text) in texts.enumerated() where a[i].bitPattern != floats[i].bitPattern {
                Issue.record("\(text): \(a[i]), not \(floats[i])", sourceLocation: place)
            }
        }
        for engine in JSONEngine.each {
            var options = JSONReadOptions()
            options.engine = engine
            let row = "[" + texts.joined(separator: ",") + "]"
            same(try [Float](json: row, options: options))
            same(try [[Float]](json: "[[], \(row), [ ] ]", options: options)[1])
            same(try chunked([[Float]].self, Array("[\(row)]".utf8), options, size: 1000)[0])
            let objects = texts.map { "{\"float\":\($0),\"maybe\":\($0)}" }.joined(separator: ",")
            let samples = try [Sample](json: "[\(objects)]", options: options)
            same(samples.map(\.float))
            same(samples.compactMap(\.maybe))
            let rows = try [Row](json: "[\(texts.map { "[\($0),\($0)]" }.joined(separator: ","))]", options: options)
            same(rows.map(\.float))
            same(rows.compactMap(\.maybe))
        }
    }

    @Test func random() throws {
        var random = SeededGenerator(seed: 31)
        try check(
            (0..<3000).map { _ in
                let digits = (0..<Int.random(in: 1...20, using: &random)).map { _ in String(random.next() % 10) }.joined()
                let sign = random.oneIn(2) ? "-" : ""
                switch random.next() % 4 {
                case 0: return "\(sign)\(random.next() % 1000).\(digits)"
                case 1: return "\(sign)\(random.next() % 10_000_000)"
                case 2: return "\(sign)0.\(digits)e\(Int.random(in: -50...38, using: &random))"
                default: return "\(sign)\(Float(bitPattern: UInt32(truncatingIfNeeded: random.next() % 0x7F80_0000)))"
                }
            })
    }

    /// Reads all digits of the middle between two floats, and numbers slightly above and below the middle.
    @Test func halfway() throws {
        var random = SeededGenerator(seed: 32)
        var texts: [String] = []
        for _ in 0..<600 {
            let float = Float.random(in: pick(&random), using: &random)
            // The middle between two neighbouring floats, times 2^44, is an integer.
            let integer = UInt64((Double(float) + Double(float.ulp) / 2) * 0x1p44)
            var fraction = integer & (1 << 44 - 1), digits = ""
            while fraction > 0 {
                fraction *= 10
                digits += "\(fraction >> 44)"
                fraction &= 1 << 44 - 1
            }
            let whole = "\(integer >> 44)."
            texts += [whole + digits, whole + digits + "0", whole + digits + "1", whole + digits + "0000001"]
            texts.append(whole + digits.dropLast() + "4999999")
            texts += (1...digits.count).map { whole + digits.prefix($0) }
        }
        try check(texts)
    }

    private func pick(_ random: inout SeededGenerator) -> Range<Float> { random.pick([0x1p-20..<1, 1..<10, 10..<1000, 256..<1024]) }

    @Test func limits() throws {
        try check([
            "0", "-0", "0.0", "-0.0", "-0.0000", "1e-46", "-1e-46", "1.4e-45", "7.0064923216240853e-46", "7.0064923216240854e-46",
            "3.4028235e38", "3.4028235677973362e38", "1.1754943508222875e-38", "16777217", "16777217.0000001", "256.0000152587890625",
            "256.00001525878906250000000000000000000000000001", "1.00000005960464483090178623976", "999.9999999999999999",
            "0.0000000000000001",
        ])
        for text in [
            "3.4028235677973367e38", "1e39", "[1.0,1e39]", "[1.0,1.]", "[1.0,01.5]", "[1.0,.5]", "[1.0,1.5x]", "[1.0,--1.5]", "[1.0,-]",
        ] {
            let failures = JSONEngine.each.map { engine in
                var options = JSONReadOptions()
                options.engine = engine
                return Outcome { () throws(JSONError) in try [Float](json: text.hasPrefix("[") ? text : "[\(text)]", options: options) }
                    .failure
            }
            #expect(failures.allSatisfy { $0 != nil && $0 == failures[0] }, "\(text)")
        }
    }
}

/// The fast path reads an array of models, each with the array layout. The result is the same with each engine and with chunks of every
/// size.
@Suite struct FastPositionsTests {
    private struct Place: JSONConvertible, Equatable {
        var x: Double
        var y: Int32?
        var name: String?
        var weights: [Double] = []
        var isOpen: Bool?

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, layout: .array) {
                $0.add("x", \.x)
                $0.add("y", \.y)
                $0.add("name", \.name)
                $0.add("weights", \.weights, default: [])
                $0.add("isOpen", \.isOpen)
            }
        }
    }

    private struct Holder: JSONConvertible, Equatable {
        var place: Place
        var places: [Place]
        var maybe: Place?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("place", \.place)
                $0.add("places", \.places)
                $0.add("maybe", \.maybe)
            }
        }
    }

    private static let long = "a name of more than fifteen bytes"
    private static let good = [
        "[1.5,2,\"\(long)\",[1.5,2.5],true]", "[-0.0,null,\"n\",[],false]", "[7]", "[ 1.25 , 3 ]", "[\n1e3,null,\"é\\n\",null,null\n]",
        "[1.5,2,null,[1],null,\"more\",{\"x\":[1]}]", "[2.5,1,\"\(long)\",[1.5 , 2.5],true , 9]", "[1,1e1,\"\",[1e2,3],null]",
    ]
    private static let bad = [
        "[]", "[null]", "[1,2,\"\(long)\",[1,\"x\"]]", "[1,2,\"\(long)\",[1.5],1]", "[1,2,\"\(long)\",{}]", "[1,3000000000]", "[1,1.5]",
        "{\"x\":1}",
        "[1,2,]", "[1,,2]", "[,1]", "[1 2]", "[1,2,\"\(long)\"", "[1,2,\"\(long)\",", "[1,2,\"\(long)}", "[1,2,\"a\\q\"]", "7", "[[1]]",
        "[01]", "[1.]",
    ]

    private func outcomes<Value: JSONReadable & Equatable>(_ type: Value.Type, _ text: String, _ options: JSONReadOptions) -> [Outcome<
        Value
    >] {
        JSONEngine.each.flatMap { engine in
            var options = options
            options.engine = engine
            let whole = Outcome { () throws(JSONError) in try Value(json: text, options: options) }
            return [whole]
                + [1, 7, 61, 150].map { size in
                    Outcome { () throws(JSONError) in try chunked(Value.self, Array(text.utf8), options, size: size) }
                }
        }
    }

    /// Puts each valid and invalid text at the start, in the middle and at the end of an array of valid texts.
    @Test(arguments: [JSONReadOptions.strict, .salvage, .untrusted])
    func sameByEveryWay(options: JSONReadOptions) throws {
        let filling = Array(repeating: Self.good[0], count: 4)
        for text in Self.good + Self.bad {
            for row in [[text] + filling, filling + [text] + filling, filling + [text]] {
                let json = "[" + row.joined(separator: ", ") + "]"
                let all = outcomes([Place].self, json, options)
                #expect(all.allSatisfy { $0 == all[0] }, "\(json)")
                #expect(options != .strict || (all[0].value != nil) == Self.good.contains(text), "\(json)")
                let holder = #"{"place":\#(text),"places":\#(json),"maybe":\#(text),"other":1}"#
                let holders = outcomes([Holder].self, "[\(holder), \(holder)]", options)
                #expect(holders.allSatisfy { $0 == holders[0] }, "\(holder)")
            }
        }
    }

    @Test func values() throws {
        let places = try read([Place].self, "[" + Self.good.joined(separator: ",") + "]")
        #expect(places[0] == Place(x: 1.5, y: 2, name: Self.long, weights: [1.5, 2.5], isOpen: true))
        #expect(places[1] == Place(x: 0, y: nil, name: "n", weights: [], isOpen: false) && places[1].x.sign == .minus)
        #expect(places[2] == Place(x: 7))
        #expect(places[3] == Place(x: 1.25, y: 3))
        #expect(places[4] == Place(x: 1000, name: "é\n"))
        #expect(places[5] == Place(x: 1.5, y: 2, weights: [1]))
        #expect(places[6] == Place(x: 2.5, y: 1, name: Self.long, weights: [1.5, 2.5], isOpen: true))
        #expect(places[7] == Place(x: 1, y: 10, name: "", weights: [100, 3]))
    }

    @Test func limitsHold() throws {
        let row = "[" + Array(repeating: Self.good[0], count: 8).joined(separator: ",") + "]"
        for depth in 1...3 {
            var options = JSONReadOptions()
            options.limits.depth = depth
            let all = outcomes([Place].self, row, options)
            #expect(all.allSatisfy { $0 == all[0] } && (all[0].value != nil) == (depth == 3))
        }
        for members in [1, 2, 4, 5, 7, 8, 100] {
            var options = JSONReadOptions()
            options.limits.members = members
            let all = outcomes([Place].self, row, options)
            #expect(all.allSatisfy { $0 == all[0] } && (all[0].value != nil) == (members >= 8))
        }
    }
}
