internal import CYoke

extension ThunkTable {
    static func addWriting(to table: inout yoke_thunks) {
        table.is_nil = { context, at in Thunks.of(context).isNil(at.unsafelyUnwrapped) }
        table.borrow_string = { at, writer in
            let string = at.unsafelyUnwrapped.assumingMemoryBound(to: String.self)
            borrow(string.pointee) { yoke_writer_string(writer, $0.baseAddress, $0.count) }
        }
        table.borrow_text = { context, at, writer in
            attempt { try Thunks.of(context).borrowText(at.unsafelyUnwrapped, writer.unsafelyUnwrapped) }
        }
        table.elements = { context, at, count in
            let (elements, n) = Thunks.of(context).elements(at.unsafelyUnwrapped)
            count.unsafelyUnwrapped.pointee = n
            return elements
        }
        table.iteration_begin = { context, state, at, sorted in
            Thunks.of(context).iterationBegin(state.unsafelyUnwrapped, at.unsafelyUnwrapped, sorted)
        }
        table.iteration_next = { context, state, value, writer in
            Thunks.of(context).iterationNext(
                state.unsafelyUnwrapped, value.unsafelyUnwrapped, writer.unsafelyUnwrapped)
        }
        table.iteration_end = { context, state in Thunks.of(context).iterationEnd(state.unsafelyUnwrapped) }
        table.store = { context, to, at in
            attempt { try Thunks.of(context).store(to.unsafelyUnwrapped, at.unsafelyUnwrapped) }
        }
        table.project = { context, to, at, writer, failure in
            let choices = writer.unsafelyUnwrapped.pointee.choices.unsafelyUnwrapped
            do {
                guard let index = try Thunks.of(context).project(to.unsafelyUnwrapped, at.unsafelyUnwrapped, writer.unsafelyUnwrapped)
                else { return nil }
                return choices[index]
            } catch {
                failure.unsafelyUnwrapped.pointee = ThunkFailure.opaque(error)
                return nil
            }
        }
        table.own_class = { context, at in
            Thunks.of(context).ownClass(at.unsafelyUnwrapped)?.assumingMemoryBound(to: yoke_slot.self)
        }
        table.write_document = { context, at, writer in
            Thunks.of(context).writeDocument(at.unsafelyUnwrapped, writer.unsafelyUnwrapped)
        }
    }
}
