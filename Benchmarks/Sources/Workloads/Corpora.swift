import Foundation

/// The texts to read. They come from `$YOKE_CORPORA`, or from `../shared/corpora` beside the repository. If neither folder exists, texts
/// with the same structure are generated.
public struct Corpora: Sendable {
    /// The name of a text.
    public enum Name: String, Sendable, CaseIterable {
        case twitter
        case citm = "citm_catalog"
        case canada
        case escaped = "twitterescaped"
        case github = "github_events"
        case gsoc = "gsoc-2018"
        /// The corpus twitter with the members of its objects in another order.
        case shuffled
        /// 10 MB of tweets. No two tweets are alike. This text is always generated.
        case varied
    }

    /// The folder of the texts; nil if they are generated.
    public let folder: URL?

    /// Finds the folder of the texts. Throws if `YOKE_CORPORA` names a folder without the corpora.
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

    /// The bytes of a text; nil if the text is not available.
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

/// The error for a text that is not available.
public struct CorpusFailure: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
