import Foundation
import Hummingbird
import Logging

/// A service that accepts readings of sensors, and returns summaries of them.
///
///     curl --data-binary '{"sensor": "roof", "celsius": 21.5}' http://127.0.0.1:8080/readings
///     curl http://127.0.0.1:8080/sensors
@main
struct Server {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let port = arguments.first == "--port" && arguments.count == 2 ? Int(arguments[1]) : arguments.isEmpty ? 8080 : nil
        guard let port else {
            FileHandle.standardError.write(Data("usage: server [--port PORT]      8080 by default; 0: any free port\n".utf8))
            exit(64)
        }
        var logger = Logger(label: "server")
        logger.logLevel = .warning
        let app = Application(
            router: makeRouter(Store()),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                // With port 0 the system chooses a free port. A test reads the port from the line that is written here.
                let port = channel.localAddress?.port ?? port
                FileHandle.standardOutput.write(Data("listening on http://127.0.0.1:\(port)\n".utf8))
            },
            logger: logger)
        try await app.runService()
    }
}
