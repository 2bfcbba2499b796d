internal import CYoke

/// A guess for the length of a type's next text: the length of the last text. The guess only serves to avoid that the output's memory
/// grows.
///
/// Types share a few entries, so a guess may belong to another type. The code that uses a guess must work with any guess.
struct LengthGuess {
    private static let count = 256
    /// A text of about this length or less is copied once. Memory that exactly fits then costs less than memory that is too long.
    static let copied = 4096
    /// No guess is larger than this number of bytes.
    private static let most = 64 << 20
    private static let places = Places(count: count)
    private let place: UnsafeMutablePointer<Int>

    init(_ plan: Plan) {
        let address = UInt(bitPattern: plan.root)
        place = Self.places.base + Int((address >> 5 ^ address >> 13) % UInt(Self.count))
    }

    /// The length of the last text and a little more, because texts of a type differ in length; 0 before the first text.
    var room: Int {
        let length = yoke_length_guess(place)
        return length == 0 ? 0 : length + length / 16 + 2 * Int(YOKE_STEP_ROOM)
    }

    /// Stores the length of a text. A shorter text changes the guess at once, a longer text step by step. So if short and long texts
    /// alternate, the short texts do not pay for the memory of the long ones.
    func note(_ length: Int) {
        let last = yoke_length_guess(place)
        let next = min(length, 4 * last + 1024, Self.most)
        if next != last { yoke_length_note(place, next) }
    }

    /// Memory that is never freed.
    private struct Places: @unchecked Sendable {  // access to its words is atomic
        let base: UnsafeMutablePointer<Int>

        init(count: Int) {
            base = .allocate(capacity: count)
            base.initialize(repeating: 0, count: count)
        }
    }
}
