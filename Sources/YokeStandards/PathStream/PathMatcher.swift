import Yoke

/// Follows the events of a text (brackets, keys, scalars) through the segments of a path, and builds the values that the path selects.
///
/// A path can select one value several times. So `counts` has a row of numbers for each open container. Number i of the row says how often
/// the matcher must apply segment i to the container's members or elements. The row ends with one more number, which says how often the
/// path selects the container itself. The row of a member or element follows from the row of its container:
///
/// - For each selector of segment i that matches the member or element, number i of the container is added to number i + 1 of the new row.
/// - If segment i is a descendant segment (`..`), number i of the container is also added to number i of the new row.
///
/// So the matcher delivers a value as often as the nodelist of RFC 9535 contains the value.
final class PathMatcher: TextEvents {
    static let maxSegments = 64

    private let segments: [Segment]
    private var frames: [Frame] = []
    /// The rows of numbers of all open containers, and after them the row of the value that comes next in the text.
    private var counts: [Int64] = []
    private let width: Int
    /// The number of open containers that are skipped: nothing in them is selected, and no selected value contains them.
    private var skippedDepth = 0
    private var building: [Building] = []
    private var queue: [(value: JSONValue, count: Int64)] = []
    private var queueStart = 0

    /// A segment of the path, with its names as UTF-8, and with all selectors that are not names in `others`.
    private struct Segment {
        let isDescendant: Bool
        let names: [[UInt8]]
        let others: [PathSelector]
    }

    private struct Frame {
        let isArray: Bool
        var index = -1
    }

    /// A container that is being built, because it or a container around it is selected.
    private struct Building {
        let isObject: Bool
        /// How often this container itself is selected.
        let count: Int64
        var key = ""
        var elements: [JSONValue] = []
        var members: [JSONObject.Element] = []
    }

    init(_ segments: [PathSegment]) {
        self.segments = segments.map { segment in
            var names: [[UInt8]] = []
            var others: [PathSelector] = []
            for selector in segment.selectors {
                if case .name(let name) = selector { names.append(Array(name.utf8)) } else { others.append(selector) }
            }
            return Segment(isDescendant: segment.isDescendant, names: names, others: others)
        }
        width = segments.count + 1
        startText()
    }

    /// Takes the next selected value out of the queue; nil if the queue is empty.
    func next() -> JSONValue? {
        guard queueStart < queue.count else {
            queue.removeAll(keepingCapacity: true)
            queueStart = 0
            return nil
        }
        queue[queueStart].count -= 1
        let value = queue[queueStart].value
        if queue[queueStart].count == 0 {
            queue[queueStart].value = .null
            queueStart += 1
        }
        return value
    }

    // MARK: - Events

    func null() { scalar { .null } }
    func boolean(_ value: Bool) { scalar { .bool(value) } }
    func number(_ text: UnsafeBufferPointer<UInt8>) { scalar { .number(JSONNumber(checked: text)) } }
    func string(_ text: UnsafeBufferPointer<UInt8>) { scalar { .string(String(decoding: text, as: UTF8.self)) } }
    func beginObject() { begin(isArray: false) }
    func endObject() { end() }
    func beginArray() { begin(isArray: true) }
    func endArray() { end() }

    func key(_ text: UnsafeBufferPointer<UInt8>) {
        if skippedDepth > 0 { return }
        if let last = building.indices.last { building[last].key = String(decoding: text, as: UTF8.self) }
        computeNextRow { segment in
            var count = 0
            for name in segment.names where name.elementsEqual(text) { count += 1 }
            for selector in segment.others { if case .wildcard = selector { count += 1 } }
            return count
        }
    }

    // MARK: - Steps

    private func startText() {
        counts = Array(repeating: 0, count: width)
        counts[0] = 1
    }

    /// Computes the last row of `counts`: the row of the next value. The row before the last is the row of the container around the value.
    /// `matches` returns how many selectors of a segment match the value.
    private func computeNextRow(_ matches: (Segment) -> Int) {
        let next = counts.count - width, from = next - width
        for i in next..<counts.count { counts[i] = 0 }
        for i in segments.indices where counts[from + i] > 0 {
            let count = counts[from + i]
            counts[next + i + 1] = Self.sum(counts[next + i + 1], count, times: matches(segments[i]))
            if segments[i].isDescendant { counts[next + i] = Self.sum(counts[next + i], count, times: 1) }
        }
    }

    /// Returns a + b * times, at most 2^40. Without this limit the counts could overflow: `$..*..*..*` selects the values of a deep
    /// document very often.
    private static func sum(_ a: Int64, _ b: Int64, times: Int) -> Int64 {
        let most: Int64 = 1 << 40
        let (product, overflows) = b.multipliedReportingOverflow(by: Int64(times))
        return min(a + (overflows ? most : min(product, most)), most)
    }

    /// Begins the next value, and returns how often it is selected. Computes an element's row; `key` has computed a member's row.
    private func beginValue() -> Int64 {
        if let last = frames.indices.last, frames[last].isArray {
            frames[last].index += 1
            let index = frames[last].index
            computeNextRow { segment in segment.others.reduce(0) { $0 + ($1.selects(index: index) ? 1 : 0) } }
        }
        return counts[counts.count - 1]
    }

    private func scalar(_ value: () -> JSONValue) {
        if skippedDepth > 0 { return }
        let count = beginValue()
        if count > 0 || !building.isEmpty { complete(value(), count) }
    }

    private func begin(isArray: Bool) {
        if skippedDepth > 0 {
            skippedDepth += 1
            return
        }
        let count = beginValue()
        if count > 0 || !building.isEmpty { building.append(Building(isObject: !isArray, count: count)) }
        if building.isEmpty, counts.suffix(width).allSatisfy({ $0 == 0 }) {
            skippedDepth = 1
            return
        }
        frames.append(Frame(isArray: isArray))
        counts.append(contentsOf: repeatElement(0, count: width))
    }

    private func end() {
        if skippedDepth > 0 {
            skippedDepth -= 1
            return
        }
        frames.removeLast()
        counts.removeLast(width)
        if let built = building.popLast() {
            complete(built.isObject ? .object(JSONObject(built.members)) : .array(JSONArray(built.elements)), built.count)
        }
        if frames.isEmpty { startText() }
    }

    /// Adds a complete value to the container around it, if this is being built, and to the queue if the value is selected.
    private func complete(_ value: JSONValue, _ count: Int64) {
        if let last = building.indices.last {
            if building[last].isObject {
                building[last].members.append((building[last].key, value))
            } else {
                building[last].elements.append(value)
            }
        }
        if count > 0 { queue.append((value, count)) }
    }
}

extension PathSelector {
    /// Returns true if the selector selects the element at `index`. Indices and slices must count from the start of the array.
    fileprivate func selects(index: Int) -> Bool {
        switch self {
        case .wildcard: true
        case .index(let own): own == index
        case .slice(let slice):
            index >= slice.start ?? 0 && index < slice.end ?? .max && (index - (slice.start ?? 0)) % slice.step == 0
        case .name, .filter: false
        }
    }
}
