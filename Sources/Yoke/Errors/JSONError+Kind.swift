extension JSONError {
    /// The kinds of failure. Later versions may add kinds, so a `switch` over them needs a `default`.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The kind's name.
        public let rawValue: String
        /// Makes a kind with the name `rawValue`.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The kind's name.
        public var description: String { rawValue }

        private init(_ name: String) { rawValue = name }

        // The text is not JSON.

        /// The text ends inside a value. In a text with one value on each line: a line ends inside a value.
        public static let unexpectedEnd = Kind("unexpectedEnd")
        /// A character that is not allowed at this position.
        public static let unexpectedCharacter = Kind("unexpectedCharacter")
        /// A string with a bad escape or a raw control character.
        public static let invalidString = Kind("invalidString")
        /// Bytes that are not valid UTF-8, or half a surrogate pair. In a text in UTF-16 or UTF-32: bytes that this encoding does not
        /// allow.
        public static let invalidUnicode = Kind("invalidUnicode")
        /// A number that RFC 8259 does not allow.
        public static let invalidNumber = Kind("invalidNumber")
        /// The text goes on after the end of the value.
        public static let trailingContent = Kind("trailingContent")
        /// Arrays and objects are nested too deeply: see `JSONLimits.depth`, and `JSONWriteOptions.depth` for writing.
        public static let depthExceeded = Kind("depthExceeded")
        /// The text exceeds a limit of `JSONLimits` other than `depth`.
        public static let limitExceeded = Kind("limitExceeded")
        /// An object has the same key twice, and the options refuse repeated keys.
        public static let duplicateKey = Kind("duplicateKey")

        // The text is JSON, but does not fit the model.

        /// The value is of another kind than the model's property.
        public static let typeMismatch = Kind("typeMismatch")
        /// The number does not fit the property's type.
        public static let numberOutOfRange = Kind("numberOutOfRange")
        /// The number has a fraction, and the property is an integer.
        public static let notAnInteger = Kind("notAnInteger")
        /// Required keys are missing. `keys` lists all missing keys of the object.
        public static let missingKeys = Kind("missingKeys")
        /// A key of the text that no property has. This is an error only if the mapping or the call refuses unknown keys.
        public static let unknownKey = Kind("unknownKey")
        /// The enum has no case for the string.
        public static let unknownCase = Kind("unknownCase")
        /// A hook or a custom scalar refused the value; `underlying` says why.
        public static let refused = Kind("refused")
        /// Nothing in the document matches the path.
        public static let pathNotFound = Kind("pathNotFound")

        // Errors of writing, of mappings and options, and of the system.

        /// NaN or an infinity, for which JSON has no text. See `JSONNonFiniteNumbers`.
        public static let nonFiniteNumber = Kind("nonFiniteNumber")
        /// A path that cannot be parsed, or that the called function does not support.
        public static let invalidPath = Kind("invalidPath")
        /// A model's mapping contradicts itself or its type.
        public static let invalidMapping = Kind("invalidMapping")
        /// The options of a call contradict each other, or name a property that the model does not have.
        public static let invalidOptions = Kind("invalidOptions")
        /// A call at a wrong time. Example: `JSONWriter` is asked to write a member while no object is open.
        public static let invalidCall = Kind("invalidCall")
        /// The program called a stream, lazy value or `JSONGrowing` that was still busy with an earlier call. Example: a hook asks the
        /// stream that runs it for the next element.
        public static let reentered = Kind("reentered")
        /// A file or descriptor could not be read or written.
        public static let io = Kind("io")
        /// Yoke could not allocate memory.
        public static let outOfMemory = Kind("outOfMemory")
    }
}
