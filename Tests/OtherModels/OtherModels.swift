#if Macros
public import Yoke

/// A model for tests in another module, where its stored properties are not visible.
@JSONModel
public struct Address: Equatable {
    public var street: String
    public var zip: String?

    public init(street: String, zip: String? = nil) {
        self.street = street
        self.zip = zip
    }
}

@JSONModel
public enum Level: String {
    case low, high
}

@JSONModel
public final class Account {
    public let id: Int
    public var owner = "nobody"

    public init(id: Int) { self.id = id }
}

@JSONModel
open class Device {
    public var name = "device"

    public init() {}
}

@JSONModel
package struct Internal {
    package var x: Int
}
#endif
