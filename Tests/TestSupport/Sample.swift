import Foundation
import Yoke

extension JSONEngine {
    /// The engines of this build, each once. `automatic` is another name for one of them, so tests of many texts leave it out.
    public static let each: [JSONEngine] = all.filter { $0 != .automatic }
}

/// How much the tests try.
public enum Sample {
    /// True with `YOKE_MATRIX=full`: tests with a fixed sample take the large one, which takes minutes.
    public static let isFull = ProcessInfo.processInfo.environment["YOKE_MATRIX"] == "full"

    /// A size that a test may choose freely: `usual`, or `full` with `YOKE_MATRIX=full`.
    public static func size(_ usual: Int, full: Int) -> Int { isFull ? full : usual }
}
