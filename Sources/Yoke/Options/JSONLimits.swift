/// Limits for a text that is read. (For writing, see `JSONWriteOptions.depth`.)
///
/// A text that exceeds a limit gives a `JSONError` of kind `.limitExceeded` (for the depth: `.depthExceeded`). The error has the position
/// where the text exceeds the limit.
public struct JSONLimits: Sendable, Hashable {
    /// Largest number of arrays and objects that may be open at one time.
    public var depth: Int
    /// Largest length of a string or key in bytes, with escapes resolved. A limit of more than 1 GiB counts as 1 GiB.
    public var stringBytes: Int
    /// Largest length of a number's text in bytes. A limit of more than 2^30 counts as 2^30.
    public var numberDigits: Int
    /// Largest number of members in an object, or of elements in an array. Invalid elements that the mode drops count too.
    public var members: Int
    /// Largest length of the entire text in bytes; nil for no limit. A text in UTF-16 or UTF-32 counts with its length as UTF-8.
    public var totalBytes: Int?
    /// `totalBytes` as a number: the largest `Int` for no limit, and 0 for a negative limit.
    package var maxTotalBytes: Int { max(0, totalBytes ?? .max) }
    /// The effective limits, which keep yajl's buffers far under 2 GB.
    var maxStringBytes: Int { min(stringBytes, 1 << 30) }
    var maxNumberDigits: Int { min(numberDigits, 1 << 30) }

    /// Makes limits. Each default is the value in `.standard`.
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

    /// For texts from known sources: 512 levels, strings of 256 MiB, numbers of 4,096 digits, 2^31 members, texts of any length.
    public static let standard = JSONLimits()

    /// For texts from unknown sources: 64 levels, texts of 16 MiB, strings of 1 MiB, 100,000 members.
    public static let untrusted = JSONLimits(
        depth: 64, stringBytes: 1 << 20, members: 100_000, totalBytes: 16 << 20)

    package static let unlimited = JSONLimits(depth: .max, stringBytes: .max, numberDigits: .max, members: .max)
}
