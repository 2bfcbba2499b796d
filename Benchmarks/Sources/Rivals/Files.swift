import Foundation

/// A file could not be read.
struct FileError: Error, CustomStringConvertible {
    let path: String
    let code = errno
    var description: String { "\(path): \(String(cString: strerror(code)))" }
}

/// Lends a file's bytes, chunk by chunk.
func readFile(_ path: String, chunk: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw FileError(path: path) }
    defer { close(descriptor) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)
    defer { buffer.deallocate() }
    while true {
        let count = read(descriptor, buffer.baseAddress, chunk)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw FileError(path: path) }
        if count == 0 { return }
        try body(UnsafeBufferPointer(UnsafeRawBufferPointer(rebasing: buffer[..<count]).bindMemory(to: UInt8.self)))
    }
}

/// Lends a file's lines.
func readLines(_ path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    var rest: [UInt8] = []
    try readFile(path, chunk: 1 << 20) { chunk in
        var chunk = chunk[...]
        while let end = chunk.firstIndex(of: UInt8(ascii: "\n")) {
            if rest.isEmpty {
                try body(UnsafeBufferPointer(rebasing: chunk[..<end]))
            } else {
                rest.append(contentsOf: chunk[..<end])
                try rest.withUnsafeBufferPointer(body)
                rest.removeAll(keepingCapacity: true)
            }
            chunk = chunk[(end + 1)...]
        }
        rest.append(contentsOf: chunk)
    }
    if !rest.isEmpty { try rest.withUnsafeBufferPointer(body) }
}
