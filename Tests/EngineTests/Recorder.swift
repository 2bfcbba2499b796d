#if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))
import CYoke
import Testing

@testable import Yoke

/// One event of an engine: its kind, its text, and its range of offsets.
struct Event: Equatable, CustomStringConvertible {
    enum Kind { case null, isTrue, isFalse, number, string, key, beginObject, endObject, beginArray, endArray }
    var kind: Kind
    var text: String
    var start: Int
    var end: Int
    var description: String { "\(kind) \(text) \(start)..<\(end)" }
}

/// Records the events of the yajl engine.
final class Recorder {
    private let source: UnsafeMutablePointer<yoke_source>
    private(set) var engine: YajlEngine!
    private(set) var events: [Event] = []
    /// Index (from 0) of the event that the recorder refuses, to stop the engine; nil to accept all events.
    var refusedEvent: Int?
    /// Index of the value whose raw text is recorded; nil to record no raw text. Values are counted from 0, in the order of their first
    /// bytes.
    var capturedValue: Int?
    private(set) var rawText: [UInt8]?
    private var values = 0
    private var depth = 0
    private var captureStart: UInt64 = 0
    private var captureDepth: Int?

    init(options: JSONReadOptions = .strict, captures: Bool = false) {
        source = .allocate(capacity: 1)
        source.initialize(to: yoke_source())
        yoke_source_init(source, yoke_libc())
        source.pointee.captures = captures
        engine = YajlEngine(
            sink: Self.sink, context: Unmanaged.passUnretained(self).toOpaque(), source: source, options: options)
    }

    deinit {
        engine = nil
        yoke_source_free(source)
        source.deallocate()
    }

    /// Feeds a text to the engine in chunks. Returns the engine's error, or nil.
    func run(_ chunks: [ArraySlice<UInt8>]) throws -> EngineFault? {
        events = []
        (values, depth, captureDepth, rawText) = (0, 0, nil, nil)
        try engine.start()
        engine.restart(at: 0)
        var fault: EngineFault?
        for chunk in chunks where fault == nil { fault = chunk.withUnsafeBufferPointer { engine.feed($0) } }
        fault = fault ?? engine.finish()
        if fault != nil { engine.abandon() }
        return fault
    }

    private func record(_ kind: Event.Kind, _ bytes: UnsafeBufferPointer<UInt8>? = nil) -> Int32 {
        if let bytes { yoke_source_note(source, bytes.baseAddress, bytes.count, kind == .number ? 0 : 1) }
        let text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
        events.append(
            Event(
                kind: kind, text: text, start: Int(yoke_source_event_start(source)), end: Int(yoke_source_event_end(source))))
        capture(kind)
        return events.count - 1 == refusedEvent ? 0 : 1
    }

    private func capture(_ kind: Event.Kind) {
        let opens = kind == .beginObject || kind == .beginArray
        let closes = kind == .endObject || kind == .endArray
        if closes { depth -= 1 }
        if !closes, kind != .key {
            if values == capturedValue {
                captureStart = yoke_source_capture_begin(source)
                captureDepth = depth
            }
            values += 1
        }
        if !opens, kind != .key, captureDepth == depth {
            captureDepth = nil
            var count = 0
            var joined = yoke_buffer_make(yoke_libc())
            defer { yoke_buffer_free(&joined) }
            let bytes = yoke_source_capture_end(source, captureStart, &joined, &count)
            rawText = Array(UnsafeBufferPointer(start: bytes, count: count))
        }
        if opens { depth += 1 }
    }

    private static let sink: yoke_sink = {
        var sink = yoke_sink()
        sink.null = { of($0).record(.null) }
        sink.boolean = { of($0).record($1 == 0 ? .isFalse : .isTrue) }
        sink.number = { context, text, count in
            text!.withMemoryRebound(to: UInt8.self, capacity: count) {
                of(context).record(.number, UnsafeBufferPointer(start: $0, count: count))
            }
        }
        sink.string = { of($0).record(.string, UnsafeBufferPointer(start: $1, count: $2)) }
        sink.key = { of($0).record(.key, UnsafeBufferPointer(start: $1, count: $2)) }
        sink.begin_object = { of($0).record(.beginObject) }
        sink.end_object = { of($0).record(.endObject) }
        sink.begin_array = { of($0).record(.beginArray) }
        sink.end_array = { of($0).record(.endArray) }
        return sink
    }()
}

/// Returns the recorder that a context points to. A method would not do here: C function pointers cannot capture `self`.
private func of(_ context: UnsafeMutableRawPointer?) -> Recorder {
    Unmanaged<Recorder>.fromOpaque(context!).takeUnretainedValue()
}

/// Returns the events of a valid text, found by a simple scan without the engine. Strings have no quotes and keep their escapes.
func expectedEvents(_ text: [UInt8]) -> [Event] {
    var events: [Event] = []
    var at = 0
    func add(_ kind: Event.Kind, _ length: Int) {
        let isString = kind == .string || kind == .key
        let inner = isString ? text[(at + 1)..<(at + length - 1)] : kind == .number ? text[at..<(at + length)] : []
        events.append(Event(kind: kind, text: String(decoding: inner, as: UTF8.self), start: at, end: at + length))
        at += length
    }
    while at < text.count {
        switch text[at] {
        case UInt8(ascii: "{"): add(.beginObject, 1)
        case UInt8(ascii: "}"): add(.endObject, 1)
        case UInt8(ascii: "["): add(.beginArray, 1)
        case UInt8(ascii: "]"): add(.endArray, 1)
        case UInt8(ascii: "n"): add(.null, 4)
        case UInt8(ascii: "t"): add(.isTrue, 4)
        case UInt8(ascii: "f"): add(.isFalse, 5)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            add(.number, text[at...].prefix { "+-.eE0123456789".utf8.contains($0) }.count)
        case UInt8(ascii: "\""):
            var end = at + 1
            while text[end] != UInt8(ascii: "\"") { end += text[end] == UInt8(ascii: "\\") ? 2 : 1 }
            let after = text[(end + 1)...].first { !" \n\r\t".utf8.contains($0) }
            add(after == UInt8(ascii: ":") ? .key : .string, end + 1 - at)
        default: at += 1
        }
    }
    return events
}
#endif
