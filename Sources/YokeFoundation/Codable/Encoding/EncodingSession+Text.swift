internal import CYoke
internal import CYokeCodable
import Foundation
import Yoke

extension EncodingSession {
    // MARK: - Members

    /// Begins a member of an object: writes its key. An earlier member with the same key is replaced.
    ///
    /// - Parameter known: the keys that the container's `CodingKey` type has used so far.
    @inline(__always)
    func member(_ name: String, _ frame: UnsafeMutablePointer<EncodingFrame>, _ known: KnownKeys) {
        if frame.pointee.known != known.table, !begins(frame, known) { return otherMember(name, frame) }
        let number = known.number(of: name, likely: frame.pointee.likely)
        guard number != UInt32(YOKE_NO_KEY), frame.pointee.seen &>> UInt64(number) & 1 == 0 else { return otherMember(name, frame) }
        frame.pointee.seen |= 1 &<< UInt64(number)
        frame.pointee.likely = number + 1
        let key = yoke_known_at(known.table, number).unsafelyUnwrapped, hasComma = frame.pointee.count > 0
        if isPretty { separate(frame) } else { frame.pointee.count += 1 }
        yoke_known_put(out, key, hasComma && !isPretty)
        let end = out.pointee.count
        members.append(EncodedMember(start: end - key.pointee.length, keyEnd: end - colon.utf8CodeUnitCount), hash: key.pointee.hash)
    }

    /// Returns false if the object has or had members. Otherwise makes `known` the object's key table, and returns true.
    private func begins(_ frame: UnsafeMutablePointer<EncodingFrame>, _ known: KnownKeys) -> Bool {
        if frame.pointee.hasMembers { return false }
        frame.pointee.known = known.table
        frame.pointee.hasMembers = true
        return true
    }

    /// Begins a member whose key has no number in the object's key table, or repeats an earlier key. From then on the object has no key
    /// table, so this function begins all its later members too.
    @inline(never)
    private func otherMember(_ name: String, _ frame: UnsafeMutablePointer<EncodingFrame>) {
        frame.pointee.known = nil
        var text = name
        let isRepeated = text.withUTF8 { key in
            let hash = yoke_key_hash16(key.baseAddress, key.count)
            let (start, end) = put(key, frame)
            let replaced = frame.pointee.count > 1 ? findRepeated(start, end, hash, frame) : nil
            members.append(EncodedMember(start: start, keyEnd: end, replaced: replaced), hash: hash)
            return replaced != nil
        }
        // A replaced nested container takes no more members.
        if isRepeated, let container = frame.pointee.nested?.removeValue(forKey: name) { replace(container, name, frame) }
    }

    /// Begins a member, without a search for a repeated key: the caller knows that no other member of the object has this key.
    func uniqueMember(_ name: String, _ frame: UnsafeMutablePointer<EncodingFrame>) {
        var name = name
        name.withUTF8 { key in
            let (start, end) = put(key, frame)
            if options.sortsKeys { members.append(EncodedMember(start: start, keyEnd: end), hash: 0) }
        }
    }

    @inline(__always)
    private func put(_ key: UnsafeBufferPointer<UInt8>, _ frame: UnsafeMutablePointer<EncodingFrame>) -> (Int, Int) {
        separate(frame)
        let start = out.pointee.count
        yoke_out_string(out, key.baseAddress, key.count, escapesSlashes)
        let end = out.pointee.count
        yoke_buffer_append(out, colon.utf8Start, colon.utf8CodeUnitCount)
        return (start, end)
    }

    /// Looks for an earlier member with the key at `start..<end` of the text. If there is one, marks the earlier member as replaced and
    /// returns its index; otherwise returns nil.
    @inline(__always)
    private func findRepeated(_ start: Int, _ end: Int, _ hash: UInt16, _ frame: UnsafeMutablePointer<EncodingFrame>) -> Int? {
        if frame.pointee.count > 64 { return findInNames(start, end, frame) }
        var next = frame.pointee.firstMember
        while next < members.count, let found = members.index(of: hash, from: next) {
            if replace(found, start, end, frame) { return found }
            next = found + 1
        }
        return nil
    }

