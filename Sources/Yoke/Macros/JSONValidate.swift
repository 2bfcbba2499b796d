#if Macros
/// Refuses values of a property that are not in a range.
///
/// ```json
/// { "age": 41 }
/// ```
/// ```swift
/// @JSONModel
/// struct User {
///     @JSONValidate(0...150) var age: Int
/// }
/// ```
///
/// It runs when the object is complete; nil is not looked at. A value that does not fit is a `.refused` error with the property's path.
///
/// - Parameter range: The range, written with `...` or `..<`.
@attached(peer)
public macro JSONValidate<Range: RangeExpression>(_ range: Range) = #externalMacro(module: "YokeMacros", type: "JSONValidateMacro")

/// Refuses collections and strings whose number of elements is not in a range.
///
/// ```json
/// { "name": "mia" }
/// ```
/// ```swift
/// @JSONModel
/// struct User {
///     @JSONValidate(count: 1...20) var name: String
/// }
/// ```
///
/// - Parameter range: The range of the count; characters for a String.
@attached(peer)
public macro JSONValidate<Range: RangeExpression>(count range: Range) =
    #externalMacro(module: "YokeMacros", type: "JSONValidateMacro") where Range.Bound == Int

/// Refuses values of a property by a function that throws.
///
/// ```json
/// { "name": "mia" }
/// ```
/// ```swift
/// @JSONModel
/// struct User {
///     @JSONValidate({ (name: String) in guard name != "root" else { throw Reserved() } }) var name: String
/// }
/// ```
///
/// What it throws becomes the `underlying` error of a `.refused` one with the property's path.
///
/// - Parameter check: A closure whose parameter has its type written.
@attached(peer)
public macro JSONValidate<Value>(_ check: (Value) throws -> Void) = #externalMacro(module: "YokeMacros", type: "JSONValidateMacro")

/// Refuses or replaces values of a property.
///
/// ```json
/// { "name": "MIA" }
/// ```
/// ```swift
/// @JSONModel
/// struct User {
///     @JSONValidate({ (name: inout String) in name = name.lowercased() }) var name: String
/// }
/// ```
///
/// - Parameter check: A closure whose parameter has its type written.
@attached(peer)
public macro JSONValidate<Value>(_ check: (inout Value) throws -> Void) =
    #externalMacro(module: "YokeMacros", type: "JSONValidateMacro")
#endif
