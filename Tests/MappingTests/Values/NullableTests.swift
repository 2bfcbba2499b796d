import Testing
import Yoke

/// Tests types that wrap another type: rules of the property and options of the call apply to the wrapped value.
@Suite struct NullableTests {
    private struct Patch: JSONConvertible, Equatable, Sendable {
        var list: JSONNullable<[Int]>
        var id: JSONNullable<Int>
        var size: JSONNullable<Int> = .value(1)
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("list", \.list, rules: [.lossy])
                $0.add("id", \.id, key: ["id", .path("data.id")], rules: [.lenient])
                $0.add("size", \.size, default: .value(1))
            }
        }
    }

    private struct Stage: JSONConvertible {
        var id: JSONNullable<Int>?
        var on: JSONNullable<Bool>?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id); $0.add("on", \.on)
            }
        }
    }

    @Test func missingUnderAnOptional() throws {
        #expect(try Stage(id: .some(.missing), on: .some(.missing)).jsonString() == "{}")
        #expect(try Stage(id: .some(.null), on: .some(.null)).jsonString() == #"{"id":null,"on":null}"#)
        #expect(try Stage(id: .some(.value(1)), on: .some(.value(true))).jsonString() == #"{"id":1,"on":true}"#)
        #expect(try Stage(id: nil, on: nil).jsonString() == "{}")
    }

    @Test func rulesOfTheProperty() throws {
        #expect(try read(Patch.self, #"{"list":[1,"x",2],"id":"7"}"#) == Patch(list: .value([1, 2]), id: .value(7)))
        expect(.typeMismatch, "$[1]", reading: JSONNullable<[Int]>.self, #"[1,"x"]"#)  // the property's rules do not apply here
    }

    @Test func nullOfAliases() throws {
        #expect(try read(Patch.self, #"{"id":null}"#).id == .null)
        #expect(try read(Patch.self, #"{"data":{"id":null}}"#).id == .null)
        #expect(try read(Patch.self, #"{"id":null,"data":{"id":3}}"#).id == .value(3))
        #expect(try read(Patch.self, #"{"data":{"id":3},"id":null}"#).id == .value(3))
        #expect(try read(Patch.self, #"{"data":{}}"#).id == .missing)
    }

    @Test func nullBesideAnInitialValue() throws {
        #expect(try read(Patch.self, "{}").size == .value(1))
        #expect(try read(Patch.self, #"{"size":null}"#).size == .null)
        // For JSONNullable, null is a value, even in modes that treat null as a missing key.
        for options in [JSONReadOptions.mjExtension, .yyModel, .jsonModel, .salvage] {
            #expect(try read(Patch.self, #"{"size":null,"list":null}"#, options) == Patch(list: .null, id: .missing, size: .null))
        }
        #expect(try read([JSONNullable<Int>].self, "[1,null]") == [.value(1), .null])
    }

    /// Each property has the wrapper type that macro-made classes use: it holds a value only if the key was present.
    private struct Staged: JSONConvertible, Equatable {
        var size: _JSONStaged<JSONNullable<Int>>
        var name: _JSONStaged<JSONNullable<String>>
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("size", \.size)
                $0.add("name", \.name)
            }
        }
    }

    @Test func nullOfClasses() throws {
        #expect(try read(Staged.self, "{}") == Staged(size: _JSONStaged(), name: _JSONStaged()))
        let null = Staged(size: _JSONStaged(present: .null), name: _JSONStaged(present: .null))
        #expect(try read(Staged.self, #"{"size":null,"name":null}"#) == null)
        #expect(try null.jsonString() == #"{"size":null,"name":null}"#)
    }

    private struct Holder: JSONConvertible, Equatable, Sendable {
        var patch: JSONNullable<Patch>
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("patch", \.patch) } }
    }

    @Test func anUpdateTellsNullFromMissing() throws {
        for before in [JSONNullable<Patch>.null, .missing, .value(Patch(list: .value([5]), id: .null))] {
            var holder = Holder(patch: before)
            try holder.update(json: #"{"patch":{"id":9}}"#)
            #expect(holder.patch.value?.id == .value(9))
            #expect(holder.patch.value?.list == (before.value?.list ?? .missing))
            try holder.update(json: #"{"patch":null}"#)
            #expect(holder.patch == .null)
        }
    }
}
