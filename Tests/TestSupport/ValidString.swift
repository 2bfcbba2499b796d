/// Returns the String of these bytes; nil if they are not UTF-8. (`String(validating:as:)` would need macOS 15.)
public func validString(_ bytes: some Collection<UInt8>) -> String? {
    let string = String(decoding: bytes, as: UTF8.self)
    return string.utf8.elementsEqual(bytes) ? string : nil
}
