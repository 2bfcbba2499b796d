/// How a text is read. The defaults are strict: RFC 8259, all of it and nothing else.
///
/// ```swift
/// var options = JSONReadOptions.strict
/// options.allowsComments = true
/// let config = try Config(json: text, options: options)
/// ```
public struct JSONReadOptions: Sendable, Hashable {
    /// What to do about a key that an object holds more than once. Two spellings of one key (escapes) are one key.
    public enum DuplicateKeys: Sendable, Hashable {
        /// The last one wins, as a whole. Dynamic JSON keeps them all.
        case last
        /// The first one wins, as a whole, also if it is null or does not fit. Later ones are checked as text and need not fit. Dynamic JSON
        /// keeps them all. Cost: the keys of dictionaries are looked up, and those of objects where the fast way cannot be taken.
        case first
        /// An error of kind `.duplicateKey`, in skipped and dynamic values too.
        case reject
    }

    /// What to do about text that is not Unicode: bad UTF-8, and `\u` escapes of half a surrogate pair.
    public enum InvalidUnicode: Sendable, Hashable {
        /// An error at the first bad byte.
        case reject
        /// U+FFFD in its place.
        case replace
    }

    /// `//` and `/* */` comments count as white space.
    public var allowsComments: Bool {
        get { values.allowsComments }
        set { change { $0.allowsComments = newValue } }
    }
    /// A comma may stand behind the last element or member: `[1, 2,]`. Verbatim text (`JSONRawText`) has a blank in its place.
    ///
    /// Cost: as with comments, the engine reads a copy of the text.
    public var allowsTrailingCommas: Bool {
        get { values.allowsTrailingCommas }
        set { change { $0.allowsTrailingCommas = newValue } }
    }
    /// Anything may follow the value; it is not looked at.
    public var allowsTrailingGarbage: Bool {
        get { values.allowsTrailingGarbage }
        set { change { $0.allowsTrailingGarbage = newValue } }
    }
    /// The text may be cut: what it holds completely is kept, and each open array or object counts as closed at the end.
    ///
    /// ```swift
    /// {"a": [1, {"b": "x", "c": tr        // {"a": [1, {"b": "x"}]}
    /// ```
    /// - An unfinished token is dropped: a string without its closing quote, a literal without its last letter, and, in an array or object,
    ///   a number that the text ends with, for digits may be missing.
    /// - A member without a complete value is missing, with its key. Of a repeated key the value before it stays.
    /// - A text of which nothing is complete (`"abc`, `tr`, an empty one) is an error of kind `.unexpectedEnd`.
    public var allowsPartialValue: Bool {
        get { values.allowsPartialValue }
        set { change { $0.allowsPartialValue = newValue } }
    }
    /// More than one value may stand in the text; the readers of one value take the last, streams deliver each. (An update is by
    /// one value, whatever this says.)
    public var allowsSeveralValues: Bool {
        get { values.allowsSeveralValues }
        set { change { $0.allowsSeveralValues = newValue } }
    }
    /// What a repeated key means.
    public var duplicateKeys: DuplicateKeys {
        get { values.duplicateKeys }
        set { change { $0.duplicateKeys = newValue } }
    }
    /// What bad UTF-8 and lone surrogates mean.
    public var invalidUnicode: InvalidUnicode {
        get { values.invalidUnicode }
        set { change { $0.invalidUnicode = newValue } }
    }
    /// How much the text may ask for.
    public var limits: JSONLimits {
        get { values.limits }
        set { change { $0.limits = newValue } }
    }
    /// Errors quote the text: up to 80 bytes around their place, keys, characters, strings that are no case of an enum, and what
    /// a hook or scalar says of a value that it refuses.
    ///
    /// Off, an error holds nothing of the text but places, kinds of values and of characters, and its structure. In its path
    /// `[*]` stands for a key that neither the model nor the path asked for: `$.users[3].settings[*].size`. Only the
    /// `underlying` error stays as a hook threw it.
    public var showsSnippets: Bool {
        get { values.showsSnippets }
        set { change { $0.showsSnippets = newValue } }
    }
    /// A path for elements that matches nothing gives no elements instead of an error: in a document, or in a line.
    public var allowsMissingPath: Bool {
        get { values.allowsMissingPath }
        set { change { $0.allowsMissingPath = newValue } }
    }
    /// Which engine reads.
    public var engine: JSONEngine {
        get { values.engine }
        set { change { $0.engine = newValue } }
    }
    /// How values of another kind than the property's are read.
    public var mode: JSONReadMode {
        get { values.mode }
        set { change { $0.mode = newValue } }
    }
    /// The style of keys that are not given, instead of each type's own. Keys of dictionaries are never changed.
    public var keyStyle: JSONKeyStyle? {
        get { values.keyStyle }
        set { change { $0.keyStyle = newValue } }
    }
    /// Properties are read by their names, whatever keys, paths and styles they were given: what
    /// `JSONWriteOptions(usesPropertyNames: true)` writes.
    public var usesPropertyNames: Bool {
        get { values.usesPropertyNames }
        set { change { $0.usesPropertyNames = newValue } }
    }
    /// The form of dates that do not say theirs, instead of each type's own.
    public var dateStyle: JSONDateStyle? {
        get { values.dateStyle }
        set { change { $0.dateStyle = newValue } }
    }
    /// Coders for types, instead of the types' own mappings; see `JSONCoders`.
    public var coders: JSONCoders? {
        get { values.coders }
        set { change { $0.coders = newValue } }
    }
    /// The properties of the outermost model that are read, by name; the others keep what an absent key gives them. nil: all. A name that
    /// the model does not have is an `.invalidOptions` error; `jsonFields` lists those it has (`flattenedFrom.first ?? name`).
    /// Plans for a few dozen sets of names are kept, those that were asked for last; for any other one they are made anew.
    public var only: Set<String>? {
        get { values.only }
        set { change { $0.only = newValue } }
    }
    /// Properties of the outermost model that are not read, by name as in `only`.
    public var excluding: Set<String> {
        get { values.excluding }
        set { change { $0.excluding = newValue } }
    }
    /// Properties that name views are read only if this is one of them; nil: all are.
    public var view: String? {
        get { values.view }
        set { change { $0.view = newValue } }
    }
    /// What the makers and hooks of the models are handed; see `JSONContext`.
    public var context: JSONContext {
        get { values.context }
        set { change { $0.context = newValue } }
    }
    /// Reads on behind a value that does not fit, and throws one error that holds all of them in `JSONError.all`, in the order of
    /// their places in the text: what is wrong with an object as a whole (absent keys) stands where it begins. Of a property the first refused
    /// check is told, and what `afterReading` refuses if the object has no other error, since each may rely on those before it. What the mode or
    /// a rule of the model mends (`.salvage`, `.lossy`, `.wrong`) is no error. A stream throws the errors of each element in its place,
    /// and goes on behind it. A text that is no JSON throws that alone, as
    /// do a repeated key under `.reject` and an exceeded limit.
    public var collectsErrors: Bool {
        get { values.collectsErrors }
        set { change { $0.collectsErrors = newValue } }
    }

