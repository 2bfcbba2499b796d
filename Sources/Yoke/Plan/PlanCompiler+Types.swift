internal import CYoke

extension PlanCompiler.Run {
    /// Fills `type`, the memory that describes a type in the plan. The slots in it may refer to types whose memory is not filled yet.
    mutating func fill(_ type: inout yoke_type, _ mapping: JSONMapping) throws(JSONError) {
        type.size = try SizeCheck.bytes(mapping.layout.size, mapping.name)
        type.stride = UInt32(mapping.layout.stride)
        type.align = UInt32(mapping.layout.alignment)
        // The Swift type, as the pointer by which C code identifies the type.
        type.identity = mapping.identity
        type.kind = mapping.shape.kind
        // A property's date style also applies to the elements of its array or dictionary, and inside types that only wrap its value
        // (`isForm`). It does not apply inside all other types, so remove it for them.
        let rules = form.rules
        switch mapping.shape {
        case .array, .dictionary, .date: break
        case .via(_, let thunks) where thunks.isForm: break
        case .rawText(_, let thunks, _, _) where thunks.isForm: break
        default: form.dates = nil
        }
        switch mapping.shape {
        case .scalar: break
        case .date(let style):
            let style = style ?? variant.options.dateStyle ?? form.dates ?? .rfc3339
            guard style.isValid else {
                throw JSONError(
                    .invalidMapping, "the date format \"\(VisibleText.of(style.pattern))\" is not supported",
                    hint: "see JSONDateStyle.format")
            }
            type.context = UnsafeMutableRawPointer(mutating: PlanMemory.put(style.format))
        case .text(let thunks, _):
            type.context = PlanMemory.keep(thunks)
        case .rawStrings(let thunks): try fillCases(&type, thunks, mapping)
        case .array(let element, let thunks, let iterationSize):
            type.context = PlanMemory.keep(thunks)
            type.element = try slot(for: element)
            let item = try self.mapping(of: element)
            type.item_stride = UInt32(item.layout.stride)
            type.item_align = UInt32(item.layout.alignment)
            type.iteration_size = UInt32(iterationSize)
            // C may read the numbers of an array in one loop (`ArrayKind`), but only if no coder converts them. With a coder, the shape of
            // the elements is not a scalar.
            if case .scalar = item.shape { type.array_of = UInt8(ArrayKind.of(mapping.type).rawValue) }
            thunks.array(&type.empty, nil, 0)
            type.overwrites = thunks.overwrites
            type.is_set = thunks.isSet
            if thunks.movesBytes, SwiftLayout.isLittle64Bit, type.item_align <= UInt32(YOKE_TAIL_ALIGN) {
                type.array_class = PlanMemory.putMutable(UInt(0))
            }
        case .dictionary(let value, let thunks, let pair, let iterationSize):
            type.context = PlanMemory.keep(thunks)
            _ = thunks.dictionary(&type.empty, nil, 0, false)
            type.element = try slot(for: value)
            type.element.offset = UInt32(pair.valueOffset)
            type.item_stride = try SizeCheck.bytes(pair.stride, mapping.name)
            type.item_align = UInt32(pair.alignment)
            type.value_stride = try SizeCheck.bytes(self.mapping(of: value).layout.stride, mapping.name)
            type.iteration_size = UInt32(iterationSize)
            type.checks_keys = thunks.ownKey != nil
        case .via(let storage, let thunks):
            type.context = PlanMemory.keep(thunks)
            type.element = try slot(for: storage, rules: rules)
            let stored = try self.mapping(of: storage)
            type.item_align = UInt32(stored.layout.alignment)
            if thunks.isBox, SwiftLayout.isBoxKnown { type.box_offset = yoke_box_offset(type.item_align) }
            if thunks.assign != nil, stored.hasHooks {
                throw JSONError(
                    .invalidMapping, "\(mapping.name) has `assign:`, and its storage \(stored.name) has hooks",
                    hint: "move the hooks to the mapping of \(mapping.name)")
            }
            if thunks.assign != nil, case .object(_, let rules) = stored.shape, rules.layout == .object {
                (type.assigns, type.amends) = (mapping.layout.isReference, !mapping.layout.isReference)
            }
            if mapping.layout.isReference { fillSubclasses(&type, isFinal: thunks.isFinal, mapping) }
        case .document(let thunks):
            type.context = PlanMemory.keep(thunks)
        case .object(let fields, var rules):
            try StoredPropertyCheck.check(fields, of: mapping)
            if rules.layout == .array { try ArrayLayout.check(fields, rules, of: mapping) }
            form.dates = rules.dates
            let flattened = try collectFields(fields, &rules, of: mapping)
            var object = ObjectCompiler(mapping: mapping, rules: rules, variant: variant)
            type.object = try object.compile(flattened.members, groups: flattened.groups)
            if object.captures { current?.captures = true }
        case .rawText(let cases, let thunks, let tagging, let fallback):
            current?.captures = true
            type.context = PlanMemory.keep(thunks)
            try fillCases(&type, cases, thunks, tagging, fallback, mapping)
        case .optional, .staged: preconditionFailure("Optionals are folded into slots")
        }
    }

