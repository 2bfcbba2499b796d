/// Any Optional, whatever type it wraps.
@usableFromInline
package protocol AnyOptional {
    /// The wrapped value; nil if the Optional is nil. The wrapped value may be an Optional itself.
    var wrapped: Any? { get }
}

extension Optional: AnyOptional {
    @usableFromInline package var wrapped: Any? { map { $0 } }
}
