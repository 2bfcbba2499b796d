import Foundation
import TestSupport
import Testing

/// Each row of the feature tables in ComingFrom*.md names an existing test, or says why the feature is not in Swift.
@Suite struct ComingFromTests {
    private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func lines(_ path: String) throws -> [Substring] {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Returns the rows of the table "Find each feature" in the article about a library.
    private static func rows(of system: String) throws -> [[String]] {
        try #require(tables(of: lines("Sources/Yoke/Yoke.docc/ComingFrom\(system).md"))["Find each feature"])
    }

    /// Returns the cells of all table rows, grouped by the heading above the table. Leaves out the two header rows.
    private static func tables(of lines: [Substring]) -> [String: [[String]]] {
        var tables: [String: [[String]]] = [:]
        var section = ""
        for line in lines {
            if line.hasPrefix("#") { section = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("|") else { continue }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            tables[section, default: []].append(cells.map { $0.trimmingCharacters(in: .whitespaces) })
        }
        return tables.mapValues { Array($0.dropFirst(2)) }
    }

    private static let systems = ["MJExtension", "YYModel", "Mantle", "JSONModel", "JDCJsonExtension"]

    @Test(arguments: systems) func rowsHaveATestOrAReason(of system: String) throws {
        let rows = try Self.rows(of: system)
        for row in rows {
            #expect(row.count == 3, "\(row)")
            let last = row.last ?? ""
            let named = last.matches(of: /`(\w+\.\w+)`/).map { String($0.output.1) }
            #expect(!named.isEmpty || last.contains(/not (in Swift|yet): \S/), "no test and no reason: \(row)")
            for name in named { #expect(Self.tests.contains(name), "there is no test \(name)") }
        }
    }

    private static let tests = (try? names()) ?? []

    /// Returns the names of all tests in the package, as `Suite.test`.
    private static func names() throws -> Set<String> {
        let folder = root.appendingPathComponent("Tests")
        let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        var names: Set<String> = []
        // Skip the build folders of Tests/Consumer and Tests/Examples, which contain other packages.
        for file in files where file.hasSuffix(".swift") && !file.contains("/.build") {
            var suite = ""
            var isTest = false
            for line in try lines("Tests/" + file) {
                if line.hasPrefix("struct") || line.hasPrefix("@Suite"), let match = line.firstMatch(of: /^(?:@Suite.* )?struct (\w+)/) { suite = String(match.output.1) }
                isTest = isTest || line.contains("@Test")
                guard isTest, line.utf8.contains(UInt8(ascii: "(")), let match = line.firstMatch(of: /\bfunc `?(\w+)/) else { continue }
                names.insert("\(suite).\(match.output.1)")
                isTest = false
            }
        }
        return names
    }

    @Test(.enabled(if: SharedData.has("spec/features.md"), "the list of features is not here"), arguments: systems)
    func rowsAreAllThere(of system: String) throws {
        let features = String(decoding: try SharedData.bytes("spec/features.md"), as: UTF8.self)
        let sections = Self.tables(of: features.split(separator: "\n", omittingEmptySubsequences: false))
        let section = try #require(sections.first { $0.key.hasPrefix("1.") && $0.key.contains(" \(system) ") })
        let rows = try Self.rows(of: system)
        #expect(rows.count >= section.value.count)
        for feature in section.value {
            #expect(rows.contains { $0[0] == feature[0] || $0[0].hasPrefix(feature[0] + ": ") }, "\(feature[0]) is not in the table")
        }
    }
}
