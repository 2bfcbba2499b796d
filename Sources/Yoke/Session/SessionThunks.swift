internal import CYoke

/// The Swift functions (thunks) that C calls while it reads a text: functions that make and destroy values, and functions of the binder.
enum SessionThunks {
    nonisolated(unsafe) static let shared = ThunkTable.allocated(table())
    /// The same functions for a call that overwrites an existing value. With this table, C may write a new String into the memory of the
    /// old String.
    nonisolated(unsafe) static let knowing: UnsafePointer<yoke_thunks> = {
        var table = ThunkTable.knowing(Self.table())
        table.refills_strings = StringMaking.canRefill
        return ThunkTable.allocated(table)
    }()

    private static func table() -> yoke_thunks {
        var table = ThunkTable.reading()
        addKeys(to: &table)
        addReports(to: &table)
        addUpdates(to: &table)
        return table
    }

    private static func addKeys(to table: inout yoke_thunks) {
        table.enter_key = { reader, context, keys, object, bytes, count in
            let key = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
            let own = Thunks.of(context).ownKey?(key) ?? key
            let spelling = session(reader).spellings.first(of: own, isFresh: keys.unsafelyUnwrapped.pointee.count == 0)
            return borrow(spelling) { yoke_keyset_add(keys, object, $0.baseAddress, $0.count) }
        }
    }

    private static func addReports(to table: inout yoke_thunks) {
        table.report = { reader, note, found, slot in
            session(reader).diagnose(note, yoke_found(found), slot)
        }
        table.recall = { reader, type, start, to in
            session(reader).recall(type.unsafelyUnwrapped, at: start, to: to.unsafelyUnwrapped).rawValue
        }
        table.remember = { reader, slot, at in session(reader).remember(slot, at) }
        table.forget = { reader in session(reader).results.removeAll() }
    }

    private static func addUpdates(to table: inout yoke_thunks) {
        table.assign = { context, reader, at, new, old in
            let binder = session(reader), thunks = Thunks.of(context)
            guard let storage = thunks.storage?.mapping() else { return }
            let start = binder.madePosition == nil ? Int(clamping: binder.origin(of: binder.cBinder.pointee.top.pointee.start)) : nil
            let assignment = Assignment(
                thunks, storage, at: at.unsafelyUnwrapped, new: new.unsafelyUnwrapped, old: old.unsafelyUnwrapped, path: binder.path(),
                start: start)
            binder.assignments.record(assignment, at: binder.assignmentPath)
        }
        table.amend = { context, at, new, old in
            let thunks = Thunks.of(context)
            return attempt { try thunks.amend(at.unsafelyUnwrapped, new.unsafelyUnwrapped, old.unsafelyUnwrapped) }
        }
        table.commit = { context, reader, instance in
            let binder = session(reader)
            if let instance {
                guard binder.assignments.isWaiting(instance.assumingMemoryBound(to: AnyObject.self).pointee) else { return nil }
            } else if let context, Thunks.of(context).isForm, !Thunks.of(context).isHooked {
                return nil  // a type that only wraps a value, such as `JSONLazy`, has no code that looks at instances in the value
            }
            do throws(JSONError) { try binder.commit() } catch {
                guard binder.cBinder.pointee.collects else { return ThunkFailure.opaque(error) }
                binder.problems.append(error)
            }
            return nil
        }
        table.roll_back = { reader in
            let binder = session(reader)
            if let step = binder.step { binder.assignments.forget(below: step) }
        }
    }
}

/// Returns the binder for the pointer that C passes to a thunk. A global function, because a C function pointer cannot capture `self`.
private func session(_ reader: UnsafeMutableRawPointer?) -> Binder { unsafeBitCast(reader.unsafelyUnwrapped, to: Binder.self) }
