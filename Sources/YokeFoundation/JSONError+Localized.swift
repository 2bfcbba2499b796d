import Foundation
import Yoke

extension JSONError: LocalizedError {
    /// What `localizedDescription`, and so most logs, say of the error: all of it, as `description` does.
    public var errorDescription: String? { description }
}
