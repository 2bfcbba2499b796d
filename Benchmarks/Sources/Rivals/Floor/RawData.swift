import CorpusModels

/// A model's data, in the order in which `Maker` asks for it.
///
/// Words: where a string's bytes are and how many; how many elements an array has; and, for each run of structs, their bytes
/// as they lie in memory, whose owning parts are made anew over them.
final class RawData {
    private let words: UnsafeMutablePointer<UInt64>
    private let text: UnsafeMutableBufferPointer<UInt8>

    init<Model: Materialised>(of model: Model) {
        var recorder = Recorder()
        recorder.plain(model) { Model.visit($0, &$1) }
        text = .allocate(capacity: recorder.text.count)
        _ = text.initialize(from: recorder.text)
        words = .allocate(capacity: recorder.words.count)
        words.initialize(from: recorder.words, count: recorder.words.count)
        for index in recorder.addresses {
            words[index] += UInt64(UInt(bitPattern: text.baseAddress))
        }
    }

    deinit {
        words.deallocate()
        text.deallocate()
    }

    func make<Model: Materialised>(_ type: Model.Type) -> Model {
        withUnsafeTemporaryAllocation(of: Model.self, capacity: 1) { place in
            var maker = Maker(from: words)
            maker.plain(place.baseAddress!, count: 1)
            Model.visit(place.baseAddress!, &maker)
            return place.baseAddress!.move()
        }
    }

    static let isASCII: UInt64 = 1 << 63
    static let none: UInt64 = 1 << 62
}

/// Writes a model's data down.
private struct Recorder: Pass {
    var words: [UInt64] = []
    var text: [UInt8] = []
    /// Words that count from the text's start.
    var addresses: [Int] = []

    mutating func plain<Value>(_ value: Value, _ visit: (UnsafeMutablePointer<Value>, inout Self) -> Void) {
        withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
            place.initializeElement(at: 0, to: value)
            image(place.baseAddress!, count: 1)
            visit(place.baseAddress!, &self)
            place.deinitializeElement(at: 0)
        }
    }

    private mutating func image<Value>(_ values: UnsafePointer<Value>, count: Int) {
        let size = count * MemoryLayout<Value>.stride
        let start = words.count
        words.append(contentsOf: repeatElement(0, count: (size + 7) / 8))
        words.withUnsafeMutableBytes { $0.baseAddress!.advanced(by: start * 8).copyMemory(from: values, byteCount: size) }
    }

    mutating func string(_ value: UnsafeMutablePointer<String>) {
        let utf8 = Array(value.pointee.utf8)
        addresses.append(words.count)
        words.append(UInt64(text.count))
        words.append(UInt64(utf8.count) | (utf8.allSatisfy { $0 < 0x80 } ? RawData.isASCII : 0))
        text += utf8
    }

    mutating func string(_ value: UnsafeMutablePointer<String?>) {
        guard var wrapped = value.pointee else { return words += [0, RawData.none] }
        string(&wrapped)
    }

    mutating func numbers<Number: BitwiseCopyable>(_ value: UnsafeMutablePointer<[Number]>) {
        words.append(UInt64(value.pointee.count))
        value.pointee.withUnsafeBufferPointer { numbers in
            if let base = numbers.baseAddress { image(base, count: numbers.count) }
        }
    }

    mutating func array<Element>(
        _ value: UnsafeMutablePointer<[Element]>, _ visit: (UnsafeMutablePointer<Element>, inout Self) -> Void
    ) {
        words.append(UInt64(value.pointee.count))
        value.pointee.withUnsafeMutableBufferPointer { elements in
            guard let base = elements.baseAddress else { return }
            image(base, count: elements.count)
            for i in 0..<elements.count { visit(base + i, &self) }
        }
    }

    mutating func optional<Wrapped>(
        _ value: UnsafeMutablePointer<Wrapped?>, _ visit: (UnsafeMutablePointer<Wrapped>, inout Self) -> Void
    ) {
        words.append(value.pointee == nil ? 0 : 1)
        if let wrapped = value.pointee { plain(wrapped, visit) }
    }

    mutating func box<Wrapped: Materialised>(_ value: UnsafeMutablePointer<Indirect<Wrapped>?>) {
        words.append(value.pointee == nil ? 0 : 1)
        if let box = value.pointee { plain(box.value) { Wrapped.visit($0, &$1) } }
    }

    mutating func dictionary<Value>(
        _ value: UnsafeMutablePointer<[String: Value]>, _ visit: (UnsafeMutablePointer<Value>, inout Self) -> Void
    ) {
        words.append(UInt64(value.pointee.count))
        for (key, member) in value.pointee {
            var key = key
            string(&key)
            plain(member, visit)
        }
    }
}

