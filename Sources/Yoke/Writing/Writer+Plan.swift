internal import CYoke

extension Writer {
    /// Appends the value's text.
    func write<Value: JSONWritable>(_ value: borrowing Value, _ options: JSONWriteOptions, depth: Int = 0) throws(JSONError) {
        let plan = try options.plan(of: Value.self)
        defer { withExtendedLifetime(plan) {} }
        try withUnsafePointer(to: value) { value throws(JSONError) in try write(value, plan.root, options, depth: depth) }
    }

    /// Appends the text of the value at an address.
    func write(_ value: UnsafeRawPointer, _ plan: Plan, _ options: JSONWriteOptions) throws(JSONError) {
        defer { withExtendedLifetime(plan) {} }
        try write(value, plan.root, options)
    }
}

extension JSONWriteOptions {
    /// Returns the plan of a type for these options.
    func plan(of type: any JSONMapped.Type) throws(JSONError) -> Plan {
        guard let variant else { return try Plan.of(type) }
        return try Plan.of(type, variant, ofInstances: true)
    }
}
