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

/// Refuses values of a property of which a condition does not hold.
///
/// ```json
/// { "age": 41, "name": "mia" }
/// ```
/// ```swift
/// @JSONModel
/// struct User {
///     @JSONValidate({ (age: Int) in age >= 18 }, message: "has to be 18 or more") var age: Int
///     @JSONValidate({ (name: String) in !name.isEmpty }) var name: String
/// }
/// ```
///
/// - Parameters:
///   - holds: A closure whose parameter has its type written. It may be `inout`, and change the value.
///   - message: The text of the `underlying` error of the `.refused` one; nil: that the value is not valid.
@attached(peer)
public macro JSONValidate<Value>(_ holds: (Value) throws -> Bool, message: String? = nil) =
    #externalMacro(module: "YokeMacros", type: "JSONValidateMacro")

/// Changes values of a property, or refuses them, by a condition.
///
/// ```json
/// { "name": "MIA" }
/// ```
/// ```swift
/// @JSONModel
/// struct User {
///     @JSONValidate({ (name: inout String) in name = name.lowercased(); return name != "root" }) var name: String
/// }
/// ```
///
/// - Parameters:
///   - holds: A closure whose parameter has its type written.
///   - message: The text of the `underlying` error of the `.refused` one; nil: that the value is not valid.
@attached(peer)
public macro JSONValidate<Value>(_ holds: (inout Value) throws -> Bool, message: String? = nil) =
    #externalMacro(module: "YokeMacros", type: "JSONValidateMacro")

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
