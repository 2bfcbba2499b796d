internal import CYoke

package enum Base64 {
    /// Returns the largest number of bytes that `decode` may write for this text.
    package static func room(for utf8: UnsafeBufferPointer<UInt8>) -> Int { utf8.count / 4 * 3 + 2 }

    /// Decodes a text to memory of `room(for:)` bytes. If `isURL` is true, the text has the base64 alphabet for URLs. Returns the number of
    /// bytes, or nil if the text is not base64 (RFC 4648).
    package static func decode(_ utf8: UnsafeBufferPointer<UInt8>, isURL: Bool, to bytes: UnsafeMutableRawPointer) -> Int? {
        let count = yoke_read_base64(utf8.baseAddress, utf8.count, isURL, bytes.assumingMemoryBound(to: UInt8.self))
        return count < 0 ? nil : count
    }
}