    /// Stores in `type`, the compiled form of a class, the functions that find the plans of its subclasses.
    private mutating func fillSubclasses(_ type: inout yoke_type, isFinal: Bool, _ mapping: JSONMapping) {
        if isOutermost, !isFinal { isOpen = true }
        // If the call has a coder for the class, this coder also applies to subclasses, so they need no plans of their own.
        guard variant.options.coders?.child(for: mapping.type) == nil else { return }
        let cache = isOutermost ? cache : cache.below ?? cache
        type.subclasses = PlanMemory.keep(.subclasses(of: mapping.type, in: cache, areMade: !type.assigns))
    }
}

extension JSONMapping.Shape {
    /// The kind of slot for values of the shape. An Optional has no kind of its own, because it shares the slot of the wrapped value.
    var kind: UInt8 {
        let kind: yoke_kind =
            switch self {
            case .scalar(let kind): yoke_kind(UInt32(kind))
            case .date: YOKE_DATE
            case .text(_, let isNumber): isNumber ? YOKE_NUMBER : YOKE_TEXT
            case .rawStrings: YOKE_RAW_STRING
            case .array: YOKE_ARRAY
            case .dictionary: YOKE_DICTIONARY
            case .object(_, let rules): rules.layout == .array ? YOKE_POSITIONS : YOKE_OBJECT
            case .via: YOKE_VIA
            case .document: YOKE_DOCUMENT
            case .rawText: YOKE_RAW_TEXT
            case .optional, .staged: preconditionFailure("Optionals are folded into slots")
            }
        return UInt8(kind.rawValue)
    }
}

/// The array types whose numbers C reads in one loop, without a call for each number.
private enum ArrayKind {
    static func of(_ type: ObjectIdentifier) -> yoke_array_of {
        switch type {
        case ObjectIdentifier([Double].self): YOKE_ARRAY_OF_F64
        case ObjectIdentifier([Float].self): YOKE_ARRAY_OF_F32
        case ObjectIdentifier([Int].self) where Int.bitWidth == 64: YOKE_ARRAY_OF_I64
        default: YOKE_ARRAY_OF_ANY
        }
    }
}

/// Checks that a size fits the 32-bit fields of the plan.
enum SizeCheck {
    /// - Parameter name: the name of the type. Evaluated only for the error.
    static func bytes(_ size: Int, _ name: @autoclosure () -> String) throws(JSONError) -> UInt32 {
        guard let size = UInt32(exactly: size), size < 1 << 30 else {
            throw JSONError(.invalidMapping, "\(name()) is larger than 1 GiB")
        }
        return size
    }
}
