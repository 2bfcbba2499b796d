/// The error that the library's own scalars throw for an invalid text. The message gives the expected value and the found one.
package protocol MalformedValue: Error {
    /// The expected value in words, with an article: "a URL".
    var expected: String { get }
    var hint: String? { get }
}
