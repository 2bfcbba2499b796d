/// Carries through C an error that a thunk (a callback from C to Swift) has thrown.
final class ThunkFailure {
    let error: any Error
    init(_ error: any Error) { self.error = error }

    /// Returns a retained object that carries the error through C. `take` releases it.
    static func opaque(_ error: any Error) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(ThunkFailure(error)).toOpaque()
    }

    /// Returns the error, and does not release the object: C still owns it.
    static func error(at pointer: UnsafeMutableRawPointer) -> any Error {
        Unmanaged<ThunkFailure>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.error }
    }

    /// Returns the error, and releases the object, which C must no longer use.
    static func take(_ pointer: UnsafeMutableRawPointer) -> any Error {
        Unmanaged<ThunkFailure>.fromOpaque(pointer).takeRetainedValue().error
    }
}
