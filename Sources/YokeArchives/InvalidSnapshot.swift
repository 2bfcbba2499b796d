import Yoke

extension JSONError.Kind {
    /// The bytes are not a snapshot or keyed archive, or the snapshot or archive is damaged.
    public static let invalidSnapshot = JSONError.Kind(rawValue: "invalidSnapshot")
}
