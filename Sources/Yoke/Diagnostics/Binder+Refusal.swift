// Assigns the changes of an update to class instances, and makes the error if an instance refuses its new values.

extension Binder {
    /// Assigns the new values of an update to class instances. These changes have waited until the text was read. If this throws, the
    /// caller must call `assignments.undo()`.
    func commit() throws(JSONError) { try assignments.commit(self) }

    /// Returns the error for an assignment that threw. An error about a constant (a `let` property) has the path of the constant, and its
    /// position if the text has the constant. Any other error has the path and position of the instance.
    ///
    /// - Parameters:
    ///   - name: the name of the instance's class.
    ///   - fields: the fields of the instance's storage type.
    ///   - path: the path of the instance in the text.
    ///   - start: the offset of the instance's object in the text of the update; nil if a hook made the text from the text of the update.
    func refusal(_ name: String, _ error: any Error, of fields: [FieldDescription], at path: String, from start: Int?) -> JSONError {
        let paths = Self.paths(of: error, in: fields, variant)
        let found = paths.lazy.compactMap { inner -> (inner: String, position: JSONError.Position)? in
            let position =
                start.map { self.position(inUpdateFrom: $0, at: inner) }
                ?? self.position(inUpdateFrom: self.updatePosition.offset, at: path + inner.dropFirst())
            return position.map { (inner, $0) }
        }.first
        let path = path + (found?.inner ?? paths[0]).dropFirst()
        if let error = error as? JSONError { return shown(error, of: name).moved(below: path, position: found?.position) }
        let message = message("\(name) refused the value", because: error)
        return JSONError(.refused, message, path: path, position: found?.position, underlying: error)
    }

    /// Returns the paths, from the class instance on, at which the text of an update may have the refused value. If the error is about a
    /// constant (a `let` property), returns one path for each key from which the constant is read. Else, or without such a key, returns
    /// `$`.
    private static func paths(of error: any Error, in fields: [FieldDescription], _ variant: PlanVariant) -> [String] {
        guard let constant = error as? any ChangedConstant, let keys = keys(of: constant.name, in: fields, variant) else { return ["$"] }
        let paths = keys.read.compactMap { key -> String? in
            guard let steps = try? key.steps() else { return nil }
            var path = JSONPathText()
            for step in steps {
                if case .index(let index) = step { path.append(index: index) } else { path.append(key: step.name) }
            }
            return path.text
        }
        return paths.isEmpty ? ["$"] : paths
    }

    private static func keys(of name: String, in fields: [FieldDescription], _ variant: PlanVariant) -> JSONKeys? {
        for field in fields {
            if field.isInherited, case .object(let inherited, _)? = field.child?.mapping().shape {
                if let keys = keys(of: name, in: inherited, variant) { return keys }
            } else if field.name == name {
                return variant.keys(field)
            }
        }
        return nil
    }

    /// Returns the position of a value in the text of the update; nil if the text does not have the value. Reads the object that begins at
    /// `start` once more.
    ///
    /// - Parameter path: the path of the value in this object.
    private func position(inUpdateFrom start: Int, at path: String) -> JSONError.Position? {
        if path == "$" { return position(inUpdateAt: start) }
        var options = JSONReadOptions.unlimited
        (options.allowsTrailingCommas, options.allowsTrailingGarbage, options.showsSnippets) = (true, true, false)
        (options.allowsJSON5, options.nonFiniteNumbers) = (self.options.allowsJSON5, self.options.nonFiniteNumbers)
        return withUpdateText { text in
            let object = UnsafeBufferPointer(rebasing: text.dropFirst(start))
            do throws(JSONError) { _ = try RefusedModel(json: object, at: path, options: options) } catch {
                guard error.underlying is RefusedModel.Refused, let offset = error.offset else { return nil }
                return position(inUpdateAt: start + offset)
            }
            return nil
        }
    }
}

/// A type that refuses every value. Reading it at a path throws an error, which has the position of the value at this path.
private struct RefusedModel: JSONReadable {
    struct Refused: Error {}
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, via: JSONRawText.self, decode: { _ in throw Refused() }, encode: { _ in throw Refused() })
    }
}
