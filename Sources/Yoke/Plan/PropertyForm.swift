/// What a property, or the model around it, says of values that other values of their type know nothing of.
struct PropertyForm {
    /// The form of dates that do not say theirs.
    var dates: JSONDateStyle?
    /// `yoke_slot_rule`s of what is inside of the value.
    var rules: UInt8 = 0

    /// What of it goes for the elements of an array or dictionary.
    var ofElements: PropertyForm { PropertyForm(dates: dates) }
}
