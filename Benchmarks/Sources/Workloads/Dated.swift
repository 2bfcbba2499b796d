import Yoke

/// An object with a single date.
public struct Dated: Sendable, JSONConvertible {
    public var d: Moment

    public static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("d", \.d) } }

    /// Seconds since 2001, read from RFC 3339 text.
    public struct Moment: Sendable, JSONConvertible {
        public var seconds: Double

        public static var jsonMapping: JSONMapping {
            JSONMapping(date: Self.self, decode: { Moment(seconds: $0) }, encode: { $0.seconds })
        }
    }
}
