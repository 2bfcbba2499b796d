#if canImport(Foundation)
import Foundation
import Yoke

extension JSONWritable {
    /// Returns the value as a snapshot, which `init(snapshot:)` reads.
    ///
    /// - Throws: see `snapshot(_:)`.
    public func snapshotData(_ options: JSONWriteOptions = .compact) throws(JSONError) -> Data { Data(try snapshot(options)) }
}
#endif
