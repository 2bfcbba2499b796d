internal import CYoke
internal import CYokeArchives
import Yoke

/// Converts JSON text to a snapshot and back.
final class SnapshotText {
    private var buffer: yoke_buffer

    /// The bytes of the JSON text. The pointer is valid while this object lives.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: buffer.bytes, count: buffer.count) }

    /// Makes the JSON text of a snapshot. A snapshot may embed JSON text, which this initialiser does not check. So the caller must parse
    /// the result.
    init(of snapshot: UnsafeBufferPointer<UInt8>, limits: JSONLimits) throws(JSONError) {
        buffer = yoke_buffer_make(yoke_libc())
        guard snapshot.starts(with: Self.header) else {
            let isCut = snapshot.count < Self.header.count && Self.header.starts(with: snapshot)
            throw Self.error(isCut ? YOKE_CBOR_CUT : YOKE_CBOR_MALFORMED, at: isCut ? snapshot.count : 0, limits)
        }
        var at = 0
        let status = yoke_cbor_read(
            snapshot.baseAddress, snapshot.count, max(0, limits.depth), limits.maxTotalBytes, &buffer, &at)
        guard status == YOKE_CBOR_OK else { throw Self.error(status, at: at, limits) }
    }

    deinit { yoke_buffer_free(&buffer) }

    /// The first bytes of every snapshot: the CBOR tag 55799, which marks a file as CBOR.
    private static let header: [UInt8] = [0xD9, 0xD9, 0xF7]

    private static func error(_ status: yoke_cbor_status, at offset: Int, _ limits: JSONLimits) -> JSONError {
        func error(_ kind: JSONError.Kind, _ message: String, hint: String? = nil) -> JSONError {
            JSONError(kind: kind, message: message, offset: offset, hint: hint)
        }
        switch status {
        case YOKE_CBOR_MEMORY: return JSONError(kind: .outOfMemory, message: "no memory for the snapshot's text")
        case YOKE_CBOR_CUT:
            return error(.unexpectedEnd, "the snapshot ends inside a value", hint: "it may have been cut")
        case YOKE_CBOR_TRAILING: return error(.trailingContent, "there are more bytes after the snapshot")
        case YOKE_CBOR_DEEP:
            return error(.depthExceeded, "nested deeper than \(limits.depth) levels", hint: "see JSONLimits.depth")
        case YOKE_CBOR_TOO_LONG:
            return error(
                .limitExceeded, "the snapshot's text is longer than \(limits.maxTotalBytes) bytes",
                hint: "see JSONLimits.totalBytes")
        case YOKE_CBOR_NOT_JSON:
            return error(.invalidSnapshot, "the snapshot holds a value that JSON does not have")
        case YOKE_CBOR_REFERENCE:
            return error(.invalidSnapshot, "the snapshot refers to a string that it does not have")
        default:
            let isOther = offset == 0
            return error(
                .invalidSnapshot, isOther ? "the bytes are no snapshot" : "the snapshot is damaged",
                hint: isOther ? "JSON text is read by init(json:)" : nil)
        }
    }

    /// Converts JSON text to a snapshot. Yoke's writer must have written the text.
    static func snapshot(of text: UnsafeRawBufferPointer) throws(JSONError) -> [UInt8] {
        var out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        // Most snapshots have about half of the text's length. The buffer grows if that is not enough.
        _ = yoke_buffer_reserve(&out, text.count / 2 + Int(YOKE_CBOR_HEADER))
        let bytes = text.bindMemory(to: UInt8.self)
        switch yoke_cbor_write(bytes.baseAddress, bytes.count, &out) {
        case YOKE_CBOR_OK: return Array(UnsafeBufferPointer(start: out.bytes, count: out.count))
        case YOKE_CBOR_MEMORY: throw JSONError(kind: .outOfMemory, message: "no memory for the snapshot")
        default:
            throw JSONError(
                kind: .refused, message: "what was written is no JSON", hint: "a scalar's write must give a JSON number")
        }
    }
}
