/// Checks that a mapping names every stored property.
///
/// A property that is not named would get only zero bytes, which may be no valid value. The check finds such a property by the gap between
/// the named properties, which is wider than alignment needs. The check does not find a property that fits into padding. This is harmless,
/// because such a small property holds no reference.
enum StoredPropertyCheck {
    static func check(_ fields: [FieldDescription], of mapping: JSONMapping) throws(JSONError) {
        if isPlain(fields, of: mapping) { return }
        var end = 0
        var last = "its start"
        let placed = fields.compactMap { field in field.offset.map { (name: field.name, offset: $0, layout: field.layout) } }
        guard placed.count == fields.count else { return }  // a field without an offset gets its own error, by name
        for (name, offset, layout) in placed.sorted(by: { ($0.offset, $0.layout.size) < ($1.offset, $1.layout.size) }) {
            guard offset >= end else {
                throw JSONError(.invalidMapping, "\(mapping.name).\(name) is named twice, or overlaps another property")
            }
            let aligned = (end + layout.alignment - 1) & ~(layout.alignment - 1)
            guard offset == aligned || layout.size == 0 else { throw forgotten(after: last, mapping) }
            end = offset + layout.size
            last = name
        }
        guard end == mapping.layout.size else { throw forgotten(after: last, mapping) }
    }

    /// A fast check for most types. Returns true if the mapping names the properties in the order of their offsets and leaves out no
    /// property. If it returns false, the slower check decides.
    private static func isPlain(_ fields: [FieldDescription], of mapping: JSONMapping) -> Bool {
        var end = 0
        for field in fields {
            let layout = field.layout
            guard field.offset == (end + layout.alignment - 1) & ~(layout.alignment - 1), layout.size > 0 else { return false }
            end += layout.size + -end & (layout.alignment - 1)
        }
        return end == mapping.layout.size
    }

    private static func forgotten(after name: String, _ mapping: JSONMapping) -> JSONError {
        JSONError(
            .invalidMapping, "the mapping of \(mapping.name) leaves out a stored property after \(name)",
            hint: "name every stored property: add(_:_:) for those in the JSON, ignore(_:initial:) for the others")
    }
}
