import Foundation
import TestSupport
import Testing
import Yoke

/// An element that owns memory and can be invalid.
struct Item: JSONConvertible, Equatable, Sendable {
    var id: Int
    var name: String?

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("id", \.id)
            $0.add("name", \.name)
        }
    }

    static func list(_ count: Int) -> [Item] { (0..<count).map { Item(id: $0, name: $0 % 3 == 0 ? nil : "item \($0), é𝄞") } }
}

/// The results of a stream: its elements and its errors. Reading stops at the end of the stream, or after 100 errors.
struct Run<Element: JSONReadable & Equatable>: Equatable {
    var elements: [Element] = []
    var failures: [Failure] = []

    init(_ elements: [Element] = [], _ failures: [Failure] = []) { (self.elements, self.failures) = (elements, failures) }

    /// Takes all results of a stream by `next()`.
    init(_ make: () throws(JSONError) -> JSONStream<Element>) {
        do throws(JSONError) {
            var stream = try make()
            while failures.count < 100 {
                do throws(JSONError) {
                    guard let element = try stream.next() else { return }
                    elements.append(element)
                } catch {
                    failures.append(Failure(error))
                }
            }
        } catch {
            failures.append(Failure(error))
        }
    }

    /// Takes all results of a stream by `next(into:)`, from the value `first` on. Holds a copy of each value while the next one is read, so
    /// that the memory is shared.
    init(into first: Element, _ make: () throws -> JSONStream<Element>) {
        do {
            var stream = try make(), value = first
            while failures.count < 100 {
                do throws(JSONError) {
                    guard try stream.next(into: &value) else { return }
                    elements.append(value)
                } catch {
                    failures.append(Failure(error))
                }
            }
        } catch let error as JSONError {
            failures.append(Failure(error))
        } catch {
            Issue.record(error)
        }
    }

    init(text: String, at path: String? = nil, _ format: JSONStreamFormat = .document, _ options: JSONReadOptions = .strict) {
        self.init(chunks: [Array(text.utf8)[...]], at: path, format, options)
    }

    init(
        chunks: [ArraySlice<UInt8>], at path: String? = nil, _ format: JSONStreamFormat = .document,
        _ options: JSONReadOptions = .strict
    ) {
        self.init { () throws(JSONError) in try JSONStream(chunks: chunks, at: path, format: format, options: options) }
    }

    var kinds: [JSONError.Kind] { failures.map(\.kind) }
}

extension Run: Sendable where Element: Sendable {}

/// A folder for one test. It is deleted after the test.
final class Folder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String, _ text: String) throws -> String {
        let file = path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }
}

/// Returns how many descriptors of this process refer to the file.
func openDescriptors(of path: String) -> Int {
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    #if canImport(Darwin)
    return (0..<getdtablesize()).filter { descriptor in
        var found = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard fcntl(descriptor, F_GETPATH, &found) == 0 else { return false }
        let path = String(decoding: found.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return URL(fileURLWithPath: path).resolvingSymlinksInPath().path == real
    }.count
    #else
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == real }.count
    #endif
}
