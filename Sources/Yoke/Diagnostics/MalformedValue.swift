/// An error that scalar types of this package throw for a text that they cannot read. Yoke's message names `expected` and the found text.
package protocol MalformedValue: Error {
    /// The expected value in words, with an article: "a URL".
    var expected: String { get }
    var hint: String? { get }
}
