internal import CYoke

extension Thunks {
    /// Returns the thunks (callbacks for C) that make a value of a case from the case's payload.
    @inlinable
    static func payload<Model, Payload>(_ make: @escaping @Sendable (consuming Payload) throws -> Model) -> Thunks {
        let thunks = Thunks()
        thunks.make = { to, from, _ in
            let model = try make(from.assumingMemoryBound(to: Payload.self).move())
            to.unsafelyUnwrapped.initializeMemory(as: Model.self, to: model)
        }
        return thunks
    }

    /// Returns the thunks (callbacks for C) that read and write a type of several cases.
    static func cases<Model>(_ cases: JSONCases<Model>, _ tagging: Tagging) -> Thunks {
        let table = CaseTable(cases.descriptions, of: Model.self, tagging, fallback: cases.fallback)
        let makes = cases.descriptions.map(\.make), matches = cases.matches
        let unit = table.hasPayload.firstIndex(of: false), payloads = table.hasPayload.count { $0 }
        let thunks = Thunks()
        thunks.capture = { to, text, choice in
            let choice = choice.assumingMemoryBound(to: yoke_choice.self)
            if case .untagged = tagging {
                if let unit, text.count == 4, text[0] == UInt8(ascii: "n") { return makes[unit].initial(to) }
                guard payloads > 0 else { throw table.wrongKind("null", text) }
                choice.pointee.slots = choice.pointee.choices
                choice.pointee.count = payloads
                return
            }
            let call = ReadCall.of(choice.pointee.reader)
            let index = try table.index(of: text, firstStays: call.firstStays, choice)
            guard table.hasPayload[index] else {
                makes[index].initial(to)
                return
            }
            choice.pointee.slots = choice.pointee.choices + index
            choice.pointee.count = 1
        }
        thunks.project = { to, at, writer in
            let writer = writer.assumingMemoryBound(to: yoke_writer.self)
            for i in matches.indices where matches[i](at, to) {
                guard table.hasPayload[i] else {
                    table.putUnit(i, writer)
                    return nil
                }
                table.putTag(i, writer)
                return makes.count + i
            }
            throw JSONError(.refused, "the value is not one of the cases that the mapping of \(Model.self) lists")
        }
        return thunks
    }
}

extension Thunks {
    /// Returns these thunks, changed for a flattened value. The fallback's payload is then read from a text with only the members that have
    /// the given keys, because all other members belong to the model around the value.
    func keeping(_ keys: [String], ofFallback fallback: Int) -> Thunks {
        let thunks = Thunks()
        thunks.project = project
        thunks.capture = { [capture] to, text, choice in
            try capture(to, text, choice)
            let chosen = choice.assumingMemoryBound(to: yoke_choice.self).pointee
            guard let slots = chosen.slots, slots == chosen.choices + fallback else { return }
            let call = ReadCall.of(chosen.reader)
            ReplacedText.put(Self.members(keys, of: text, firstStays: call.firstStays), into: choice)
        }
        return thunks
    }

    /// Returns the text of an object with only the members that have these keys, in the order of the original text. If the text repeats a
    /// key, the first of its members stays if `firstStays` is true, else the last one.
    private static func members(_ keys: [String], of text: UnsafeBufferPointer<UInt8>, firstStays: Bool) -> [UInt8] {
        let members = keys.compactMap { key -> (key: String, value: Range<Int>)? in
            var from = 0, to = 0
            let isFound = borrow(key) { yoke_find_member(text.baseAddress, text.count, $0.baseAddress, $0.count, firstStays, &from, &to) }
            return isFound ? (key, from..<to) : nil
        }.sorted { $0.value.lowerBound < $1.value.lowerBound }
        let written = members.map { KeyLiteral.quoted($0.key) + [UInt8(ascii: ":")] + text[$0.value] }
        return [UInt8(ascii: "{")] + written.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
    }
}
