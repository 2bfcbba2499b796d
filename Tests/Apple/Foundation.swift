// A stand-in for Apple's Foundation in scripts/check-apple. It declares the names that Yoke uses. An @available line says which versions of
// Apple's systems have a name. The code never runs. If Yoke uses another name, the check fails: add this name, with the @available line of
// Apple's documentation.
@_exported import Darwin

private func nothing() -> Never { fatalError() }

// MARK: - Values

public struct Data: Hashable, Sendable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    public init() {}
    public init<Bytes: Sequence>(_ bytes: Bytes) where Bytes.Element == UInt8 {}
    public init(bytes: UnsafeRawPointer, count: Int) {}
    public init(bytesNoCopy bytes: UnsafeMutableRawPointer, count: Int, deallocator: Deallocator) {}
    public init?(base64Encoded text: String, options: Base64DecodingOptions = []) {}
    public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
    public func base64EncodedString(options: Base64EncodingOptions = []) -> String { nothing() }
    public func write(to url: URL, options: WritingOptions = []) throws {}
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result { nothing() }
    public var startIndex: Int { nothing() }
    public var endIndex: Int { nothing() }
    public subscript(index: Int) -> UInt8 {
        get { nothing() }
        set {}
    }
    public mutating func replaceSubrange<New: Collection>(_ range: Range<Int>, with new: New) where New.Element == UInt8 {}

    public enum Deallocator { case free, custom((UnsafeMutableRawPointer, Int) -> Void) }
    public struct Base64DecodingOptions: OptionSet, Sendable {
        public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public struct Base64EncodingOptions: OptionSet, Sendable {
        public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let atomic = WritingOptions(rawValue: 1)
    }
}

public typealias TimeInterval = Double

public struct Date: Hashable, Sendable {
    public init(timeIntervalSinceReferenceDate seconds: TimeInterval) {}
    public init(timeIntervalSince1970 seconds: TimeInterval) {}
    public var timeIntervalSinceReferenceDate: TimeInterval { nothing() }
    public var timeIntervalSince1970: TimeInterval { nothing() }

    @available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    public struct ISO8601FormatStyle: Sendable {
        public init() {}
        public func parse(_ text: String) throws -> Date { nothing() }
        public static var iso8601: ISO8601FormatStyle { nothing() }
    }
    @available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    public func formatted(_ style: ISO8601FormatStyle) -> String { nothing() }
}

public struct URL: Hashable, Sendable {
    public init?(string text: String) {}
    public init?(string text: String, relativeTo url: URL?) {}
    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    public init?(string text: String, encodingInvalidCharacters: Bool) {}
    public init(fileURLWithPath path: String) {}
    public var absoluteString: String { nothing() }
    public var relativeString: String { nothing() }
    public var isFileURL: Bool { nothing() }
    public var path: String { nothing() }
    public func appendingPathComponent(_ component: String) -> URL { nothing() }
    public func deletingLastPathComponent() -> URL { nothing() }
    public mutating func deleteLastPathComponent() {}
    public func resolvingSymlinksInPath() -> URL { nothing() }
}

public typealias uuid_t = (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8)

public struct UUID: Hashable, Sendable {
    public init() { nothing() }
    public init?(uuidString text: String) {}
    public init(uuid: uuid_t) {}
    public var uuid: uuid_t { nothing() }
    public var uuidString: String { nothing() }
}

public struct TimeZone: Hashable, Sendable {
    public init?(identifier: String) {}
    public init?(abbreviation: String) {}
    public var identifier: String { nothing() }
}

public struct Decimal: Hashable, Sendable, Comparable, SignedNumeric, CustomStringConvertible {
    public typealias Magnitude = Decimal
    private var words: (UInt32, UInt32, UInt32, UInt32, UInt32) { nothing() }
    public init() {}
    public init(integerLiteral value: Int) {}
    public init(_ value: UInt64) {}
    public init(_ value: Int) {}
    public init?<Source: BinaryInteger>(exactly source: Source) {}
    public init(sign: FloatingPointSign, exponent: Int, significand: Decimal) {}
    public init?(string: String, locale: Locale? = nil) {}
    public init(
        _exponent: Int32, _length: UInt32, _isNegative: UInt32, _isCompact: UInt32, _reserved: UInt32,
        _mantissa: (UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16)
    ) {}
    public static var nan: Decimal { nothing() }
    public var isFinite: Bool { nothing() }
    public var isSignMinus: Bool { nothing() }
    public var exponent: Int { nothing() }
    public var significand: Decimal { nothing() }
    public var magnitude: Decimal { nothing() }
    public var description: String { nothing() }
    public static func < (a: Decimal, b: Decimal) -> Bool { nothing() }
    public static func + (a: Decimal, b: Decimal) -> Decimal { nothing() }
    public static func - (a: Decimal, b: Decimal) -> Decimal { nothing() }
    public static func * (a: Decimal, b: Decimal) -> Decimal { nothing() }
    public static func / (a: Decimal, b: Decimal) -> Decimal { nothing() }
    public static func *= (a: inout Decimal, b: Decimal) {}
}
public func NSDecimalRound(
    _ result: UnsafeMutablePointer<Decimal>, _ number: UnsafePointer<Decimal>, _ scale: Int, _ mode: Decimal.RoundingMode
) {}
extension Decimal { public enum RoundingMode: UInt, Sendable { case plain, down, up, bankers } }
public struct Locale: Hashable, Sendable {
    public init(identifier: String) {}
    public var identifier: String { nothing() }
}

