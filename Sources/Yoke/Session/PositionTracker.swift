internal import CYoke

/// Turns byte offsets into lines, columns and snippets, although earlier chunks of the text are no longer in memory.
///
/// From the text before the current chunk (the passed text), the tracker keeps:
///
/// - the numbers of bytes, lines and characters;
/// - the last 80 bytes;
/// - the positions of all open containers and tokens: an error can be at the start of an object or string that began many chunks ago.
struct PositionTracker {
    private var passed = yoke_position_tracker()
    private var anchors: [Anchor] = []
    /// An anchor is the position of an open container or token. While the tracker moves over a chunk, `earlier` holds the anchors from
    /// before the chunk. The two arrays are swapped for each chunk, to save an allocation.
    private var earlier: [Anchor] = []
    /// The last line over which the tracker moved, if the line is still in memory. The tracker counts the characters of this line only if a
    /// position is requested. Otherwise it counts only the bytes and the line.
    private var line: UnsafeBufferPointer<UInt8>?
    /// Marks (known lines and columns). `chunkMarks`: in the current chunk. `rawTextMarks`: in the raw text for which a position was last
    /// requested.
    private var chunkMarks = Marks()
    private var rawTextMarks = Marks()
    /// How many bytes the tracker has counted to find positions. Tests check that this number stays small.
    private(set) var counted = 0

    private struct Anchor {
        let offset: UInt64
        let line: Int
        let column: Int
    }

    /// Marks: the line and column at every 4,096th byte of a text in memory, up to the last requested position. To find a further position,
    /// the tracker counts less than 4,096 bytes from a mark, even in a text with many errors.
    private struct Marks {
        private static let stride = 4096
        /// The offset of the text's first byte.
        private var start = YOKE_NO_OFFSET
        private var positions: [yoke_position_tracker] = []

        /// Returns the last mark at or before the byte `at` of `text`: the number of bytes before the mark, and its line and column.
        /// `passed`: the position of the text's first byte. Adds the number of bytes that it has to count to `counted`.
        mutating func last(
            before at: Int, in text: UnsafeBufferPointer<UInt8>, after passed: yoke_position_tracker, _ counted: inout Int
        ) -> (count: Int, position: yoke_position_tracker) {
            if start != passed.offset {
                start = passed.offset
                positions.removeAll(keepingCapacity: true)
            }
            let index = max(at, 0) / Self.stride
            while positions.count < index {
                var position = positions.last ?? passed
                yoke_position_advance(&position, text.baseAddress! + positions.count * Self.stride, Self.stride)
                counted += Self.stride
                positions.append(position)
            }
            return index == 0 ? (0, passed) : (index * Self.stride, positions[index - 1])
        }

        mutating func forget() { start = YOKE_NO_OFFSET }
    }

    init() { yoke_position_init(&passed) }

    /// Number of bytes that have passed.
    var offset: UInt64 { passed.offset + UInt64(line?.count ?? 0) }

    /// Goes back to the start of a text. Keeps the allocated memory for the next text.
    mutating func restart() {
        yoke_position_init(&passed)
        line = nil
        anchors.removeAll(keepingCapacity: true)
        chunkMarks.forget()
        rawTextMarks.forget()
    }

    /// Moves the tracker over one line of a text that consists of lines. All values of the line must end within it. The caller keeps the
    /// line in memory until it calls `commit`, or this function again.
    mutating func advance(overLine line: UnsafeBufferPointer<UInt8>) {
        if let earlier = self.line { yoke_position_skip_line(&passed, earlier.baseAddress, earlier.count) }
        if !anchors.isEmpty { anchors.removeAll(keepingCapacity: true) }
        self.line = line
    }

    /// Counts the characters of the last line. Must be called before its memory is used for other bytes.
    mutating func commit() {
        guard let line else { return }
        yoke_position_advance(&passed, line.baseAddress, line.count)
        self.line = nil
    }

    /// Moves the tracker over a chunk. `open` holds the offsets of all open containers and tokens, in ascending order.
    mutating func advance(over chunk: UnsafeBufferPointer<UInt8>, open: [UInt64]) {
        commit()
        let start = passed.offset
        let end = start + UInt64(chunk.count)
        swap(&anchors, &earlier)
        anchors.removeAll(keepingCapacity: true)
        var done = 0
        var next = 0
        for offset in open {
            if offset < start {
                // `open` and `earlier` are in ascending order, so `next` only moves forward.
                while next < earlier.count, earlier[next].offset < offset { next += 1 }
                if next < earlier.count, earlier[next].offset == offset { anchors.append(earlier[next]) }
                continue
            }
            guard offset < end, offset - start >= UInt64(done) else { break }
            let index = Int(offset - start)
            yoke_position_advance(&passed, chunk.baseAddress! + done, index - done)
            done = index
            var location = yoke_location()
            if yoke_locate(&passed, nil, 0, 0, &location, nil) {
                anchors.append(Anchor(offset: offset, line: Int(clamping: location.line), column: Int(clamping: location.column)))
            }
        }
        if let base = chunk.baseAddress { yoke_position_advance(&passed, base + done, chunk.count - done) }
    }

