internal import CYoke

extension ThunkTable {
    /// Adds the functions that C calls to make a value from its JSON text, to keep members without a property, and to run checks and hooks.
    /// Most types need none of these functions.
    static func addRules(to table: inout yoke_thunks) {
        table.capture = { context, to, text, count, choice in
            let thunks = Thunks.of(context)
            return attempt {
                try thunks.capture(
                    to.unsafelyUnwrapped, UnsafeBufferPointer(start: text, count: count), UnsafeMutableRawPointer(choice.unsafelyUnwrapped))
            }
        }
        table.extra = { context, to, member in
            attempt { try Thunks.of(context).extra(to.unsafelyUnwrapped, UnsafeMutableRawPointer(member.unsafelyUnwrapped)) }
        }
        table.after = { context, reader, at, request in
            attempt { try Thunks.of(context).after(at.unsafelyUnwrapped, reader, UnsafeMutableRawPointer(request.unsafelyUnwrapped)) }
        }
    }
}
