// Compares strings as JSON does: by their UTF-8. So a composed and a decomposed letter are different. (Swift's `==` treats canonically
// equivalent strings as equal.)

/// Returns true if both strings have the same UTF-8.
package func sameBytes(_ a: String, _ b: String) -> Bool {
    guard a.utf8.count == b.utf8.count else { return false }
    return borrow(a) { a in borrow(b) { b in sameBytes(a, b) } }
}

/// Returns true if the bytes `b` are the UTF-8 of the string `a`.
func sameBytes(_ a: String, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    guard a.utf8.count == b.count else { return false }
    return borrow(a) { sameBytes($0, b) }
}

func sameBytes(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = a.count
    guard count == b.count else { return false }
    guard let p = UnsafeRawPointer(a.baseAddress), let q = UnsafeRawPointer(b.baseAddress), p != q else { return true }
    var i = 0
    while i + 8 <= count {
        if p.loadUnaligned(fromByteOffset: i, as: UInt64.self) != q.loadUnaligned(fromByteOffset: i, as: UInt64.self) {
            return false
        }
        i += 8
    }
    while i < count {
        if p.load(fromByteOffset: i, as: UInt8.self) != q.load(fromByteOffset: i, as: UInt8.self) { return false }
        i += 1
    }
    return true
}

/// Returns true if `a` comes before `b` in the order of the UTF-8 bytes, which is the order of the code points.
@usableFromInline
func bytesPrecede(_ a: String, _ b: String) -> Bool {
    borrow(a) { a in
        borrow(b) { b in
            for i in 0..<min(a.count, b.count) where a[i] != b[i] { return a[i] < b[i] }
            return a.count < b.count
        }
    }
}
