internal import CYoke

/// How long the next text of a type will be: as long as the last one, for what matters is only that memory is not outgrown.
///
/// Types share a few places, so that a guess may be another type's; whoever uses it must be right with any.
struct LengthGuess {
    private static let count = 256
    /// Nobody asks for more memory than that on a guess.
    private static let most = 64 << 20
    private static let places = Places(count: count)
    private let place: UnsafeMutablePointer<Int>

    init(_ plan: Plan) {
        let address = UInt(bitPattern: plan.root)
        place = Self.places.base + Int((address >> 5 ^ address >> 13) % UInt(Self.count))
    }

    /// Of the last text, and a little more: texts of a kind differ. 0: there was none.
    var room: Int {
        let length = yoke_length_guess(place)
        return length == 0 ? 0 : length + length / 16 + 2 * Int(YOKE_PATH_NODE_ROOM)
    }

    /// Follows a shorter text at once and a longer one step by step, so that where both take turns the short ones do not pay for
    /// the long ones' memory.
    func note(_ length: Int) {
        let last = yoke_length_guess(place)
        let next = min(length, 4 * last + 1024, Self.most)
        if next != last { yoke_length_note(place, next) }
    }

    /// Memory that is never given back.
    private struct Places: @unchecked Sendable {  // its words are read and written atomically
        let base: UnsafeMutablePointer<Int>

        init(count: Int) {
            base = .allocate(capacity: count)
            base.initialize(repeating: 0, count: count)
        }
    }
}
