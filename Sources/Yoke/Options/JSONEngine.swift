/// The engine that reads a text. Values, errors and positions are the same with each engine.
public struct JSONEngine: Sendable, Hashable, CustomStringConvertible {
    private let name: String

    #if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))
    /// libyajl. Yoke's strict filter checks the text first. Needs a package trait: on Linux `Yajl`, which is on by default; on macOS
    /// `YajlOnApple`, which is off by default.
    public static let yajl = JSONEngine(name: "yajl")
    #endif

    /// Yoke's own engine. It parses the text and stores the values of properties in one pass.
    public static let native = JSONEngine(name: "native")

    /// The native engine. (In a debug build, the environment variable `YOKE_ENGINE` can name another engine.)
    public static let automatic = JSONEngine(name: "automatic")

    /// All engines of this build, for command-line tools whose user chooses an engine by name.
    public static let all: [JSONEngine] = {
        #if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))
        [.automatic, .native, .yajl]
        #else
        [.automatic, .native]
        #endif
    }()

    /// Finds an engine by its name. Returns nil if this build does not have the engine.
    public init?(named name: String) {
        guard let engine = Self.all.first(where: { $0.name == name }) else { return nil }
        self = engine
    }

    private init(name: String) { self.name = name }

    /// The name of the engine: `native`, `yajl`, `automatic`.
    public var description: String { name }

    /// The engine that reads the text: this engine, or the engine that `.automatic` stands for.
    var resolved: JSONEngine { self == .automatic ? Self.best : self }

    #if DEBUG
    /// In a debug build, `YOKE_ENGINE=yajl` lets all tests run with libyajl instead of the native engine.
    private static let best = System.environment("YOKE_ENGINE").flatMap(JSONEngine.init(named:)) ?? .native
    #else
    private static let best = JSONEngine.native
    #endif
}
