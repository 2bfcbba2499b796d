import Hummingbird
import Yoke

/// What a client sends for one measurement.
@JSONModel(unknownKeys: .reject)
struct Reading: Sendable {
    @JSONValidate(count: 1...40) var sensor: String
    @JSONValidate(-90...60) var celsius: Double
}

/// A summary of all readings of a sensor.
@JSONModel
struct SensorSummary: Sendable {
    var count = 0
    var lowest = Double.infinity
    var highest = -Double.infinity

    mutating func add(_ reading: Reading) {
        count += 1
        lowest = min(lowest, reading.celsius)
        highest = max(highest, reading.celsius)
    }
}

@JSONModel
struct Receipt { var accepted: Int }

/// The body of the response to a request that could not be read.
@JSONModel
struct Problem {
    var message: String
    var path: String?
    var line: Int?
    var column: Int?
    var hint: String?
}

actor Store {
    private var sensors: [String: SensorSummary] = [:]

    var all: [String: SensorSummary] { sensors }

    func add(_ readings: [Reading]) {
        for reading in readings { sensors[reading.sensor, default: SensorSummary()].add(reading) }
    }
}

func makeRouter(_ store: Store) -> Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: JSONProblems())

    router.get("sensors") { _, _ in try json(await store.all) }

    router.get("sensors/:name") { _, context in
        let name = try context.parameters.require("name")
        guard let summary = await store.all[name] else {
            return try json(Problem(message: "no sensor \(name)"), status: .notFound)
        }
        return try json(summary)
    }

    router.post("readings") { request, _ in
        // The body is an array of readings, or has one reading in each line.
        let isDocument = request.headers[.contentType]?.hasPrefix("application/json") ?? false
        let readings = JSONAsyncStream<Reading, _>(
            request.body.map(\.readableBytesView), format: isDocument ? .document : .lines, options: .untrusted)
        // The store gets the readings only if the entire body is valid. The limits of `.untrusted` bound the array.
        var accepted: [Reading] = []
        for try await reading in readings { accepted.append(reading) }
        await store.add(accepted)
        return try json(Receipt(accepted: accepted.count), status: .created)
    }
    return router
}

/// Turns each `JSONError` into a response: 413 if a limit of `.untrusted` is exceeded, and 400 otherwise.
struct JSONProblems<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as JSONError where error.offset != nil {
            // An error with an offset is about the request's body. Any other error is the server's own, and Hummingbird answers 500.
            let problem = Problem(
                message: error.message, path: error.path, line: error.line, column: error.column, hint: error.hint)
            return try json(problem, status: error.kind == .limitExceeded ? .contentTooLarge : .badRequest)
        }
    }
}

/// Returns a response whose body Yoke writes.
func json(_ value: some JSONWritable, status: HTTPResponse.Status = .ok) throws -> Response {
    // Dictionaries have no fixed order. With sorted keys, equal values give equal bodies.
    let body = try value.withJSONBytes(JSONWriteOptions(sortsKeys: true)) { ByteBuffer(bytes: $0) }
    return Response(status: status, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
}
