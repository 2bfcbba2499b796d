internal import CYoke

/// Turns byte offsets into lines, columns and snippets, after the text in front of them has gone by.
///
/// Of the passed text it keeps counts, the last 80 bytes, and the places of what is still open: an error can be at the
/// start of an object, or of a string, that began any number of chunks ago.
struct PlaceTracker {
    private var passed = yoke_place()
    private var anchors: [Anchor] = []
    /// The anchors of the chunk before; two arrays take turns, so that a chunk costs no allocation.
    private var earlier: [Anchor] = []

    private struct Anchor {
        let offset: UInt64
        let line: Int
        let column: Int
    }

    init() { yoke_place_init(&passed) }

    /// Back to the start of a text; memory stays.
    mutating func restart() {
        yoke_place_init(&passed)
        anchors.removeAll(keepingCapacity: true)
    }

    /// Passes a chunk. `open` are the places in the text, ascending, of all that has begun and not ended.
    mutating func pass(_ chunk: UnsafeBufferPointer<UInt8>, open: [(seen: UInt64, text: UInt64)]) {
        let start = passed.offset
        let end = start + UInt64(chunk.count)
        swap(&anchors, &earlier)
        anchors.removeAll(keepingCapacity: true)
        var done = 0
        var next = 0
        for (_, offset) in open {
            if offset < start {
                // Both lists ascend.
                while next < earlier.count, earlier[next].offset < offset { next += 1 }
                if next < earlier.count, earlier[next].offset == offset { anchors.append(earlier[next]) }
                continue
            }
            guard offset < end, offset - start >= UInt64(done) else { break }
            let index = Int(offset - start)
            yoke_place_advance(&passed, chunk.baseAddress! + done, index - done)
            done = index
            var here = yoke_location()
            if yoke_locate(&passed, nil, 0, 0, &here, nil) {
                anchors.append(Anchor(offset: offset, line: Int(here.line), column: Int(here.column)))
            }
        }
        if let base = chunk.baseAddress { yoke_place_advance(&passed, base + done, chunk.count - done) }
    }

    /// The place of a byte: in the chunk behind the passed text, in its last 80 bytes, or where something open began.
    func place(of offset: UInt64, in chunk: UnsafeBufferPointer<UInt8>, showsSnippet: Bool) -> JSONError.Place {
        var place = JSONError.Place(offset: Int(offset), line: 1, column: 1)
        var passed = passed
        var found = yoke_location()
        var raw = [UInt8](repeating: 0, count: Int(YOKE_SNIPPET_MAX))
        let distance = Int(Int64(bitPattern: offset &- passed.offset))
        guard yoke_locate(&passed, chunk.baseAddress, chunk.count, min(distance, chunk.count), &found, &raw) else {
            if let anchor = anchors.last(where: { $0.offset == offset }) {
                (place.line, place.column) = (anchor.line, anchor.column)
            }
            return place
        }
        place.line = Int(found.line)
        place.column = Int(found.column)
        if showsSnippet {
            raw.withUnsafeBufferPointer { raw in
                var shown = VisibleText()
                shown.append(UnsafeBufferPointer(rebasing: raw[..<found.caret]))
                let caret = shown.count
                shown.append(UnsafeBufferPointer(rebasing: raw[found.caret..<found.count]))
                place.snippet = (shown.text, caret)
            }
        }
        return place
    }
}
