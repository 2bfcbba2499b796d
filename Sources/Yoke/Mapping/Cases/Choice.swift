extension JSONMapping {
    /// Describes a type of several cases, such as an enum, a type that holds any value of a protocol, or a class with subclasses. A
    /// function looks at the JSON object and chooses the case.
    ///
    /// ```swift
    /// JSONMapping(cases: Vehicle.self, choose: { object in object["wings"] == nil ? "car" : "plane" }) {
    ///     $0.add("car", Car.self, make: { $0 }, match: { copy $0 as? Car })
    ///     $0.add("plane", Plane.self, make: { $0 }, match: { copy $0 as? Plane })
    /// }
    /// ```
    /// Yoke writes a value in the form of its payload, and a case without a payload as `{}`.
    ///
    /// - Parameters:
    ///   - choose: returns the name of the case of a JSON object. Yoke takes the fallback case if the function returns nil, if no case has
    ///     the name, or if the JSON is not an object. Without a fallback case, reading then throws an error. If the function throws, its
    ///     error becomes the `underlying` error of a `.refused` error.
    ///   - keys: the style that `name(_:)` of the closure's argument uses.
    ///
    /// Cost: Yoke makes dynamic JSON of the object for `choose`, and reads the object's text again for the chosen case.
    public init<Model>(
        cases type: Model.Type, choose: @escaping @Sendable (JSONObject) throws -> String?, keys: JSONKeyStyle = .asWritten,
        _ describe: (inout JSONCases<Model>) -> Void
    ) {
        var cases = JSONCases<Model>(keys: keys)
        describe(&cases)
        let tagging = Tagging.chosen { text, firstStays in try choose(JSONObject(rawText: text, firstStays: firstStays)) }
        self.init(type, .rawText(cases.descriptions, .cases(cases, tagging), tagging, fallback: cases.fallback))
    }
}

extension JSONObject {
    /// Reads an object without limits, because the engine has already checked the text with the options of the call.
    ///
    /// - Parameter firstStays: true if the object has only the first member of each repeated key.
    package init(rawText text: UnsafeBufferPointer<UInt8>, firstStays: Bool = false) throws(JSONError) {
        try self.init(json: text, options: .unlimited)
        guard firstStays else { return }
        var kept = JSONObject()
        for member in self where kept[member.key] == nil { kept.append(member.value, forKey: member.key) }
        if kept.count < count { self = kept }
    }
}
