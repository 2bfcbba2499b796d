internal import CYoke

extension JSONMapping {
    /// Returns a mapping of the same type that changes the text of each value after writing. Reading changes the text back.
    ///
    /// - Parameters:
    ///   - unwrap: returns the text that Yoke reads instead of the given text. nil: Yoke reads the text unchanged.
    ///   - wrap: returns the text to write instead of the text of a value.
    package func wrapped(
        unwrap: @escaping @Sendable (UnsafeBufferPointer<UInt8>) throws -> [UInt8]?,
        wrap: @escaping @Sendable (_ text: [UInt8]) throws -> [UInt8]
    ) -> JSONMapping {
        hooked { thunks in
            let next = thunks.capture
            thunks.capture = { to, text, choice in
                try next(to, text, choice)
                if let text = try unwrap(text) { ReplacedText.put(text, into: choice) }
            }
            thunks.project = { _, at, writer in
                let writer = writer.assumingMemoryBound(to: yoke_writer.self)
                let text = try wrap(writer.pointee.text(of: at, writer.pointee.choices[1].unsafelyUnwrapped, writer.pointee.style))
                yoke_writer_raw(writer, text, text.count)
                return nil
            }
        }
    }
}
