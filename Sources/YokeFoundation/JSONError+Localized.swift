import Foundation
import Yoke

extension JSONError: LocalizedError {
    /// The full `description` of the error. `localizedDescription`, and so most logs, show this text.
    public var errorDescription: String? { description }
}
