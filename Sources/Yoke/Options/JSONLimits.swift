/// How much a text may ask for before it is refused, whatever its author intends.
///
/// A limit that is passed gives a `JSONError` of kind `.limitExceeded` (depth: `.depthExceeded`) at the place where it was passed.
public struct JSONLimits: Sendable, Hashable {
    /// Open arrays and objects at one time. Also limits writing.
    public var depth: Int
    /// Bytes of one string or key, unescaped.
    public var stringBytes: Int
    /// Bytes of one number's text.
    public var numberDigits: Int
    /// Members of one object, elements of one array; those that a mode leaves out count too.
    public var members: Int
    /// Bytes of the whole text; nil is no limit.
    public var totalBytes: Int?

    /// Limits of one's own; every default is that of `.standard`.
    public init(
        depth: Int = 512,
        stringBytes: Int = 256 << 20,
        numberDigits: Int = 4096,
        members: Int = Int(clamping: 1 << 31 as Int64),
        totalBytes: Int? = nil
    ) {
        self.depth = depth
        self.stringBytes = stringBytes
        self.numberDigits = numberDigits
        self.members = members
        self.totalBytes = totalBytes
    }

    /// For texts from partners: 512 levels, strings of 256 MiB, numbers of 4,096 digits, 2^31 members, any length.
    public static let standard = JSONLimits()

    /// For texts from anyone: 64 levels, 16 MiB in all, strings of 1 MiB, 100,000 members.
    public static let untrusted = JSONLimits(
        depth: 64, stringBytes: 1 << 20, members: 100_000, totalBytes: 16 << 20)
}
