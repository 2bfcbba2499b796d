/// A file that is mapped into memory, one window (part of the file) at a time. The text is not copied, and takes only the window's memory.
///
/// The file must not become shorter while it is mapped: the system ends a process that reads a missing part.
final class MappedSource: ByteSource {
    private let file: DescriptorSource
    private let size: Int64
    private var window: UnsafeMutableRawBufferPointer?
    private var offset: Int64 = 0

    /// Size of a window in bytes: a multiple of every page size, because a mapping must begin at a page.
    private static let windowSize = 4 << 20

    var total: Int64? { size }

    /// Opens a file. Only a regular file can be mapped, not a pipe or device.
    init(path: String) throws(JSONError) {
        file = try DescriptorSource(path: path)
        // The size of some files of the system (`/proc`) is reported as 0, although they have bytes.
        var total = file.total
        if total == 0, try file.next() != nil { total = nil }
        guard let total else {
            throw JSONError(
                .io, "cannot map \"\(VisibleText.of(path, limit: 256))\": it is no regular file with a size",
                hint: "read it without mapsFile")
        }
        size = total
    }

    deinit { unmap() }

    private func unmap() {
        if let window { System.unmap(window) }
        window = nil
    }

    func next() throws(JSONError) -> UnsafeBufferPointer<UInt8>? {
        unmap()
        let count = Int(min(size - offset, Int64(Self.windowSize)))
        if count == 0 {
            file.close()
            return nil
        }
        guard let memory = file.map(count, at: offset) else {
            throw JSONError(
                .io, "cannot map \"\(VisibleText.of(file.name, limit: 256))\" after byte \(offset)", hint: "read it without mapsFile")
        }
        offset += Int64(count)
        window = memory
        return UnsafeRawBufferPointer(memory).bindMemory(to: UInt8.self)
    }
}
