// Strings of views. A string without escapes is used in place. A string with escapes is decoded into temporary memory, which is on the
// stack if the string is short.

extension JSONView {
    /// The string; nil for a value of another kind.
    public var string: String? {
        guard isString else { return nil }
        return isEscaped ? withUnescaped(content) { makeValidString($0) } : makeValidString(content, isASCII: extent & 1 == 0)
    }

    /// Passes the string's UTF-8, without quotes and escapes, to `body`. Returns nil, and does not call `body`, if this is not a
    /// string.
    ///
    /// ```swift
    /// let length = view["name"]?.withUTF8 { $0.count }
    /// ```
    /// Cost: a string without escapes is not copied.
    @inlinable
    public func withUTF8<Result, Failure: Error>(
        _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard isString else { return nil }
        if !isEscaped { return try body(content.span) }
        var outcome: Swift.Result<Result, Failure>?
        withDecoded { text in
            do throws(Failure) { outcome = .success(try body(text.span)) } catch { outcome = .failure(error) }
        }
        return try outcome.unsafelyUnwrapped.get()
    }

    /// Returns true if this is a string with the same UTF-8 as the other string. No String is made.
    @inlinable
    public static func == (view: borrowing JSONView, string: String) -> Bool {
        let (content, isString, isEscaped) = (view.content, view.isString, view.isEscaped)
        return isString && borrow(string) { areEqual(content, isEscaped: isEscaped, $0) }
    }
    /// Returns false if this is a string with the same UTF-8 as the other string; true for all other values.
    @inlinable
    public static func != (view: borrowing JSONView, string: String) -> Bool { !(view == string) }
    @inlinable var isEscaped: Bool { extent & 2 != 0 }

    /// The bytes between the quotes of a string.
    @inlinable var content: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start + 1, count: max(0, length - 2)) }

    @usableFromInline
    static func areEqual(_ content: UnsafeBufferPointer<UInt8>, isEscaped: Bool, _ string: UnsafeBufferPointer<UInt8>) -> Bool {
        if !isEscaped { return sameBytes(content, string) }
        // An escaped text is longer than its decoded text, and at most six times as long (`\u0001`). If the lengths do not fit, the strings
        // cannot be equal.
        guard string.count < content.count, content.count / 6 <= string.count else { return false }
        return withUnescaped(content) { sameBytes($0, string) }
    }

    @usableFromInline
    func withDecoded(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { withUnescaped(content, body) }
}

/// Returns true if the view is not nil, and is a string with the same UTF-8 as the other string.
@inlinable
public func == (view: borrowing JSONView?, string: String) -> Bool {
    switch view {
    case .some(let view): view == string
    case nil: false
    }
}

/// Returns false if the view is a string with the same UTF-8 as the other string; true for all other values and for nil.
@inlinable
public func != (view: borrowing JSONView?, string: String) -> Bool { !(view == string) }
