internal import CYoke

extension JSONError {
    /// Makes the error for the reason that stopped the writer.
    init(of writer: UnsafeMutablePointer<yoke_writer>) {
        let path = Self.path(writer.pointee)
        switch writer.pointee.error {
        case YOKE_WRITE_DEPTH:
            self = JSONError(
                .depthExceeded, "nested deeper than \(writer.pointee.style.depth_limit) levels", path: path,
                hint: "see JSONWriteOptions.depth")
        case YOKE_WRITE_NOT_FINITE:
            self = JSONError(.nonFiniteNumber, JSONError.noNumber, path: path, hint: "see JSONWriteOptions.nonFiniteNumbers")
        case YOKE_WRITE_NO_DATE:
            self = JSONError(
                .refused, "the date cannot be written in its style", path: path,
                hint: "years go from 0 to 9999, and with two digits from 1969 to 2068")
        case YOKE_WRITE_NOT_MEMBERS:
            self = JSONError(.refused, "a flattened value has to be written as an object", path: path)
        case YOKE_WRITE_THUNK:
            let error = writer.pointee.failure.map(ThunkFailure.take)
            writer.pointee.failure = nil
            if let json = error as? JSONError {
                self = json.moved(below: path)
                return
            }
            self = JSONError(
                .refused, "the value cannot be written: \(error.map { VisibleText.of("\($0)", limit: 256) } ?? "")", path: path,
                underlying: error)
        default: self = JSONError(.outOfMemory, "no memory for the output", path: path)
        }
    }

    private static func path(_ writer: yoke_writer) -> String {
        var path = JSONPathText()
        for i in 0..<Int(writer.frame_count) {
            let frame = writer.frames[i]
            guard frame.position > 0, let type = frame.slot?.pointee.type.pointee else { continue }
            switch UInt32(frame.kind) {
            case YOKE_OBJECT.rawValue, YOKE_OBJECT_WITH_RULES.rawValue, YOKE_SHARED_KEY.rawValue:
                guard let object = frame.object?.pointee else { break }
                let index = writer.style.sorts_keys ? Int(object.sorted[frame.position - 1]) : frame.position - 1
                let field = object.fields[index]
                // A flattened value has no key of its own, so it adds nothing to the path.
                if field.literal != nil { path.append(key: UnsafeBufferPointer(start: field.key, count: field.key_length)) }
            case YOKE_ARRAY.rawValue: path.append(index: UInt64(frame.position - 1))
            case YOKE_PATH_NODE_INDEX.rawValue where frame.count > 0: path.append(index: UInt64(frame.count - 1))
            case YOKE_DICTIONARY.rawValue:
                if UInt32(type.kind) == YOKE_ARRAY.rawValue {
                    path.append(index: UInt64(frame.position - 1))
                } else if let key = key(at: frame.count, of: writer) {
                    path.append(key: key)
                }
            default: break
            }
        }
        return path.text
    }

    /// Reads a dictionary's key back from the output, in which the key begins at offset `start`. Returns nil if the output has no key
    /// there.
    private static func key(at start: Int, of writer: yoke_writer) -> String? {
        guard let out = writer.out?.pointee, start < out.count else { return nil }
        var options = JSONReadOptions.strict
        options.allowsTrailingGarbage = true
        return try? String(json: UnsafeRawBufferPointer(start: out.bytes, count: out.count)[start...], options: options)
    }
}
