/// The engine that reads a text. Values, errors and positions are the same with each engine.
public struct JSONEngine: Sendable, Hashable, CustomStringConvertible {
    private let name: String

    #if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))
    /// libyajl, with Yoke's strict filter before it. On Linux, needs the package trait `Yajl`, which is on by default; on macOS
    /// `YajlOnApple`, which is not.
    public static let yajl = JSONEngine(name: "yajl")
    #endif

    /// Yoke's own engine: handles text and plan in one pass.
    public static let native = JSONEngine(name: "native")

    /// The best engine of this build.
    public static let automatic = JSONEngine(name: "automatic")

    /// All engines with a name, for command lines.
    public static let all: [JSONEngine] = {
        #if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))
        [.automatic, .native, .yajl]
        #else
        [.automatic, .native]
        #endif
    }()

    /// The engine with that name; nil if this build does not have the engine.
    public init?(named name: String) {
        guard let engine = Self.all.first(where: { $0.name == name }) else { return nil }
        self = engine
    }

    private init(name: String) { self.name = name }

    /// The name of the engine: `native`, `yajl`, `automatic`.
    public var description: String { name }

    /// The engine that does the work: `.automatic` becomes the best engine of this build.
    var resolved: JSONEngine { self == .automatic ? Self.best : self }

    #if DEBUG
    /// Tests run everything with each engine: YOKE_ENGINE=yajl.
    private static let best = System.environment("YOKE_ENGINE").flatMap(JSONEngine.init(named:)) ?? .native
    #else
    private static let best = JSONEngine.native
    #endif
}
