internal import CYoke

// Dynamic JSON has a mapping as models do. So it can be read, written and streamed, and a model can have it as a property.

extension JSONValue: JSONConvertible {
    /// Any JSON. Yoke builds the value while it parses the text, as it builds models: in one pass, without recursion.
    public static var jsonMapping: JSONMapping {
        let thunks = Thunks()
        thunks.document = { to, tape, document in
            let tape = tape.assumingMemoryBound(to: yoke_tape.self), document = document.assumingMemoryBound(to: yoke_document.self)
            let isTaken = document.pointee.nodes != nil
            let value = isTaken ? DocumentBuilder.makeValue(from: document.pointee) : DocumentBuilder.makeValue(from: tape.pointee)
            to.initializeMemory(as: JSONValue.self, to: value)
        }
        thunks.writeDocument = { at, writer in
            let writer = writer.assumingMemoryBound(to: yoke_writer.self)
            let error = DocumentWriter.append(at.assumingMemoryBound(to: JSONValue.self).pointee, to: writer)
            if error != YOKE_WRITE_OK { writer.pointee.error = error }
        }
        return JSONMapping(Self.self, .document(thunks))
    }
}

extension JSONNumber: JSONConvertible {
    /// A number that keeps its text digit for digit.
    public static var jsonMapping: JSONMapping {
        JSONMapping(number: JSONNumber.self, read: { JSONNumber(checked: $0) }, write: { $0.text })
    }
}

extension JSONObject: JSONConvertible {
    /// Any JSON object, with its members in order.
    public static var jsonMapping: JSONMapping {
        JSONMapping(
            JSONObject.self, via: JSONValue.self,
            decode: { value in
                guard case .object(let object) = value else { throw WrongKind(expected: "an object") }
                return object
            },
            encode: { JSONValue.object(copy $0) })
    }
}

extension JSONArray: JSONConvertible {
    /// Any JSON array.
    public static var jsonMapping: JSONMapping {
        JSONMapping(
            JSONArray.self, via: JSONValue.self,
            decode: { value in
                guard case .array(let array) = value else { throw WrongKind(expected: "an array") }
                return array
            },
            encode: { JSONValue.array(copy $0) })
    }
}

/// The error for dynamic JSON of another kind than the property's type, for example an array for a `JSONObject`.
private struct WrongKind: Error, CustomStringConvertible {
    let expected: String
    var description: String { "expected \(expected)" }
}
