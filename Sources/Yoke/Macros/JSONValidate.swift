#if Macros
/// Refuses values of a property outside a range.
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
/// The check runs when the object is complete. nil is not checked. A value outside the range is a `.refused` error with the property's
/// path. If the key is missing, a struct's initial value is checked, and a class's initial value is not; see <doc:ChecksAndHooks>.
///
/// - Parameter range: The range, written with `...` or `..<`.
@attached(peer)
public macro JSONValidate<Range: RangeExpression>(_ range: Range) = #externalMacro(module: "YokeMacros", type: "JSONValidateMacro")

/// Refuses collections and strings with too few or too many elements.
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
/// - Parameter range: The range of the number of elements; for a String, of characters.
@attached(peer)
public macro JSONValidate<Range: RangeExpression>(count range: Range) =
    #externalMacro(module: "YokeMacros", type: "JSONValidateMacro") where Range.Bound == Int

/// Refuses values of a property for which a condition is false.
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
///   - holds: A closure that declares the type of its parameter. The parameter may be `inout`; then the closure can change the value.
///   - message: The text of the `underlying` error in the `.refused` error. nil: the text says that the value is not valid.
@attached(peer)
public macro JSONValidate<Value>(_ holds: (Value) throws -> Bool, message: String? = nil) =
    #externalMacro(module: "YokeMacros", type: "JSONValidateMacro")

/// Changes values of a property with a closure. Refuses a value if the closure returns false.
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
///   - holds: A closure that declares the type of its parameter.
///   - message: The text of the `underlying` error in the `.refused` error. nil: the text says that the value is not valid.
@attached(peer)
public macro JSONValidate<Value>(_ holds: (inout Value) throws -> Bool, message: String? = nil) =
    #externalMacro(module: "YokeMacros", type: "JSONValidateMacro")

/// Refuses values of a property with a function that throws.
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
/// The thrown error becomes the `underlying` error of a `.refused` error with the property's path.
///
/// - Parameter check: A closure that declares the type of its parameter.
@attached(peer)
public macro JSONValidate<Value>(_ check: (Value) throws -> Void) = #externalMacro(module: "YokeMacros", type: "JSONValidateMacro")

/// Changes values of a property with a closure. Refuses a value if the closure throws.
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
/// - Parameter check: A closure that declares the type of its parameter.
@attached(peer)
public macro JSONValidate<Value>(_ check: (inout Value) throws -> Void) =
    #externalMacro(module: "YokeMacros", type: "JSONValidateMacro")
#endif
