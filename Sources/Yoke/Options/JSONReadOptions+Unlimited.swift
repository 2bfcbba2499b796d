extension JSONReadOptions {
    /// Options without limits, for text that was already checked with the options of the call. They accept comments and bad Unicode,
    /// because the options of the call may have accepted them.
    static let unlimited: JSONReadOptions = {
        var options = JSONReadOptions()
        options.limits = .unlimited
        options.allowsComments = true
        options.invalidUnicode = .replace
        return options
    }()

    /// Options without limits, for checked text that may contain the words NaN and Infinity.
    private static let withLiterals: JSONReadOptions = {
        var options = unlimited
        options.nonFiniteNumbers = .literal
        return options
    }()

    static func unlimitedWithLiterals(_ mayHaveLiterals: Bool) -> JSONReadOptions { mayHaveLiterals ? withLiterals : unlimited }
}
