import Foundation

/// The texts that are read: `$YOKE_CORPORA`, else `../shared/corpora` beside the repository, else generated ones of the same
/// shapes.
public struct Corpora: Sendable {
    /// Which text.
    public enum Name: String, Sendable, CaseIterable {
        case twitter
        case citm = "citm_catalog"
        case canada
        case escaped = "twitterescaped"
        case github = "github_events"
        case gsoc = "gsoc-2018"
        /// twitter with the members of its objects in another order.
        case shuffled
        /// 10 MB of tweets of which no two are alike; always made.
        case varied
    }

    /// Where they are, or nil when they are made.
    public let folder: URL?

    /// - Throws: when `YOKE_CORPORA` is set to something that is no folder of corpora.
    public init() throws {
        if let named = ProcessInfo.processInfo.environment["YOKE_CORPORA"] {
            folder = URL(fileURLWithPath: named, isDirectory: true)
            guard Self.isComplete(folder) else {
                throw CorpusFailure("YOKE_CORPORA: no twitter, citm_catalog and canada in \(named)")
            }
            return
        }
        var repository = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { repository.deleteLastPathComponent() }
        let beside = repository.appendingPathComponent("../shared/corpora", isDirectory: true).standardizedFileURL
        folder = Self.isComplete(beside) ? beside : nil
    }

    /// The bytes of a text, or nil when it is not to be had.
    public func text(_ name: Name) throws -> [UInt8]? {
        switch name {
        case .shuffled: return try text(.twitter).map(Shuffle.members)
        case .varied: return Generator.varied(bytes: 10_000_000)
        default: break
        }
        guard let folder else { return Generator.text(name) }
        let file = folder.appendingPathComponent(name.rawValue + ".json")
        return FileManager.default.fileExists(atPath: file.path) ? [UInt8](try Data(contentsOf: file)) : nil
    }

    private static func isComplete(_ folder: URL?) -> Bool {
        [Name.twitter, .citm, .canada].allSatisfy { name in
            folder.map { FileManager.default.fileExists(atPath: $0.appendingPathComponent(name.rawValue + ".json").path) }
                ?? false
        }
    }
}

/// A text is not to be had.
public struct CorpusFailure: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