    @usableFromInline var changed: ChangedOptions?
    private var values: ChangedOptions.Values {
        _read { if let changed { yield changed.values } else { yield .standard } }
    }

    private mutating func change(_ body: (inout ChangedOptions.Values) -> Void) {
        var values = changed?.values ?? .standard
        body(&values)
        changed = ChangedOptions(values)
    }

    /// Strict options.
    @inlinable
    public init() {}

    /// Strict options: anything that would lose or invent data is an error.
    @inlinable public static var strict: JSONReadOptions { JSONReadOptions() }

    /// Strict, with tight limits and without repeated keys: for texts from anyone.
    public static let untrusted: JSONReadOptions = {
        var options = JSONReadOptions()
        options.duplicateKeys = .reject
        options.limits = .untrusted
        return options
    }()

    /// Options of a mode.
    public init(mode: JSONReadMode) { self.mode = mode }

    /// See `JSONReadMode.lenient`.
    public static let lenient = JSONReadOptions(mode: .lenient)
    /// See `JSONReadMode.salvage`.
    public static let salvage = JSONReadOptions(mode: .salvage)
    /// As MJExtension reads; see `JSONReadMode.mjExtension`.
    public static let mjExtension = JSONReadOptions(mode: .mjExtension)
    /// As YYModel reads: see `JSONReadMode.yyModel`, and dates in all of its forms, as `JSONDateStyle.auto` knows them.
    public static let yyModel: JSONReadOptions = {
        var options = JSONReadOptions(mode: .yyModel)
        options.dateStyle = .auto
        return options
    }()
    /// As Mantle reads; see `JSONReadMode.mantle`.
    public static let mantle = JSONReadOptions(mode: .mantle)
    /// As JSONModel reads; see `JSONReadMode.jsonModel`.
    public static let jsonModel = JSONReadOptions(mode: .jsonModel)
    /// As JDCJsonExtension reads; see `JSONReadMode.jdcJsonExtension`.
    public static let jdcJsonExtension = JSONReadOptions(mode: .jdcJsonExtension)
    /// As Foundation's JSONDecoder reads: of repeated keys the first stays, and a comma may stand behind the last element or member.
    public static let foundation: JSONReadOptions = {
        var options = JSONReadOptions()
        options.duplicateKeys = .first
        options.allowsTrailingCommas = true
        return options
    }()
}

extension JSONReadOptions: CustomStringConvertible {
    /// What is other than in strict options: `JSONReadOptions(mode: lenient, only: ["name"])`.
    public var description: String {
        let all = Mirror(reflecting: values).children, standard = Mirror(reflecting: ChangedOptions.Values.standard).children
        let texts = zip(all, standard).compactMap { own, other -> String? in
            let value = Self.text(own.value)
            return value == Self.text(other.value) ? nil : "\(own.label ?? ""): \(value)"
        }
        return "JSONReadOptions(\(texts.joined(separator: ", ")))"
    }

    /// Without `Optional(...)`, and sets in an order.
    private static func text(_ value: Any) -> String {
        switch value {
        case let value as Set<String>: "\(value.sorted())"
        case let value as Set<String>?: value.map { "\($0.sorted())" } ?? "nil"
        case let value as any OptionalValue: value.wrapped.map { text($0) } ?? "nil"
        case let value as String: value.debugDescription
        default: "\(value)"
        }
    }
}

/// An Optional, seen without its type.
private protocol OptionalValue { var wrapped: Any? { get } }

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { self }
}
