import Yoke

enum YokeCounts {
    /// Keys, scalars, objects and arrays of a text.
    static func events(in text: [UInt8]) throws -> UInt64 {
        var validator = try JSONValidator()
        try text.withUnsafeBytes { try validator.feed($0) }
        try validator.finish()
        let all = validator.statistics
        return UInt64(all.keys + all.objects + all.arrays + all.strings + all.numbers + all.booleans + all.nulls)
    }
}
