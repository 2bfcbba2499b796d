/// Which engine reads the text. Values, errors and places are the same with each.
public struct JSONEngine: Sendable, Hashable, CustomStringConvertible {
    private let name: String

    /// libyajl, behind a strict gate of Yoke's own.
    public static let yajl = JSONEngine(name: "yajl")

    /// The best engine of this build.
    public static let automatic = JSONEngine(name: "automatic")

    /// The engines that can be named, for command lines.
    public static let all: [JSONEngine] = [.automatic, .yajl]

    /// The engine of that name, or nil.
    public init?(named name: String) {
        guard let engine = Self.all.first(where: { $0.name == name }) else { return nil }
        self = engine
    }

    private init(name: String) { self.name = name }

    /// The engine's name: `yajl`, `automatic`.
    public var description: String { name }
}
