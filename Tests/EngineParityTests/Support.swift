import TestSupport
import Testing

@_exported import Yoke

/// Expects that both engines give the same result. Knows nothing about the correct result.
func expectSame(_ trial: Trial, _ name: @autoclosure () -> String = "", _ location: SourceLocation = #_sourceLocation) {
    guard let difference = trial.difference() else { return }
    Issue.record("\(name()) \(difference)", sourceLocation: location)
}

extension JSONReadOptions {
    static func with(_ change: (inout JSONReadOptions) -> Void) -> JSONReadOptions {
        var options = JSONReadOptions.strict
        change(&options)
        return options
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests that compare the engines if the build has only one engine.
    static var needsBothEngines: Self { .enabled(if: Trial.other != nil, "built without the trait Yajl: there is one engine") }
}
