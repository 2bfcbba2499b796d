import Foundation

/// The conformance suites and corpora. They lie in `../shared` next to the repository, or in the folder that `YOKE_SHARED` names.
/// `scripts/setup-suites` fetches them.
///
/// ```swift
/// @Suite(.enabled(if: SharedData.isUsable, SharedData.reason)) struct JSONTestSuiteTests { ... }
/// ```
public enum SharedData {
    /// One file of a suite.
    public struct File: Sendable, CustomStringConvertible {
        public let name: String
        public let bytes: [UInt8]
        public var description: String { name }
    }

    /// The folder with the data. It may not exist.
    public static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["YOKE_SHARED"], !path.isEmpty { return URL(fileURLWithPath: path) }
        var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder.appendingPathComponent("shared")
    }()

    /// The message for tests that are skipped because the data is missing.
    public static let reason = "there is no test data at \(folder.path); scripts/setup-suites fetches it; YOKE_SHARED names another folder"

    /// True if tests that need the data are enabled: if the data exists, or on CI, where they fail without it.
    public static let isUsable: Bool = {
        if FileManager.default.fileExists(atPath: folder.appendingPathComponent("conformance").path) { return true }
        if ProcessInfo.processInfo.environment["CI"] != nil { return true }
        print("Skipped: tests that need shared data, since \(reason).")
        return false
    }()

    /// Returns true if the data has this file. Needed only for files that `scripts/setup-suites` cannot fetch.
    public static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path) }

    /// Returns the bytes of a file such as `corpora/twitter.json`.
    public static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
    }

    /// Returns the `.json` files of a folder, sorted by name.
    public static func files(in path: String) throws -> [File] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(path).path)
        return try names.filter { $0.hasSuffix(".json") }.sorted().map { File(name: $0, bytes: try bytes(path + "/" + $0)) }
    }
}
