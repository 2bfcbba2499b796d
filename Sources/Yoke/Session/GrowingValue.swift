internal import CYoke

/// One text that arrives in chunks. `take` makes a value from the chunks that have come. Not generic, so that it is compiled once.
final class GrowingValue {
    let binder: Binder
    /// The binder that `take` uses: it copies each open value of `binder`, and completes the copy. The values in `binder` stay open.
    private let copier: Binder
    private var state = yoke_growing()

    init(options: JSONReadOptions) {
        var options = options
        options.allowsSeveralValues = false
        options.allowsPartialValue = false
        binder = Binder(options: options)
        copier = Binder(options: options)
        binder.isGrowing = true
        // With this flag, the earlier value of a repeated key stays until the later value begins. So `take` always finds one of the two
        // values. The copier needs the flag, too: it reads open values that are kept as raw text.
        for each in [binder, copier] { each.cBinder.pointee.may_be_cut = true }
        yoke_growing_init(&state, binder.cBinder, copier.cBinder)
    }

    /// Keeps the plan alive for the values that `take` makes.
    func keepAlive(_ plan: Plan) { copier.keepAlive(plan) }

    deinit { yoke_growing_clear(&state) }

    /// Makes at `memory` a value from the chunks that have come. Returns false, and makes no value, if a required part is missing, if the
    /// model refuses the value, or if memory runs out.
    func take(to memory: UnsafeMutableRawPointer) -> Bool {
        copier.problems = []
        let cut = binder.cBinder.pointee.root_full ? nil : binder.engine.unfinishedString
        return yoke_growing_take(&state, memory, binder.engine.isAfterKey, cut?.baseAddress, cut?.count ?? 0)
    }

    /// Frees the values that are kept between calls of `take`. Call it before a new text.
    func clear() { yoke_growing_clear(&state) }
}
