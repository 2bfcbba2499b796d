import Foundation
import Testing
import YokeFoundation

/// The result of a decoder: the value, or the error's case and coding path.
enum Outcome<Value: Equatable>: Equatable, CustomStringConvertible {
    case value(Value)
    case failure(String)

    init(_ body: () throws -> Value) {
        do {
            self = .value(try body())
        } catch {
            self = .failure(Self.text(of: error))
        }
    }

    static func text(of error: any Error) -> String {
        func path(_ keys: [any CodingKey]) -> String {
            keys.map { $0.intValue.map { "[\($0)]" } ?? "." + $0.stringValue }.joined()
        }
        switch error {
        case DecodingError.typeMismatch(let type, let context): return "typeMismatch \(type) at \(path(context.codingPath))"
        case DecodingError.valueNotFound(let type, let context): return "valueNotFound \(type) at \(path(context.codingPath))"
        case DecodingError.keyNotFound(let key, let context): return "keyNotFound \(key.stringValue) at \(path(context.codingPath))"
        case DecodingError.dataCorrupted(let context): return "dataCorrupted at \(path(context.codingPath))"
        case EncodingError.invalidValue(_, let context): return "invalidValue at \(path(context.codingPath))"
        default: return "\(error)"
        }
    }

    var description: String {
        switch self {
        case .value(let value): "\(value)"
        case .failure(let text): text
        }
    }
}

/// Options that are set for JSONDecoder and for YokeDecoder.
struct Options {
    var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
    var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
    var data = JSONDecoder.DataDecodingStrategy.base64
    var floats = JSONDecoder.NonConformingFloatDecodingStrategy.throw
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var assumesDictionary = false

    var foundation: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = keys
        decoder.dateDecodingStrategy = dates
        decoder.dataDecodingStrategy = data
        decoder.nonConformingFloatDecodingStrategy = floats
        decoder.userInfo = userInfo
        if assumesDictionary { decoder.assumesTopLevelDictionary = true }
        return decoder
    }

    var yoke: YokeDecoder {
        let decoder = YokeDecoder()
        decoder.keyDecodingStrategy = keys
        decoder.dateDecodingStrategy = dates
        decoder.dataDecodingStrategy = data
        decoder.nonConformingFloatDecodingStrategy = floats
        decoder.userInfo = userInfo
        decoder.assumesTopLevelDictionary = assumesDictionary
        return decoder
    }
}

/// Expects that JSONDecoder and YokeDecoder make equal values from a text, or throw errors with the same case and path.
func expectSame<T: Decodable & Equatable>(
    _ type: T.Type, _ text: String, _ options: Options = Options(), _ location: SourceLocation = #_sourceLocation
) {
    let data = Data(text.utf8)
    let expected = Outcome { try options.foundation.decode(type, from: data) }
    let found = Outcome { try options.yoke.decode(type, from: data) }
    if case .failure = expected, (try? JSONValue(json: text, options: .foundation)) == nil, !options.assumesDictionary {
        // JSONDecoder checks numbers and strings only when they are used. YokeDecoder refuses every text that is not JSON.
        #expect(found == .failure("dataCorrupted at "), "\(type) from \(text)", sourceLocation: location)
        return
    }
    #expect(found == expected, "\(type) from \(text)", sourceLocation: location)
}
