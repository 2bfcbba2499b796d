import Testing
import Yoke

// Behaviour that users of JDCJsonExtension rely on, and for which there is no other test. The articles ComingFrom*.md of Yoke.docc name
// these tests.

@Suite struct FromJDCJsonExtension {
    private struct Pupil: JSONConvertible, Equatable {
        var name = "-"
        var age: Int32 = 1
        var secret = 0
        var shown = 5
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name, key: JSONKeys(read: [.path("user.name"), "name"], write: "fullName"), literal: "-")
                $0.add("age", \.age, literal: 1)
                $0.add("secret", \.secret, key: JSONKeys(read: ["secret"], write: nil), literal: 0)
                $0.add("shown", \.shown, key: JSONKeys(read: [], write: "shown"), literal: 5)
            }
        }
    }

    @Test func aMapForEachDirection() throws {
        let pupil = try read(Pupil.self, #"{"user":{"name":"a"},"secret":3,"shown":9,"fullName":"x"}"#)
        #expect(pupil == Pupil(name: "a", secret: 3))
        #expect(try pupil.jsonString() == #"{"fullName":"a","age":1,"shown":5}"#)
    }

    @Test func convertsAsKeyValueCodingDoes() throws {
        #expect(try read(Pupil.self, #"{"age":"12","name":[]}"#, .jdcJsonExtension) == Pupil(age: 12))
        #expect(try read(Pupil.self, #"{"age":4294967298}"#, .jdcJsonExtension) == Pupil(age: 2))
        expect(.typeMismatch, "$[1]", reading: [Pupil].self, "[{},5]", .jdcJsonExtension)
    }

    @Test(arguments: ["5", "[]", #""x""#, "null"]) func otherInputThanObjects(_ text: String) {
        expect(.typeMismatch, "$", reading: Pupil.self, text, .jdcJsonExtension)
    }
}
