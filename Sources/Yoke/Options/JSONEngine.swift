/// Which engine reads the text. Values, errors and places are the same with each.
public struct JSONEngine: Sendable, Hashable, CustomStringConvertible {
    private let name: String

    #if Yajl && (os(Linux) || os(macOS))
        /// libyajl, behind a strict gate of Yoke's own. Needs the package trait `Yajl`, which is on by default.
        public static let yajl = JSONEngine(name: "yajl")
    #endif

    /// Yoke's own: text and plan in one pass.
    public static let native = JSONEngine(name: "native")

    /// The best engine of this build.
    public static let automatic = JSONEngine(name: "automatic")

    /// The engines that can be named, for command lines.
    public static let all: [JSONEngine] = {
        #if Yajl && (os(Linux) || os(macOS))
            [.automatic, .native, .yajl]
        #else
            [.automatic, .native]
        #endif
    }()

    /// The engine of that name, or nil.
    public init?(named name: String) {
        guard let engine = Self.all.first(where: { $0.name == name }) else { return nil }
        self = engine
    }

    private init(name: String) { self.name = name }

    /// The engine's name: `native`, `yajl`, `automatic`.
    public var description: String { name }

    /// What `.automatic` stands for.
    var resolved: JSONEngine { self == .automatic ? Self.best : self }

    #if DEBUG
        /// Tests run everything with either engine: YOKE_ENGINE=yajl.
        private static let best = System.environment("YOKE_ENGINE").flatMap(JSONEngine.init(named:)) ?? .native
    #else
        private static let best = JSONEngine.native
    #endif
}
