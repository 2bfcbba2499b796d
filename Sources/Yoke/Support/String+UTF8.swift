/// Makes a String from bytes that are valid UTF-8. Swift checks the bytes again only on Apple systems before macOS 26 and iOS 26.
@inlinable @inline(__always)
package func makeValidString(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool = false) -> String {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Passes a String's UTF-8 bytes to `body`. The bytes are valid only during the call.
@inlinable @inline(__always)
package func borrow<Result>(_ string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = string.utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = string  // bridged strings on Apple systems have no contiguous UTF-8
    return copy.withUTF8(body)
}
