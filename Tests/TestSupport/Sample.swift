import Foundation
import Yoke

extension JSONEngine {
    /// The engines of this build, each once. Leaves out `automatic`, which is another name for one of them.
    public static let each: [JSONEngine] = all.filter { $0 != .automatic }
}

/// The number of samples that tests try.
public enum Sample {
    /// True if `YOKE_MATRIX=full` is set. Then tests try their large samples, which takes minutes.
    public static let isFull = ProcessInfo.processInfo.environment["YOKE_MATRIX"] == "full"

    /// Returns the size of a sample: `usual`, or `full` if `YOKE_MATRIX=full` is set.
    public static func size(_ usual: Int, full: Int) -> Int { isFull ? full : usual }
}
