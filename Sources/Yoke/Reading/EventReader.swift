internal import CYoke

/// Receives the events of a text: a call for each scalar, key and bracket. Other modules of this package implement this protocol to read a
/// text of any length in constant memory. Strings and keys are unescaped UTF-8, valid only during the call.
package protocol TextEvents: AnyObject {
    func null()
    func boolean(_ value: Bool)
    func number(_ text: UnsafeBufferPointer<UInt8>)
    func string(_ text: UnsafeBufferPointer<UInt8>)
    func beginObject()
    func key(_ text: UnsafeBufferPointer<UInt8>)
    func endObject()
    func beginArray()
    func endArray()
}

/// Reads a text chunk by chunk and sends its events to a receiver.
package final class EventReader {
    private let text: ForwardedText
    private let target: EventTarget

    /// Makes a reader that sends the events to `receiver` and keeps it alive.
    package init(_ receiver: any TextEvents, format: JSONStreamFormat, options: JSONReadOptions) {
        target = EventTarget(receiver)
        text = ForwardedText(
            format: format, options: options, sink: EventTarget.sink, context: Unmanaged.passUnretained(target).toOpaque())
    }

    /// Reads the next bytes, in UTF-8. A chunk may end anywhere.
    package func feed(_ bytes: UnsafeRawBufferPointer) throws(JSONError) { try text.feed(bytes) }
    /// Ends the text: call this after the last chunk. Throws an error if the text is incomplete.
    package func finish() throws(JSONError) { try text.finish() }
}

/// Holds the receiver of the events for the C callbacks. It is a class, because C passes one pointer, and a pointer cannot hold a protocol
/// value.
private final class EventTarget {
    let receiver: any TextEvents

    init(_ receiver: any TextEvents) { self.receiver = receiver }

    @inline(__always)
    private static func of(_ context: UnsafeMutableRawPointer?) -> any TextEvents {
        Unmanaged<EventTarget>.fromOpaque(context.unsafelyUnwrapped)._withUnsafeGuaranteedRef { $0.receiver }
    }

    static let sink: yoke_sink = {
        var sink = yoke_sink()
        sink.null = {
            of($0).null(); return 1
        }
        sink.boolean = {
            of($0).boolean($1 != 0); return 1
        }
        sink.number = { context, text, count in
            of(context).number(UnsafeRawBufferPointer(start: text, count: count).bindMemory(to: UInt8.self))
            return 1
        }
        sink.string = {
            of($0).string(UnsafeBufferPointer(start: $1, count: $2)); return 1
        }
        sink.begin_object = {
            of($0).beginObject(); return 1
        }
        sink.key = {
            of($0).key(UnsafeBufferPointer(start: $1, count: $2)); return 1
        }
        sink.end_object = {
            of($0).endObject(); return 1
        }
        sink.begin_array = {
            of($0).beginArray(); return 1
        }
        sink.end_array = {
            of($0).endArray(); return 1
        }
        return sink
    }()
}
