import TestSupport
import Testing
import Yoke

/// Yoke keeps values that a failed trial of an untagged case has read, for the next case. It must not use them in a later text, or for a
/// later element of a stream.
@Suite struct TrialResultTests {
    private struct Circle: JSONConvertible, Equatable {
        var radius: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("radius", \.radius) } }
    }

    private enum Shape: JSONConvertible, Equatable {
        case circle(Circle)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let value) = $0 { value } else { nil } })
            }
        }
    }

    private struct Drawing: JSONConvertible, Equatable {
        var shape: Shape
        var x: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("shape", \.shape)
                $0.add("x", \.x)
            }
        }
    }

    private struct Named: JSONConvertible, Equatable {
        var name: String
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name) } }
    }

    private enum Body: JSONConvertible, Equatable {
        case drawing(Drawing)
        case named(Named)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("drawing", Drawing.self, make: { .drawing($0) }, match: { if case .drawing(let value) = $0 { value } else { nil } })
                $0.add("named", Named.self, make: { .named($0) }, match: { if case .named(let value) = $0 { value } else { nil } })
            }
        }
    }

    /// The members of the enum stand in the object of the row.
    private struct Row: JSONConvertible, Equatable {
        var body: Body
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("body", \.body) } }
    }

    /// Two properties with one key.
    private struct Twice: JSONConvertible, Equatable {
        var first: Body
        var second: Body
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("first", \.first, key: "body")
                $0.add("second", \.second, key: JSONKeys(read: ["body"], write: nil))
            }
        }
    }

    /// Each case: a text whose first trial fails after it has read the shape, or has failed to read it, and a text in which it fits.
    private static let others = [
        #"{"shape":{"type":"circle","radius":1},"name":"n"}"#, #"{"shape":{"type":"circle","radius":"x"},"name":"n"}"#,
    ]
    private static let fitting = #"{"shape":{"type":"circle","radius":2},"x":5}"#
    private let drawing = Body.drawing(Drawing(shape: .circle(Circle(radius: 2)), x: 5))
    private let named = Body.named(Named(name: "n"))

    @Test(arguments: others) func aLaterTextHasItsOwnValues(_ other: String) throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            var reader = try JSONReader<Row>(options: options)
            for _ in 0..<3 {
                #expect(try Row(json: other, options: options) == Row(body: named))
                #expect(try Row(json: Self.fitting, options: options) == Row(body: drawing))
                #expect(try reader.read(other) == Row(body: named))
                #expect(try reader.read(Self.fitting) == Row(body: drawing))
                #expect(try Twice(json: #"{"body":\#(other)}"#, options: options) == Twice(first: named, second: named))
                #expect(try Twice(json: #"{"body":\#(Self.fitting)}"#, options: options) == Twice(first: drawing, second: drawing))
            }
        }
    }

    @Test(arguments: others) func elementsOfAStreamHaveTheirOwnValues(_ other: String) throws {
        let lines = Array("\(other)\n\(Self.fitting)\n\(other)\n\(Self.fitting)\n".utf8)
        let list = Array("[\(other),\(Self.fitting),\(other),\(Self.fitting)]".utf8)
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            for size in [1, 7, 1000] {
                for (text, format) in [(lines, JSONStreamFormat.lines), (list, .document)] {
                    var stream = try JSONStream<Row>(chunks: text.chunks(of: size), format: format, options: options)
                    for expected in [named, drawing, named, drawing] { #expect(try stream.next() == Row(body: expected)) }
                    #expect(try stream.next() == nil)
                }
            }
        }
    }

    @Test(arguments: others) func aGrowingTextReadsItsValuesAnew(_ other: String) throws {
        for (text, expected) in [(other, named), (Self.fitting, drawing)] {
            var growing = JSONGrowing<Row>(), radii: Set<Int> = []
            for byte in text.utf8 {
                if case .drawing(let drawing)? = try growing.append([byte])?.body, case .circle(let circle) = drawing.shape {
                    radii.insert(circle.radius)
                }
            }
            #expect(try growing.finish() == Row(body: expected))
            #expect(radii.isSubset(of: [1, 2]))
        }
    }

    private enum A: Letter { static let letter = "a" }
    private enum B: Letter { static let letter = "b" }
    private enum C: Letter { static let letter = "c" }

    /// A node that needs a member with a letter. If its kid is invalid, it has none.
    private struct Part<Name: Letter>: JSONConvertible, Equatable {
        var kid: Node?
        var n: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("kid", \.kid, rules: [.invalidIsMissing])
                $0.add("n", \.n, key: JSONKeys(stringLiteral: Name.letter))
            }
        }
    }

    private indirect enum Node: JSONConvertible, Equatable {
        case a(Part<A>)
        case b(Part<B>)
        case c(Part<C>)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("a", Part<A>.self, make: { .a($0) }, match: { if case .a(let value) = $0 { value } else { nil } })
                $0.add("b", Part<B>.self, make: { .b($0) }, match: { if case .b(let value) = $0 { value } else { nil } })
                $0.add("c", Part<C>.self, make: { .c($0) }, match: { if case .c(let value) = $0 { value } else { nil } })
            }
        }
    }

    @Test("A report costs no further reading: at any depth, it has the error of the first attempt", arguments: JSONEngine.each)
    func reportsOfValuesThatFitNoCase(_ engine: JSONEngine) throws {
        var options = JSONReadOptions.strict
        options.engine = engine
        for depth in [1, 2, 3, 6, 40] {
            let kids = String(repeating: #"{"kid":"#, count: depth), ends = String(repeating: #","z":1}"#, count: depth - 1)
            var report = JSONReport()
            let node = try Node(json: kids + "5" + ends + #","c":1}"#, options: options, report: &report)
            #expect(node == .c(Part(kid: nil, n: 1)))
            let entry = report.entries.first { $0.kind == .defaultForInvalid && $0.leftOut == "$.kid" }
            #expect(report.entries.filter { $0.kind == .defaultForInvalid }.count == depth)
            #expect(entry?.path == "$.kid")
            if depth == 1 { #expect(entry?.bytes == 7..<8 && entry?.found == "a number") }
            if depth > 1 { #expect(entry?.reason?.contains(#"the key "c" is missing"#) == true) }
        }
    }
}

private protocol Letter: Sendable, Equatable {
    static var letter: String { get }
}