public struct CGFloat: Hashable, Sendable {
    public var native: Double
    public init(_ value: Double) { native = value }
}
public struct CGPoint: Sendable { public var x: CGFloat, y: CGFloat }
public struct CGSize: Sendable { public var width: CGFloat, height: CGFloat }
public struct CGRect: Sendable { public var origin: CGPoint, size: CGSize }
public struct CGVector: Sendable { public var dx: CGFloat, dy: CGFloat }
public struct CGAffineTransform: Sendable { public var a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat }
public typealias NSRange = _NSRange
public struct _NSRange: Sendable { public var location: Int, length: Int }
extension Double { public init(_ value: CGFloat) { self = value.native } }

public struct CharacterSet: Hashable, Sendable {
    public static var whitespacesAndNewlines: CharacterSet { nothing() }
    public static var uppercaseLetters: CharacterSet { nothing() }
    public static var lowercaseLetters: CharacterSet { nothing() }
    public func contains(_ scalar: Unicode.Scalar) -> Bool { nothing() }
}

// MARK: - Services

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
    var failureReason: String? { get }
    var recoverySuggestion: String? { get }
    var helpAnchor: String? { get }
}
extension LocalizedError {
    public var errorDescription: String? { nil }
    public var failureReason: String? { nil }
    public var recoverySuggestion: String? { nil }
    public var helpAnchor: String? { nil }
}

