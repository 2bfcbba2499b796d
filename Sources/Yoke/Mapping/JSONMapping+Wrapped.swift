internal import CYoke

/// The text that Yoke reads in place of a wrapped text: see `JSONMapping.wrapped(unwrap:wrap:)`.
package enum UnwrappedText {
    /// A part of the wrapped text.
    case part(UnsafeBufferPointer<UInt8>)
    /// A new text that replaces the wrapped text.
    case replaced([UInt8])
}

extension JSONMapping {
    /// Returns a mapping of the same type that writes bytes before and after the text of each value. Reading removes these bytes.
    ///
    /// - Parameters:
    ///   - unwrap: returns the text that Yoke reads instead of the given text. nil: the text is not wrapped, and Yoke reads it unchanged.
    ///   - wrap: returns the bytes to write before and after the text of a value.
    package func wrapped(
        unwrap: @escaping @Sendable (UnsafeBufferPointer<UInt8>) throws -> UnwrappedText?,
        wrap: @escaping @Sendable (_ text: [UInt8]) -> (front: [UInt8], back: [UInt8])
    ) -> JSONMapping {
        hooked { thunks in
            let next = thunks.capture
            thunks.capture = { to, text, choice in
                try next(to, text, choice)
                switch try unwrap(text) {
                case nil: break
                case .part(let part):
                    choice.assumingMemoryBound(to: yoke_choice.self).pointee.text = part.baseAddress
                    choice.assumingMemoryBound(to: yoke_choice.self).pointee.text_length = part.count
                case .replaced(let text): ReplacedText.put(text, into: choice)
                }
            }
            thunks.project = { _, at, writer in
                let writer = writer.assumingMemoryBound(to: yoke_writer.self)
                let text = try writer.pointee.text(of: at, writer.pointee.choices[1].unsafelyUnwrapped, writer.pointee.style)
                let (front, back) = wrap(text)
                for part in [front, text, back] { yoke_writer_raw(writer, part, part.count) }
                return nil
            }
        }
    }
}