    /// Marks member `i` as replaced by the member with the key at `start..<end`. Returns false if member `i` has another key, or is
    /// replaced already.
    private func replace(_ i: Int, _ start: Int, _ end: Int, _ frame: UnsafeMutablePointer<EncodingFrame>) -> Bool {
        let earlier = members[i]
        guard earlier.counts, end - start == earlier.keyEnd - earlier.start,
            memcmp(out.pointee.bytes + start, out.pointee.bytes + earlier.start, end - start) == 0
        else { return false }
        members[i].counts = false
        frame.pointee.hasRepeated = true
        return true
    }

    private func findInNames(_ start: Int, _ end: Int, _ frame: UnsafeMutablePointer<EncodingFrame>) -> Int? {
        if frame.pointee.names == nil {
            var names: [KeyBytes: Int] = [:]
            for i in frame.pointee.firstMember..<members.count { names[key(members[i].start..<members[i].keyEnd)] = i }
            frame.pointee.names = names
        }
        guard let earlier = frame.pointee.names?.updateValue(members.count, forKey: key(start..<end)),
            replace(earlier, start, end, frame)
        else { return nil }
        return earlier
    }

    private func key(_ range: Range<Int>) -> KeyBytes {
        KeyBytes(bytes: Array(UnsafeBufferPointer(start: out.pointee.bytes + range.lowerBound, count: range.count)))
    }

    /// Must be called before member `i` is dropped. If member `i` has replaced an earlier member with the same key, the earlier member
    /// counts again.
    func forget(_ i: Int, _ frame: UnsafeMutablePointer<EncodingFrame>) {
        guard i < members.count else { return }
        frame.pointee.known = nil  // because `seen` still has the bit of the dropped member
        let dropped = members[i]
        if let replaced = dropped.replaced { members[replaced].counts = true }
        if frame.pointee.names != nil { frame.pointee.names?[key(dropped.start..<dropped.keyEnd)] = dropped.replaced }
    }

    /// Must be called before an object is closed. Sorts the members if the options ask for sorted keys, and drops replaced members.
    func finishMembers(_ frame: UnsafeMutablePointer<EncodingFrame>) {
        let first = frame.pointee.firstMember
        defer { members.removeAll(from: first) }
        guard options.sortsKeys || frame.pointee.hasRepeated, members.count > first + (frame.pointee.hasRepeated ? 0 : 1) else { return }
        let bytes = UnsafeBufferPointer(start: out.pointee.bytes, count: out.pointee.count)
        let own = (first..<members.count).map { members[$0] }[...]
        let separator = separatorLength(frame)
        var pieces: [(key: Slice<UnsafeBufferPointer<UInt8>>, range: Range<Int>)] = []
        for i in own.indices where own[i].counts {
            let end = i + 1 < own.endIndex ? own[i + 1].start - separator : bytes.count
            pieces.append((bytes[(own[i].start + 1)..<(own[i].keyEnd - 1)], own[i].start..<end))
        }
        if options.sortsKeys {
            let areSorted = zip(pieces, pieces.dropFirst()).allSatisfy { Self.precedes($0.key, $1.key) }
            if areSorted && !frame.pointee.hasRepeated { return }
            if !areSorted { pieces.sort { Self.precedes($0.key, $1.key) } }
        }
        rearrange(pieces.map(\.range), from: own[own.startIndex].start, separator: separator, bytes, own)
    }

    /// Returns the number of bytes between two members or elements: a comma; in indented text, a line feed and blanks too.
    func separatorLength(_ frame: UnsafeMutablePointer<EncodingFrame>) -> Int { isPretty ? 2 + 2 * frame.pointee.inside : 1 }

