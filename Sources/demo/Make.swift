import ArgumentParser
import Foundation
import Yoke

/// `yoke-demo make`: makes a large file from real records.
struct Make: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes the demo's file: the countries of iso-codes with their parts, again and again with other ids.")

    @Argument(help: "Where to.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("How large, in MB.", valueName: "megabytes"))
    var size = 300

    @Option(help: ArgumentHelp("The folder with iso_3166-1.json and iso_3166-2.json.", valueName: "folder"))
    var isoCodes = "/usr/share/iso-codes/json"

    func validate() throws {
        if !(1...1_000_000).contains(size) { throw ValidationError("--size is 1 to 1,000,000 MB") }
    }

    func run() throws {
        // The new file replaces an old one. A folder, a device or a link must stay.
        if let old = try? FileManager.default.attributesOfItem(atPath: file), old[.type] as? FileAttributeType != .typeRegular {
            throw ValidationError("\(file) exists and is no regular file: give another name")
        }
        let countries = try loadCountries()
        let wanted = Int64(size) * 1_000_000
        // The file has another name until it is complete. So an interrupted run leaves no incomplete file under the final name.
        let partial = file + ".partial"
        guard FileManager.default.createFile(atPath: partial, contents: nil) else {
            throw ValidationError("cannot write \(partial)")
        }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: partial))
        var buffer = Data(#"{"source":"Debian iso-codes","countries":["#.utf8)
        var written: Int64 = 0
        var id = 0
        var bar = ProgressBar("making")
        while written + Int64(buffer.count) < wanted {
            for var country in countries {
                country.id = id
                buffer.append(contentsOf: (id == 0 ? "\n" : ",\n").utf8)
                try country.withJSONBytes { buffer.append(contentsOf: $0) }
                id += 1
            }
            try handle.write(contentsOf: buffer)
            written += Int64(buffer.count)
            buffer.removeAll(keepingCapacity: true)
            bar.move(to: written, of: wanted, records: id)
        }
        try handle.write(contentsOf: Data("\n]}\n".utf8))
        try handle.close()
        guard rename(partial, file) == 0 else { throw ValidationError("cannot rename \(partial) to \(file)") }
        bar.clear()
        let name = URL(fileURLWithPath: file).lastPathComponent
        print("Made \(name): \(Figures.megabytes(try Machine.bytes(ofFile: file))), \(Figures.grouped(id)) records.")
    }

    /// Returns the countries of ISO 3166-1, each with its parts from ISO 3166-2.
    private func loadCountries() throws -> [Country] {
        var countries = try [Country](json: Data(contentsOf: list("iso_3166-1")), at: "$['3166-1']")
        let parts = try [Subdivision](json: Data(contentsOf: list("iso_3166-2")), at: "$['3166-2']")
        let ofCountry = Dictionary(grouping: parts) { $0.code.prefix(2) }
        for i in countries.indices { countries[i].subdivisions = ofCountry[Substring(countries[i].alpha2)] ?? [] }
        return countries
    }

    private func list(_ name: String) -> URL {
        URL(fileURLWithPath: isoCodes).appendingPathComponent("\(name).json")
    }
}
