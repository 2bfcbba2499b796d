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
    /// A whole line that has gone by and is still in memory: counted when anyone asks, or when the next one comes, as a line.
    private var line: UnsafeBufferPointer<UInt8>?

    private struct Anchor {
        let offset: UInt64
        let line: Int
        let column: Int
    }

    init() { yoke_place_init(&passed) }

    /// How many bytes have passed.
    var offset: UInt64 { passed.offset + UInt64(line?.count ?? 0) }

    /// Back to the start of a text; memory stays.
    mutating func restart() {
        yoke_place_init(&passed)
        line = nil
        anchors.removeAll(keepingCapacity: true)
    }

    /// Passes a line of a text of lines, in which nothing is open at its end. It stays in memory until `settle`.
    mutating func pass(line: UnsafeBufferPointer<UInt8>) {
        if let earlier = self.line { yoke_place_skip_line(&passed, earlier.baseAddress, earlier.count) }
        anchors.removeAll(keepingCapacity: true)
        self.line = line
    }

    /// The last line's memory is about to go.
    mutating func settle() {
        guard let line else { return }
        yoke_place_advance(&passed, line.baseAddress, line.count)
        self.line = nil
    }

    private var settled: PlaceTracker {
        var copy = self
        copy.settle()
        return copy
    }

    /// Passes a chunk. `open` are the places in the text, ascending, of all that has begun and not ended.
    mutating func pass(_ chunk: UnsafeBufferPointer<UInt8>, open: [(seen: UInt64, text: UInt64)]) {
        settle()
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
                anchors.append(Anchor(offset: offset, line: Int(clamping: here.line), column: Int(clamping: here.column)))
            }
        }
        if let base = chunk.baseAddress { yoke_place_advance(&passed, base + done, chunk.count - done) }
    }

    /// The place of a byte of a captured text that began at `start`, when some of it has passed; nil otherwise.
    func place(
        of offset: UInt64, in text: UnsafeBufferPointer<UInt8>, from start: UInt64, showsSnippet: Bool
    ) -> JSONError.Place? {
        if line != nil { return settled.place(of: offset, in: text, from: start, showsSnippet: showsSnippet) }
        guard start < passed.offset, offset - start <= text.count, let anchor = anchors.last(where: { $0.offset == start }) else {
            return nil
        }
        var own = PlaceTracker()
        own.passed.offset = start
        own.passed.lines = UInt64(anchor.line - 1)
        own.passed.characters = UInt64(anchor.column - 1)
        return own.place(of: offset, in: text, showsSnippet: showsSnippet)
    }

    /// The place of a byte: in the chunk behind the passed text, in its last 80 bytes, or where something open began.
    func place(of offset: UInt64, in chunk: UnsafeBufferPointer<UInt8>, showsSnippet: Bool) -> JSONError.Place {
        if line != nil { return settled.place(of: offset, in: chunk, showsSnippet: showsSnippet) }
        var place = JSONError.Place(offset: Int(clamping: offset), line: 1, column: 1)
        var passed = passed
        var found = yoke_location()
        var raw = [UInt8](repeating: 0, count: Int(YOKE_SNIPPET_MAX))
        let distance = Int(clamping: Int64(bitPattern: offset &- passed.offset))
        guard yoke_locate(&passed, chunk.baseAddress, chunk.count, min(distance, chunk.count), &found, &raw) else {
            if let anchor = anchors.last(where: { $0.offset == offset }) {
                (place.line, place.column) = (anchor.line, anchor.column)
            }
            return place
        }
        place.line = Int(clamping: found.line)
        place.column = Int(clamping: found.column)
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

    /// The last bytes in front of a place, at most `count`, as far as they are in the chunk or the passed text's tail.
    func front(of offset: UInt64, in chunk: UnsafeBufferPointer<UInt8>, count: Int) -> [UInt8] {
        if line != nil { return settled.front(of: offset, in: chunk, count: count) }
        let end = Int(clamping: Int64(bitPattern: offset &- passed.offset))
        let tail = withUnsafeBytes(of: passed.tail) { Array($0.prefix(Int(passed.tail_count))) }
        let known = end < 0 ? Array(tail.dropLast(Int(clamping: end.magnitude))) : tail + chunk.prefix(end).suffix(count)
        return known.suffix(count)
    }
}