/// Makes a model's parts at their places.
private struct Maker: Pass {
    private var words: UnsafePointer<UInt64>

    init(from words: UnsafePointer<UInt64>) { self.words = words }

    /// Structs whose plain fields are right then; what owns memory is to be made over the rest.
    @inline(__always)
    mutating func plain<Value>(_ place: UnsafeMutablePointer<Value>, count: Int) {
        let size = count * MemoryLayout<Value>.stride
        UnsafeMutableRawPointer(place).copyMemory(from: words, byteCount: size)
        words += (size + 7) / 8
    }

    @inline(__always)
    private mutating func count() -> Int {
        defer { words += 1 }
        return Int(truncatingIfNeeded: words.pointee)
    }

    @inline(__always)
    private mutating func makeString() -> String {
        let start = UnsafePointer<UInt8>(bitPattern: UInt(words[0])).unsafelyUnwrapped
        let length = words[1]
        words += 2
        let bytes = UnsafeBufferPointer(start: start, count: Int(length & ~RawData.isASCII))
        return String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: length & RawData.isASCII != 0))
    }

    @inline(__always)
    mutating func string(_ value: UnsafeMutablePointer<String>) { value.initialize(to: makeString()) }

    @inline(__always)
    mutating func string(_ value: UnsafeMutablePointer<String?>) {
        if words[1] == RawData.none {
            words += 2
            value.initialize(to: nil)
        } else {
            value.initialize(to: makeString())
        }
    }

    @inline(__always)
    mutating func numbers<Number: BitwiseCopyable>(_ value: UnsafeMutablePointer<[Number]>) {
        let count = count()
        let start = UnsafeRawPointer(words).assumingMemoryBound(to: Number.self)
        value.initialize(to: Array(UnsafeBufferPointer(start: start, count: count)))
        words += (count * MemoryLayout<Number>.stride + 7) / 8
    }

    @inline(__always)
    mutating func array<Element>(
        _ value: UnsafeMutablePointer<[Element]>, _ visit: (UnsafeMutablePointer<Element>, inout Self) -> Void
    ) {
        let count = count()
        if count == 0 {
            value.initialize(to: [])
            return
        }
        value.initialize(
            to: Array(unsafeUninitializedCapacity: count) { elements, made in
                let base = elements.baseAddress.unsafelyUnwrapped
                plain(base, count: count)
                for i in 0..<count { visit(base + i, &self) }
                made = count
            })
    }

    @inline(__always)
    mutating func optional<Wrapped>(
        _ value: UnsafeMutablePointer<Wrapped?>, _ visit: (UnsafeMutablePointer<Wrapped>, inout Self) -> Void
    ) {
        if count() == 0 {
            value.initialize(to: nil)
            return
        }
        withUnsafeTemporaryAllocation(of: Wrapped.self, capacity: 1) { place in
            let base = place.baseAddress.unsafelyUnwrapped
            plain(base, count: 1)
            visit(base, &self)
            value.initialize(to: base.move())
        }
    }

    mutating func box<Wrapped: Materialised>(_ value: UnsafeMutablePointer<Indirect<Wrapped>?>) {
        if count() == 0 {
            value.initialize(to: nil)
            return
        }
        withUnsafeTemporaryAllocation(of: Wrapped.self, capacity: 1) { place in
            let base = place.baseAddress.unsafelyUnwrapped
            plain(base, count: 1)
            Wrapped.visit(base, &self)
            value.initialize(to: Indirect(base.move()))
        }
    }

    @inline(__always)
    mutating func dictionary<Value>(
        _ value: UnsafeMutablePointer<[String: Value]>, _ visit: (UnsafeMutablePointer<Value>, inout Self) -> Void
    ) {
        let count = count()
        var members = [String: Value](minimumCapacity: count)
        withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
            let base = place.baseAddress.unsafelyUnwrapped
            for _ in 0..<count {
                let key = makeString()
                plain(base, count: 1)
                visit(base, &self)
                members.updateValue(base.move(), forKey: key)
            }
        }
        value.initialize(to: members)
    }
}
