import Foundation

/// The options of all calls of a decoder or an encoder. An instance never changes.
protocol CodingOptions: AnyObject {
    associatedtype Values
    /// A table of how to decode or encode each type.
    associatedtype Types: AnyObject

    var values: Values { get }

    init(_ values: Values)

    func makeTypes() -> Types
}

/// The state of a decoder or an encoder, which may be used by many threads at once.
final class CodingState<Options: CodingOptions>: @unchecked Sendable {  // `lock` protects all mutable state
    private let lock = NSLock()
    private var options: Options
    /// How to decode or encode each type that was used so far, kept between calls. This table is nil while a call uses it, and if the next
    /// call must make a new one, such as after a change of the options.
    private var types: Options.Types?

    init(_ values: Options.Values) { options = Options(values) }

    subscript<Value>(_ path: WritableKeyPath<Options.Values, Value>) -> Value {
        get { lock.withLock { options.values[keyPath: path] } }
        set {
            lock.withLock {
                var values = options.values
                values[keyPath: path] = newValue
                options = Options(values)
                types = nil
            }
        }
    }

    /// Calls `body` with the options of the call, and with a table of types that no other thread uses.
    func withTypes<Result>(_ body: (Options, Options.Types) throws -> Result) throws -> Result {
        lock.lock()
        let options = options
        var types = types ?? options.makeTypes()
        self.types = nil
        lock.unlock()
        defer {
            // A type may have kept its `Decoder` or `Encoder`, which still uses the table. Then the table is not stored for the next call,
            // which makes a new table.
            if isKnownUniquelyReferenced(&types) {
                lock.lock()
                if options === self.options { self.types = types }
                lock.unlock()
            }
        }
        return try body(options, types)
    }
}
