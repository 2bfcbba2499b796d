/// What the library's own scalars throw for a text that is not one of them. The message says what was expected and what was found.
package protocol MalformedValue: Error {
    /// In words, with an article: "a URL".
    var expected: String { get }
    var hint: String? { get }
}
