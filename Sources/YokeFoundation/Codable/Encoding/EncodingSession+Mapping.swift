internal import CYoke
import Foundation
import Yoke

extension EncodingSession {
    /// Writes a value by the mapping of its type, in the format of this encoder.
    func writeMapped(_ value: some Encodable, _ key: KeyReference?) throws {
        guard let value = value as? any JSONWritable else { preconditionFailure("the type has a mapping") }
        var writing = options.mappingOptions
        writing.depth = max(0, options.depth - current.pointee.inside)
        do throws(JSONError) {
            try value.withJSONBytes(writing) { text in
                if isPretty { indent(text) } else { yoke_buffer_append(out, text.baseAddress, text.count) }
            }
        } catch {
            throw refused(value, path(of: current, key?.key), error)
        }
    }

    /// Returns the error for a value that the mapping of its type refuses. The error's coding path leads to the part of the value that the
    /// mapping refuses. If a Codable type in the value has thrown an `EncodingError`, the returned error is about the same part.
    private func refused(_ value: any JSONWritable, _ path: [any CodingKey], _ error: JSONError) -> EncodingError {
        var refused: Any = value
        var description = "The mapping of \(type(of: value)) refused the value: \(error.message)"
        if case EncodingError.invalidValue(let part, let context)? = error.underlying {
            (refused, description) = (part, context.debugDescription)
        }
        return .invalidValue(
            refused,
            .init(
                codingPath: path + error.codingPath, debugDescription: description,
                underlyingError: error.moved(below: JSONPathText(path).text)))
    }

    /// Appends a JSON text with the line breaks and blanks of `.prettyPrinted`. A mapping may have made a text that is not JSON: even then
    /// the function reads no byte outside of the text.
    private func indent(_ text: UnsafeRawBufferPointer) {
        var layout = yoke_layout(indent: 2, short_array: 0, blank: UInt8(ascii: " "), slashes: false)
        var level = current.pointee.inside, isAfterOpening = false, position = 0
        func breakLine() { yoke_out_newline(out, level, &layout) }
        while position < text.count {
            let start = position, byte = text[start]
            position += 1
            if byte <= UInt8(ascii: " ") { continue }
            switch byte {
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                level = max(0, level - 1)
                // JSONEncoder writes the brackets of an empty container on two lines, with an empty line between them.
                if isAfterOpening { yoke_buffer_push(out, UInt8(ascii: "\n")) }
                breakLine()
            case UInt8(ascii: ":"):
                yoke_buffer_append(out, colon.utf8Start, colon.utf8CodeUnitCount)
                continue
            default: if isAfterOpening { breakLine() }
            }
            isAfterOpening = false
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                level += 1
                isAfterOpening = true
            case UInt8(ascii: "\""): position = text.endOfString(start) ?? text.count
            default: break
            }
            yoke_buffer_append(out, text.baseAddress.unsafelyUnwrapped + start, position - start)
            if byte == UInt8(ascii: ",") { breakLine() }
        }
    }
}
