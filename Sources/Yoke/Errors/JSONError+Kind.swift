extension JSONError {
    /// Kinds of failure. More can come: a `switch` over them needs a `default`.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The kind's name.
        public let rawValue: String
        /// A kind of that name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The kind's name.
        public var description: String { rawValue }

        private init(_ name: String) { rawValue = name }

        // The text is not JSON.

        /// The text, or one of its lines where each is a text, ends inside a value.
        public static let unexpectedEnd = Kind("unexpectedEnd")
        /// A character that cannot stand there.
        public static let unexpectedCharacter = Kind("unexpectedCharacter")
        /// A string with a bad escape or a raw control character.
        public static let invalidString = Kind("invalidString")
        /// Bytes that are not UTF-8 (or not the UTF-16 or UTF-32 that the text began with), or half a surrogate pair.
        public static let invalidUnicode = Kind("invalidUnicode")
        /// A number that RFC 8259 does not allow.
        public static let invalidNumber = Kind("invalidNumber")
        /// Something behind the end of the value.
        public static let trailingContent = Kind("trailingContent")
        /// Nested deeper than `JSONLimits.depth`.
        public static let depthExceeded = Kind("depthExceeded")
        /// Another limit of `JSONLimits` is passed.
        public static let limitExceeded = Kind("limitExceeded")
        /// A key for the second time, where that is refused.
        public static let duplicateKey = Kind("duplicateKey")

        /// The bytes are no snapshot or keyed archive, or a damaged one.
        public static let invalidSnapshot = Kind("invalidSnapshot")

        // The text is JSON, but does not fit the model.

        /// The value is of another kind than the model's property.
        public static let typeMismatch = Kind("typeMismatch")
        /// The number does not fit the property's type.
        public static let numberOutOfRange = Kind("numberOutOfRange")
        /// The number has a fraction, and the property is an integer.
        public static let notAnInteger = Kind("notAnInteger")
        /// Required keys are absent; `keys` lists all of that object.
        public static let missingKeys = Kind("missingKeys")
        /// A key that no property has, where that is refused.
        public static let unknownKey = Kind("unknownKey")
        /// The string is no case of the enum.
        public static let unknownCase = Kind("unknownCase")
        /// A hook or a custom scalar refused the value; `underlying` says why.
        public static let refused = Kind("refused")
        /// Nothing in the document matches the path.
        public static let pathNotFound = Kind("pathNotFound")

        // Writing, set-up, the world.

        /// NaN or an infinity, which JSON has no text for.
        public static let nonFiniteNumber = Kind("nonFiniteNumber")
        /// A path that cannot be parsed, or that is not supported here.
        public static let invalidPath = Kind("invalidPath")
        /// A model's mapping contradicts itself or its type.
        public static let invalidMapping = Kind("invalidMapping")
        /// The options of a call name a property that the model does not have.
        public static let invalidOptions = Kind("invalidOptions")
        /// A hook asked a stream for its next element, or a lazy value for its value, while that one was reading it.
        public static let reentered = Kind("reentered")
        /// A file or descriptor could not be read or written.
        public static let io = Kind("io")
        /// No memory for the engine's buffers.
        public static let outOfMemory = Kind("outOfMemory")
    }
}