    /// Replaces the text from `start` on by the given pieces of this text, in the order of `pieces`. Gives nested sessions in these pieces
    /// their new offsets.
    private func rearrange(
        _ pieces: [Range<Int>], from start: Int, separator: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ own: ArraySlice<EncodedMember>
    ) {
        let between = own.count > 1 ? Array(bytes[(own[own.startIndex + 1].start - separator)..<own[own.startIndex + 1].start]) : []
        var text: [UInt8] = [], moved: [(offset: Int, session: EncodingSession)] = []
        text.reserveCapacity(bytes.count - start)
        let firstMoved = firstPart(after: start)
        for (i, piece) in pieces.enumerated() {
            if i > 0 { text += between }
            // A nested session belongs to a member's value. So its offset is after the start of the member's piece, and at most at the
            // piece's end.
            var next = firstPart(after: piece.lowerBound)
            while next < parts.count, parts[next].offset <= piece.upperBound {
                moved.append((start + text.count + parts[next].offset - piece.lowerBound, parts[next].session))
                next += 1
            }
            text += bytes[piece]
        }
        parts.removeSubrange(firstMoved...)
        parts += moved
        out.pointee.count = start
        text.withUnsafeBufferPointer { yoke_buffer_append(out, $0.baseAddress, $0.count) }
    }

    /// Returns the index in `parts` of the first nested session whose offset is after `offset`. The offsets in `parts` ascend.
    func firstPart(after offset: Int) -> Int {
        var low = 0, high = parts.count
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].offset > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Returns true if key `a` comes before key `b`. Compares the UTF-8 bytes of the keys after decoding escapes.
    private static func precedes(_ a: Slice<UnsafeBufferPointer<UInt8>>, _ b: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let slash = UInt8(ascii: "\\")
        if a.contains(slash) || b.contains(slash) { return plain(a).lexicographicallyPrecedes(plain(b)) }
        let order = memcmp(a.base.baseAddress! + a.startIndex, b.base.baseAddress! + b.startIndex, min(a.count, b.count))
        return order != 0 ? order < 0 : a.count < b.count
    }

    static func plain(_ key: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        var item = yoke_item(), out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        item.bytes = key.base.baseAddress! + key.startIndex
        item.n = key.count
        _ = yoke_item_unescape(&out, &item)
        return Array(UnsafeBufferPointer(start: out.bytes, count: out.count))
    }

    // MARK: - Scalars

    func write(_ value: Bool) {
        if value { yoke_buffer_append(out, "true", 4) } else { yoke_buffer_append(out, "false", 5) }
    }
    func writeNull() { yoke_buffer_append(out, "null", 4) }

    @inline(__always)
    func write(_ value: String) {
        let isDone: Void? = value.utf8.withContiguousStorageIfAvailable { yoke_out_string(out, $0.baseAddress, $0.count, escapesSlashes) }
        if isDone == nil { writeForeign(value) }
    }

    /// Writes a string whose UTF-8 is not contiguous in memory, such as a bridged string on Apple's systems.
    private func writeForeign(_ value: String) {
        var value = value
        value.withUTF8 { yoke_out_string(out, $0.baseAddress, $0.count, escapesSlashes) }
    }

    /// Writes a text that needs no escapes and no quotes.
    func writeLiteral(_ text: String) {
        var text = text
        text.withUTF8 { yoke_buffer_append(out, $0.baseAddress, $0.count) }
    }

    @inline(__always)
    func write<T: FixedWidthInteger>(_ value: T) {
        guard yoke_buffer_reserve(out, Int(YOKE_NUMBER_MAX)) else { return }
        let to = out.pointee.bytes + out.pointee.count
        if let value = Int64(exactly: value) {
            out.pointee.count += yoke_write_i64(value, to)
        } else if let value = UInt64(exactly: value) {
            out.pointee.count += yoke_write_u64(value, to)
        } else {
            writeLiteral(String(value))
        }
    }

    /// Writes a number as JSONEncoder does: as Swift's `description` of the number, without `.0` at the end.
    @inline(__always)
    func write(_ value: Double) {
        // For zero, and for magnitudes from 1e-4 to 2^53, `yoke_write_f64` writes the same text as `description`, without an exponent.
        guard value.magnitude >= 1e-4 && value.magnitude < 0x1p53 || value == 0 else { return writeLiteral(value.withoutFraction) }
        guard yoke_buffer_reserve(out, Int(YOKE_NUMBER_MAX)) else { return }
        out.pointee.count += yoke_write_f64(value, out.pointee.bytes + out.pointee.count)
        dropFraction()
    }

