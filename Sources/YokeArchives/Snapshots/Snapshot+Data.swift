#if canImport(Foundation)
import Foundation
import Yoke

extension JSONWritable {
    /// The value as a snapshot; read by `init(snapshot:)`.
    ///
    /// - Throws: see `snapshot(_:)`.
    public func snapshotData(_ options: JSONWriteOptions = .compact) throws(JSONError) -> Data { Data(try snapshot(options)) }
}
#endif
