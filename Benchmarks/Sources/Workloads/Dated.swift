import Yoke

/// An object of one date.
public struct Dated: Sendable, JSONConvertible {
    public var d: Moment

    public static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("d", \.d) } }

    /// Seconds since 2001, from RFC 3339.
    public struct Moment: Sendable, JSONConvertible {
        public var seconds: Double

        public static var jsonMapping: JSONMapping {
            JSONMapping(date: Self.self, decode: { Moment(seconds: $0) }, encode: { $0.seconds })
        }
    }
}
