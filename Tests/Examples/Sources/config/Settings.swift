import Yoke

/// The settings of a small web service. A setting that is missing in the file has its initial value.
///
/// `unknownKeys: .reject` turns a misspelled name into an error that names the nearest setting.
@JSONModel(keys: .snakeCase, unknownKeys: .reject)
struct Settings {
    /// The only required setting.
    @JSONValidate(count: 1...40) var name: String
    var server = Server()
    var logLevel = LogLevel.info
    @JSONValidate({ (hosts: [String]) in Set(hosts).count == hosts.count }, message: "has a host twice")
    var allowedHosts: [String] = ["localhost"]

    @JSONModel(keys: .snakeCase, unknownKeys: .reject)
    struct Server {
        var address = "127.0.0.1"
        @JSONValidate(1...65_535) var port = 8080
        @JSONValidate({ (seconds: Double) in seconds > 0 }, message: "has to be more than 0")
        var timeoutSeconds = 30.0
        var tls: Certificate?
    }

    @JSONModel(keys: .snakeCase, unknownKeys: .reject)
    struct Certificate {
        var certificateFile: String
        var keyFile: String
    }

    @JSONModel
    enum LogLevel: String {
        case debug, info, warning, error
    }
}

extension JSONReadOptions {
    /// Options for files that people edit: comments and trailing commas are allowed, and an error lists all errors of the file.
    static let configuration: JSONReadOptions = {
        var options = JSONReadOptions.strict
        options.allowsComments = true
        options.allowsTrailingCommas = true
        options.duplicateKeys = .reject
        options.collectsErrors = true
        return options
    }()
}