    /// Returns the position of the byte at `offset` in `text`, the raw text of a value that begins at `start`. Returns nil if the value did
    /// not begin in an earlier chunk, or if it is not open.
    mutating func position(
        of offset: UInt64, in text: UnsafeBufferPointer<UInt8>, from start: UInt64, showsSnippet: Bool
    ) -> JSONError.Position? {
        commit()
        guard start < passed.offset, offset - start <= text.count, let anchor = anchors.last(where: { $0.offset == start }) else {
            return nil
        }
        var before = yoke_position_tracker()
        before.offset = start
        before.lines = UInt64(anchor.line - 1)
        before.characters = UInt64(anchor.column - 1)
        let mark = rawTextMarks.last(before: Int(offset - start), in: text, after: before, &counted)
        return position(of: offset, in: text, mark, showsSnippet: showsSnippet)
    }

    /// Returns the position of the byte at `offset`. The byte must be in the chunk, in the last 80 bytes before the chunk, or at the start
    /// of an open container or token. For all other bytes the line and the column are 1.
    mutating func position(of offset: UInt64, in chunk: UnsafeBufferPointer<UInt8>, showsSnippet: Bool) -> JSONError.Position {
        commit()
        let at = min(Int(clamping: Int64(bitPattern: offset &- passed.offset)), chunk.count)
        let mark = chunkMarks.last(before: at, in: chunk, after: passed, &counted)
        if let position = position(of: offset, in: chunk, mark, showsSnippet: showsSnippet) { return position }
        let anchor = anchors.last { $0.offset == offset }
        return JSONError.Position(offset: Int(clamping: offset), line: anchor?.line ?? 1, column: anchor?.column ?? 1)
    }

    /// Returns the position of a byte, counted from a mark; nil if the byte lies more than 80 bytes before the text.
    private mutating func position(
        of offset: UInt64, in text: UnsafeBufferPointer<UInt8>, _ mark: (count: Int, position: yoke_position_tracker), showsSnippet: Bool
    ) -> JSONError.Position? {
        var before = mark.position
        var found = yoke_location()
        let rest = UnsafeBufferPointer(rebasing: text[mark.count...])
        let distance = min(Int(clamping: Int64(bitPattern: offset &- before.offset)), rest.count)
        var raw = [UInt8](repeating: 0, count: showsSnippet ? Int(YOKE_SNIPPET_MAX) : 0)
        let isFound = raw.withUnsafeMutableBufferPointer {
            yoke_locate(&before, rest.baseAddress, rest.count, distance, &found, showsSnippet ? $0.baseAddress : nil)
        }
        guard isFound else { return nil }
        counted &+= max(distance, 0)  // a measure for tests
        var position = JSONError.Position(offset: Int(clamping: offset), line: 1, column: 1)
        position.line = Int(clamping: found.line)
        position.column = Int(clamping: found.column)
        if showsSnippet {
            raw.withUnsafeBufferPointer { raw in
                var shown = VisibleText()
                shown.append(UnsafeBufferPointer(rebasing: raw[..<found.caret]))
                let caret = shown.count
                shown.append(UnsafeBufferPointer(rebasing: raw[found.caret..<found.count]))
                position.snippet = (shown.text, caret)
            }
        }
        return position
    }

    /// Returns the bytes directly before an offset, at most `count`. Only the chunk and the last 80 bytes before the chunk are in memory,
    /// so the result may have fewer bytes.
    mutating func front(of offset: UInt64, in chunk: UnsafeBufferPointer<UInt8>, count: Int) -> [UInt8] {
        commit()
        let end = Int(clamping: Int64(bitPattern: offset &- passed.offset))
        let tail = withUnsafeBytes(of: passed.tail) { Array($0.prefix(Int(passed.tail_count))) }
        let known = end < 0 ? Array(tail.dropLast(Int(clamping: end.magnitude))) : tail + chunk.prefix(end).suffix(count)
        return known.suffix(count)
    }
}
