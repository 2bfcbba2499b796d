/// Carries the error of a thunk through C.
final class ThunkFailure {
    let error: any Error
    init(_ error: any Error) { self.error = error }

    /// Returns a retained object for C to carry.
    static func opaque(_ error: any Error) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(ThunkFailure(error)).toOpaque()
    }

    /// Returns an error that C goes on carrying.
    static func look(at pointer: UnsafeMutableRawPointer) -> any Error {
        Unmanaged<ThunkFailure>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.error }
    }

    /// Takes an error back from C.
    static func take(_ pointer: UnsafeMutableRawPointer) -> any Error {
        Unmanaged<ThunkFailure>.fromOpaque(pointer).takeRetainedValue().error
    }
}
