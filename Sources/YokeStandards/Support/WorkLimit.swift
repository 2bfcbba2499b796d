import Yoke

/// Counts the steps of a call, and throws if the call takes too many. So a query or patch from a stranger cannot keep the program busy.
struct WorkLimit {
    private var left: Int
    private let limit: Int
    private let what: String

    /// - Parameter what: names the call in the error: "the query".
    init(_ limit: Int, _ what: String) { (left, self.limit, self.what) = (limit, limit, what) }

    /// Counts a step, and one more for each 64 bytes of a text.
    mutating func spend(bytes: Int) throws(JSONError) { try spend(1 + bytes / 64) }

    mutating func spend(_ steps: Int) throws(JSONError) {
        left -= steps
        if left < 0 {
            throw JSONError(
                kind: .limitExceeded, message: "\(what) needs more than \(limit) steps", hint: "see the limits of the call")
        }
    }
}
