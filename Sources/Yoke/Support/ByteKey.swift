/// A key that is equal only to a key with the same bytes. (Swift's Strings can be equal although their bytes differ: é can be one Unicode
/// scalar or two.)
package struct ByteKey: Hashable {
    private let text: String

    package init(_ text: String) { self.text = text }

    package static func == (a: ByteKey, b: ByteKey) -> Bool { sameBytes(a.text, b.text) }
    package func hash(into hasher: inout Hasher) { borrow(text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }
}
