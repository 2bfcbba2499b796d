// What an instance says of the value that an update assigns to it. Only on failure.

extension Binder {
    /// Assigns what an update has changed of instances in properties. When that fails, `assignments.undo()` is left to be called.
    func commit() throws(JSONError) { try assignments.commit(self) }

    /// The error for what an assignment has thrown: where the text has the constant that would change, else the instance itself.
    ///
    /// - Parameters:
    ///   - name: that of the instance's class.
    ///   - fields: what the instance is read by way of.
    ///   - path: where the text has it.
    func refusal(_ name: String, _ error: any Error, of fields: [FieldDescription], at path: String) -> JSONError {
        let paths = Self.paths(of: error, in: fields, below: path, variant)
        let found = paths.lazy.compactMap { path in self.place(inUpdateAt: path).map { (path: path, place: $0) } }.first
        return JSONError(.refused, "\(name) refused the value: \(error)", path: found?.path ?? paths[0], place: found?.place, underlying: error)
    }

    /// Where the text may have what the error is about, the likeliest first; at least one.
    private static func paths(
        of error: any Error, in fields: [FieldDescription], below object: String, _ variant: PlanVariant
    ) -> [String] {
        guard let constant = error as? any ChangedConstant, let keys = keys(of: constant.name, in: fields, variant) else { return [object] }
        let paths = keys.read.compactMap { key -> String? in
            guard let steps = try? key.steps() else { return nil }
            var path = JSONPathText()
            for step in steps {
                if case .index(let index) = step { path.append(index: index) } else { path.append(key: step.name) }
            }
            return object + path.text.dropFirst()
        }
        return paths.isEmpty ? [object] : paths
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

    /// The place of a value in the text of the update, by reading it once more; nil: it is not there.
    private func place(inUpdateAt path: String) -> JSONError.Place? {
        var options = JSONReadOptions.unlimited
        (options.allowsTrailingCommas, options.showsSnippets) = (true, self.options.showsSnippets)
        do throws(JSONError) { _ = try Unwanted(json: updateText, at: path, options: options) } catch {
            return error.underlying is Unwanted.Found ? error.storage.place : nil
        }
        return nil
    }
}

/// A value of any kind, whose error tells its place.
private struct Unwanted: JSONReadable {
    struct Found: Error {}
    static var jsonMapping: JSONMapping { JSONMapping(Self.self, via: JSONRawText.self, decode: { _ in throw Found() }, encode: { _ in throw Found() }) }
}
