import Foundation
import YokeFoundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

let usage = """
    usage: github-events [SOURCE] [--write FILE]
      SOURCE         a file, a URL such as https://api.github.com/events, or - for standard input (the default)
      --write FILE   writes the page back, with everything that it held
    """

var source = "-"
var target: String?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "--write":
        guard let file = arguments.popFirst() else { fail(usage, code: 64) }
        target = file
    case "-h", "--help":
        print(usage)
        exit(0)
    default: source = argument
    }
}

do {
    let page = try [Event](json: try await fetch(source))
    summarize(page)
    if let target {
        try page.jsonData(.pretty).write(to: URL(filePath: target))
        print("wrote \(page.count) events to \(target)")
    }
} catch {
    // The text of a JSONError contains the path, the line, the column and the line's text.
    fail("github-events: \(error)")
}

func fetch(_ source: String) async throws -> Data {
    if source == "-" { return FileHandle.standardInput.readDataToEndOfFile() }
    guard source.hasPrefix("https://"), let url = URL(string: source) else { return try Data(contentsOf: URL(filePath: source)) }
    var request = URLRequest(url: url)
    request.setValue("application/vnd.github+json", forHTTPHeaderField: "Accept")
    let (body, response) = try await URLSession.shared.data(for: request)
    if let status = (response as? HTTPURLResponse)?.statusCode, status != 200 {
        // GitHub's error responses have the form {"message": "...", "documentation_url": "..."}.
        let message = try? String(json: body, at: "$.message")
        fail("github-events: \(url) answers \(status): \(message ?? "no message")")
    }
    return body
}

func summarize(_ page: [Event]) {
    for event in page {
        print("\(event.createdAt.formatted(.iso8601))  \(event.actor.login)  \(event.repo.name)  \(event.activity)")
    }
    let actors = Set(page.map(\.actor.login))
    let unknown = page.count { if case .other = $0.activity { true } else { false } }
    print("\(page.count) events by \(actors.count) people, \(unknown) of a type that this program does not know")
}

extension Activity: CustomStringConvertible {
    var description: String {
        switch self {
        case .push(let push): "pushed \(push.commits.count) commits to \(push.ref): \(push.commits.last?.message ?? "-")"
        case .issue(let event): "\(event.action) issue #\(event.issue.number): \(event.issue.title)"
        case .pullRequest(let change): "\(change.action) pull request #\(change.number): \(change.pullRequest.title)"
        case .watch: "starred it"
        case .other(let content): "\(content["type"]?.string ?? "?"), which is kept as it is"
        }
    }
}

extension Action: CustomStringConvertible {
    var description: String { (try? jsonValue().string) ?? "?" }
}

func fail(_ message: String, code: Int32 = 1) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(code)
}
