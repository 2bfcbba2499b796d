extension JSONReadable {
    /// Reads a value from a JSON text, and reports what was recovered: see `JSONReport`.
    ///
    /// Cost: the text is read token by token, which is several times slower than without a report.
    ///
    /// - Parameter report: receives the new entries, even if reading fails. Entries that the report already has stay in it.
    public init(
        json text: String, at path: String = "$", options: JSONReadOptions = .strict, report: inout JSONReport
    ) throws(JSONError) {
        self = try borrowText(text) { bytes throws(JSONError) in try Self.read(bytes, at: path, options, &report) }
    }

    /// Reads a value from the bytes of a JSON text, and reports what was recovered.
    public init(
        json bytes: some Sequence<UInt8>, at path: String = "$", options: JSONReadOptions = .strict, report: inout JSONReport
    ) throws(JSONError) {
        self = try withBytes(of: bytes) { bytes throws(JSONError) in try Self.read(bytes, at: path, options, &report) }
    }

    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, at path: String, _ options: JSONReadOptions, _ report: inout JSONReport
    ) throws(JSONError) -> Self {
        try BinderPool.with(options) { binder throws(JSONError) in
            binder.begin(report)
            defer {
                report = binder.report ?? report
                binder.report = nil
            }
            return try binder.read(Self.self, at: path, bytes)
        }
    }
}