    func write(_ value: Float) {
        guard value.magnitude >= 1e-4 && value.magnitude < 0x1p24 || value == 0 else { return writeLiteral(value.withoutFraction) }
        guard yoke_buffer_reserve(out, Int(YOKE_NUMBER_MAX)) else { return }
        out.pointee.count += yoke_write_f32(value, out.pointee.bytes + out.pointee.count)
        dropFraction()
    }

    @inline(__always)
    private func dropFraction() {
        let count = out.pointee.count, bytes = out.pointee.bytes.unsafelyUnwrapped
        if count >= 2, bytes[count - 1] == UInt8(ascii: "0"), bytes[count - 2] == UInt8(ascii: ".") { out.pointee.count = count - 2 }
    }

    /// Writes a number, or the string that stands for an infinity or NaN.
    @inline(__always)
    func write(_ value: Double, _ path: () -> [any CodingKey]) throws {
        if value.isFinite { return write(value) }
        try writeNonFinite(value, options.nonConformingFloats, path)
    }
    @inline(__always)
    func write(_ value: Float, _ path: () -> [any CodingKey]) throws {
        if value.isFinite { return write(value) }
        try writeNonFinite(value, options.nonConformingFloats, path)
    }

    func writeNonFinite<T: BinaryFloatingPoint>(
        _ value: T, _ strategy: YokeEncoder.NonConformingFloatEncodingStrategy, _ path: () -> [any CodingKey]
    ) throws {
        if case .convertToString(let positive, let negative, let nan) = strategy {
            return write(value.isNaN ? nan : value < 0 ? negative : positive)
        }
        throw EncodingError.invalidValue(
            value, .init(codingPath: path(), debugDescription: "Unable to encode \(T.self).\(value) directly in JSON."))
    }

    // MARK: - The text

    /// Returns the entire text. Inserts the texts of nested containers and super encoders at the offsets of their values.
    func finish() throws -> Data {
        precondition(!out.pointee.failed, "no memory for the text")
        if parts.isEmpty { return takeText() }
        var all: [UInt8] = []
        try append(0..<out.pointee.count, to: &all)
        return Data(all)
    }

    /// Returns the buffer's text as `Data`. A long text leaves the buffer, because `Data` takes over its memory.
    private func takeText() -> Data {
        let count = out.pointee.count
        // Copying a short text is cheaper than giving its memory to `Data`. For a long text, `realloc` first frees unused memory.
        guard count >= 4096, let memory = realloc(out.pointee.bytes, count) else { return Data(bytes: out.pointee.bytes, count: count) }
        out.pointee = yoke_buffer_make(yoke_libc())
        return Data(bytesNoCopy: memory, count: count, deallocator: .free)
    }

    /// Appends a part of this session's text to `all`, and inserts the texts of nested sessions. The depth limit bounds the recursion.
    func append(_ range: Range<Int>, to all: inout [UInt8]) throws {
        var done = range.lowerBound
        func copy(to end: Int) {
            all += UnsafeBufferPointer(start: out.pointee.bytes + done, count: end - done)
            done = end
        }
        for part in parts[firstPart(after: range.lowerBound - 1)..<firstPart(after: range.upperBound)] {
            copy(to: part.offset)
            try part.session.end()
            try part.session.append(0..<part.session.out.pointee.count, to: &all)
        }
        copy(to: range.upperBound)
    }

    /// Closes the outermost container of this nested session; if nothing was encoded, writes `{}`. Throws if the type has misused a
    /// container.
    private func end() throws {
        if root.pointee.kind == .empty { open(.object, root) }
        close(root)
        if let misuse { throw misuse }
    }
}

extension BinaryFloatingPoint where Self: CustomStringConvertible {
    /// Swift's `description` of the number, without `.0` at the end.
    fileprivate var withoutFraction: String {
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

/// The bytes of a key in the text. Not a String, because two Strings can be equal although their bytes differ: é can be one Unicode scalar
/// or two.
struct KeyBytes: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
