extension JSONMapping {
    /// A type of several cases, of which the object's content says which one a value is: an enum, a protocol's box, a class with subclasses.
    ///
    /// ```swift
    /// JSONMapping(cases: Vehicle.self, choose: { object in object["wings"] == nil ? "car" : "plane" }) {
    ///     $0.add("car", Car.self, make: { $0 }, match: { copy $0 as? Car })
    ///     $0.add("plane", Plane.self, make: { $0 }, match: { copy $0 as? Plane })
    /// }
    /// ```
    /// A value is written as its payload is, and a case without one as `{}`.
    ///
    /// - Parameters:
    ///   - choose: the name of the case that an object is. nil, a name that no case has and values that are no objects are the fallback,
    ///     or an error. What it throws becomes the `underlying` error of a `.refused` one.
    ///   - keys: how `name(_:)` of the closure's argument makes names.
    ///
    /// Cost: the object becomes dynamic JSON for `choose`, and its text is read a second time, when it is known what it is.
    public init<Model>(
        cases type: Model.Type, choose: @escaping @Sendable (JSONObject) throws -> String?, keys: JSONKeyStyle = .asWritten,
        _ describe: (inout JSONCases<Model>) -> Void
    ) {
        var cases = JSONCases<Model>(keys: keys)
        describe(&cases)
        let tagging = Tagging.chosen { text in try choose(JSONObject(rawText: text)) }
        self.init(type, .rawText(cases.descriptions, .cases(cases, tagging), tagging, fallback: cases.fallback))
    }
}

extension JSONObject {
    /// Of text that has been checked with the call's own options.
    init(rawText text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        try self.init(json: text, options: .unlimited)
    }
}