open class NSObject { public init() {} }
open class NSNull: NSObject, @unchecked Sendable { public override init() {} }
extension Error { public var localizedDescription: String { nothing() } }
open class JSONSerialization: NSObject {
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var fragmentsAllowed: ReadingOptions { nothing() }
    }
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    open class func isValidJSONObject(_ object: Any) -> Bool { nothing() }
    open class func data(withJSONObject object: Any, options: WritingOptions = []) throws -> Data { nothing() }
    open class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { nothing() }
}
open class PropertyListSerialization: NSObject {
    public struct ReadOptions: OptionSet, Sendable { public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue } }
    public typealias WriteOptions = Int
    public enum PropertyListFormat: UInt, Sendable { case openStep = 1, xml = 100, binary = 200 }
    open class func propertyList(
        from data: Data, options: ReadOptions = [], format: UnsafeMutablePointer<PropertyListFormat>?
    ) throws -> Any { nothing() }
    open class func data(fromPropertyList list: Any, format: PropertyListFormat, options: WriteOptions) throws -> Data { nothing() }
}
open class DateFormatter: NSObject, @unchecked Sendable {
    open func date(from text: String) -> Date? { nothing() }
    open func string(from date: Date) -> String { nothing() }
}
open class NSLock: NSObject, @unchecked Sendable {
    public override init() {}
    open func lock() {}
    open func unlock() {}
}
extension NSLock { public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { nothing() } }
open class ProcessInfo: NSObject, @unchecked Sendable {
    open class var processInfo: ProcessInfo { nothing() }
    open var environment: [String: String] { nothing() }
}
open class FileManager: NSObject, @unchecked Sendable {
    open class var `default`: FileManager { nothing() }
    open func fileExists(atPath path: String) -> Bool { nothing() }
    open func contentsOfDirectory(atPath path: String) throws -> [String] { nothing() }
    open var temporaryDirectory: URL { nothing() }
    open func createDirectory(
        at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func createDirectory(
        atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func createSymbolicLink(atPath path: String, withDestinationPath target: String) throws {}
    open func destinationOfSymbolicLink(atPath path: String) throws -> String { nothing() }
    open func removeItem(at url: URL) throws {}
    open func removeItem(atPath path: String) throws {}
    open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { nothing() }
    open func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
}
public struct FileAttributeKey: Hashable, Sendable { public static let posixPermissions = FileAttributeKey() }
open class Thread: NSObject, @unchecked Sendable {
    @preconcurrency public convenience init(block: @escaping @Sendable () -> Void) { nothing() }
    open var stackSize: Int {
        get { nothing() }
        set {}
    }
    open func start() {}
}
open class DispatchSemaphore: NSObject, @unchecked Sendable {
    public init(value: Int) {}
    open func wait() {}
    @discardableResult open func signal() -> Int { nothing() }
}
open class FileHandle: NSObject, @unchecked Sendable {
    public convenience init(forReadingFrom url: URL) throws { nothing() }
    open var fileDescriptor: Int32 { nothing() }
    open func seek(toOffset offset: UInt64) throws {}
    open func write(contentsOf data: Data) throws {}
    open func close() throws {}
}
open class Pipe: NSObject, @unchecked Sendable {
    open var fileHandleForReading: FileHandle { nothing() }
    open var fileHandleForWriting: FileHandle { nothing() }
}

extension StringProtocol {
    public var capitalized: String { nothing() }
    public func replacingOccurrences(of target: String, with replacement: String) -> String { nothing() }
    public func range(of text: String) -> Range<Index>? { nothing() }
    public func trimmingCharacters(in set: CharacterSet) -> String { nothing() }
}
extension String {
    public struct Encoding: Hashable, Sendable {
        public static let utf8 = Encoding(), utf16 = Encoding(), utf16LittleEndian = Encoding(), utf32BigEndian = Encoding()
    }
    public init(contentsOfFile path: String, encoding: Encoding) throws { nothing() }
    public init(format: String, _ arguments: any CVarArg...) { nothing() }
}
extension StringProtocol {
    public func write<Path: StringProtocol>(toFile path: Path, atomically: Bool, encoding: String.Encoding) throws {}
    public func data(using encoding: String.Encoding) -> Data? { nothing() }
}

// MARK: - Codable

extension Data: Codable {
    public init(from decoder: any Decoder) throws {}
    public func encode(to encoder: any Encoder) throws {}
}
extension Date: Codable {
    public init(from decoder: any Decoder) throws {}
    public func encode(to encoder: any Encoder) throws {}
}
extension URL: Codable {
    public init(from decoder: any Decoder) throws { nothing() }
    public func encode(to encoder: any Encoder) throws {}
}
extension UUID: Codable {
    public init(from decoder: any Decoder) throws { nothing() }
    public func encode(to encoder: any Encoder) throws {}
}
extension Decimal: Codable {
    public init(from decoder: any Decoder) throws {}
    public func encode(to encoder: any Encoder) throws {}
}

@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public protocol DecodableWithConfiguration {
    associatedtype DecodingConfiguration
    init(from decoder: any Decoder, configuration: DecodingConfiguration) throws
}
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public protocol EncodableWithConfiguration {
    associatedtype EncodingConfiguration
    func encode(to encoder: any Encoder, configuration: EncodingConfiguration) throws
}
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public typealias CodableWithConfiguration = DecodableWithConfiguration & EncodableWithConfiguration
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public protocol DecodingConfigurationProviding {
    associatedtype DecodingConfiguration
    static var decodingConfiguration: DecodingConfiguration { get }
}
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public protocol EncodingConfigurationProviding {
    associatedtype EncodingConfiguration
    static var encodingConfiguration: EncodingConfiguration { get }
}

open class JSONDecoder: @unchecked Sendable {
    public init() {}
    open var keyDecodingStrategy: KeyDecodingStrategy {
        get { nothing() }
        set {}
    }
    open var dateDecodingStrategy: DateDecodingStrategy {
        get { nothing() }
        set {}
    }
    open var dataDecodingStrategy: DataDecodingStrategy {
        get { nothing() }
        set {}
    }
    open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { nothing() }
        set {}
    }
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { nothing() }
        set {}
    }
    open var allowsJSON5: Bool {
        get { nothing() }
        set {}
    }
    open var assumesTopLevelDictionary: Bool {
        get { nothing() }
        set {}
    }
    open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { nothing() }
    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    open func decode<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration
    ) throws -> Value { nothing() }
    public enum DateDecodingStrategy: Sendable {
        case deferredToDate, secondsSince1970, millisecondsSince1970, iso8601
        case formatted(DateFormatter)
        @preconcurrency case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
    }
    public enum DataDecodingStrategy: Sendable {
        case deferredToData, base64
        @preconcurrency case custom(@Sendable (_ decoder: any Decoder) throws -> Data)
    }
    public enum NonConformingFloatDecodingStrategy: Sendable {
        case `throw`
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }
    public enum KeyDecodingStrategy: Sendable {
        case useDefaultKeys, convertFromSnakeCase
        @preconcurrency case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }
}
open class JSONEncoder: @unchecked Sendable {
    public init() {}
    open var outputFormatting: OutputFormatting {
        get { nothing() }
        set {}
    }
    open var keyEncodingStrategy: KeyEncodingStrategy {
        get { nothing() }
        set {}
    }
    open var dateEncodingStrategy: DateEncodingStrategy {
        get { nothing() }
        set {}
    }
    open var dataEncodingStrategy: DataEncodingStrategy {
        get { nothing() }
        set {}
    }
    open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
        get { nothing() }
        set {}
    }
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { nothing() }
        set {}
    }
    open func encode<Value: Encodable>(_ value: Value) throws -> Data { nothing() }
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    }
    public enum DateEncodingStrategy: Sendable {
        case deferredToDate, secondsSince1970, millisecondsSince1970, iso8601
        case formatted(DateFormatter)
        @preconcurrency case custom(@Sendable (_ date: Date, _ encoder: any Encoder) throws -> Void)
    }
    public enum DataEncodingStrategy: Sendable {
        case deferredToData, base64
        @preconcurrency case custom(@Sendable (_ data: Data, _ encoder: any Encoder) throws -> Void)
    }
    public enum NonConformingFloatEncodingStrategy: Sendable {
        case `throw`
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }
    public enum KeyEncodingStrategy: Sendable {
        case useDefaultKeys, convertToSnakeCase
        @preconcurrency case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }
}
