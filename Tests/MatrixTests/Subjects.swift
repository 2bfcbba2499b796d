import Foundation
import Yoke
import YokeFoundation

extension Subject {
    static let all: [Subject] = scalars + wide + dynamic + foundation + dates + coders + enums + containers + models

    private static let scalars: [Subject] = [
        everywhere(Bool.self), everywhere(Int8.self), everywhere(Int16.self), everywhere(Int32.self), everywhere(Int64.self),
        everywhere(Int.self), everywhere(UInt8.self), everywhere(UInt16.self), everywhere(UInt32.self),
        everywhere(UInt64.self), everywhere(UInt.self), everywhere(Float.self), everywhere(Double.self),
        everywhere(String.self), everywhere(Word.self), everywhere(Digits.self),
    ]

    private static let wide: [Subject] = {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return [] }
        return [everywhere(Int128.self), everywhere(UInt128.self), keyed(Int128.self), keyed(UInt128.self)]
    }()

    private static let dynamic: [Subject] = [
        everywhere(JSONValue.self), everywhere(JSONObject.self), everywhere(JSONArray.self), everywhere(JSONNumber.self),
        everywhere(JSONRawText.self), everywhere(JSONLazy<Int8>.self), everywhere(Asked<[Int8]>.self), everywhere(Asked<Shape>.self),
    ]

    private static let foundation: [Subject] = [
        everywhere(Data.self), everywhere(Date.self), everywhere(URL.self), everywhere(Decimal.self), everywhere(UUID.self),
        everywhere(TimeZone.self), everywhere(Locale.self), everywhere(CGFloat.self), everywhere(CGPoint.self),
        everywhere(CGSize.self), everywhere(CGRect.self),
    ]

    private static let dates: [Subject] = [
        coded(RFC1123.self), coded(Seconds.self), coded(Milliseconds.self), coded(AnyDate.self), coded(DayFormat.self),
        coded(ShortFormat.self), coded(LongFormat.self), coded(SecondFormat.self), coded(BadFormat.self),
        Subject(Dated.self, #"{"date":§,"dates":[§,null]}"#),
    ]

    private static let coders: [Subject] = [
        coded(WebBase64.self), coded(RepairedURL.self), coded(PointObject.self), coded(SizeObject.self), coded(RectObject.self),
        coded(Halved.self), coded(Null.self),
    ]

    private static let enums: [Subject] = [
        everywhere(Color.self), everywhere(Code.self), everywhere(Small.self), everywhere(Ratio.self), everywhere(Tag.self),
        everywhere(Shape.self), everywhere(Tagged.self), everywhere(Kept.self), everywhere(Expression.self),
        Subject(Shape.self, #"{"leaf":§}"#, #"{"leaf":{"v":§}}"#, #"{§:{"v":1}}"#, #"{"list":["none",§,{"list":[§]}]}"#),
        Subject(
            Tagged.self, #"{"type":§}"#, #"{§:"leaf","v":1}"#, #"{"type":"next","next":{"next":{"type":"none"},"type":§}}"#,
            #"{"next":{"type":"leaf","v":§},"type":"next"}"#, #"{"type":"leaf","type":§,"v":1}"#),
        Subject(
            Kept.self, #"{"type":§,"content":{"v":1}}"#, #"{"content":{"v":§},"type":"leaf"}"#, #"{"type":"none","content":§}"#,
            #"{"type":"more","content":§,"a":§}"#),
        Subject(Expression.self, "[1,[§]]", #"{"left":1,"right":§}"#, #"{"left":"red","center":{"left":§}}"#, #"[{"a":[{"left":[§]}]}]"#),
    ]

    private static let containers: [Subject] = [
        keyed(String.self), keyed(Int.self), keyed(Int8.self), keyed(Int16.self), keyed(Int32.self), keyed(Int64.self),
        keyed(UInt.self), keyed(UInt8.self), keyed(UInt16.self), keyed(UInt32.self), keyed(UInt64.self),
        keyed(Color.self),
        Subject(Set<Int>.self, "[§,1,§]"), Subject(Set<Double>.self, "[§,0,§,-0.0]"), Subject(Set<String>.self, #"[§,"a",§]"#),
        Subject(Set<Color?>.self, #"[§,"red",null]"#), Subject(Set<[String: Date]>.self, #"[{"a":§},{},{"b":§}]"#),
        Subject(Set<URL>.self, "[§,§]"), Subject(Set<UUID>.self, "[§,§]"), Subject(Set<Decimal>.self, "[§,1,§]"),
        Subject(Set<JSONNumber>.self, "[§,1,§]"),
        Subject([Bool].self, "[true,§]"), Subject([Double].self, "[1.5,§,2]"), Subject([Int].self, "[1,§,2]"),
        Subject([String].self, #"["a",§]"#), Subject([Double?].self, "[1.5,§,null]"), Subject(Int??.self, "[§]"),
        Subject([[Double]].self, "[[1.5],§]", "[[1,2],[§]]"), Subject([[[Int8?]]?].self, "[[[§]],§,null]"),
        Subject([String: [String: [Bool]?]].self, #"{"a":{"b":[§],"c":§}}"#), Subject([[String: Int]].self, #"[{"a":1},§,{§:§}]"#),
        Subject([JSONValue?].self, "[§,null]"), Subject([JSONNullable<Int>].self, "[§]"),
        Subject(JSONNullable<[JSONNullable<String>]>.self, "[§]"),
    ]

    private static let models: [Subject] = [
        everywhere(Member<Double>.self), everywhere(Elements<String>.self), everywhere(Instance<Int>.self), everywhere(Closed.self),
        everywhere(Hooked<Int>.self),
        Subject(
            Branch.self, #"{"id":1,"name":§,"color":§}"#, #"{"a":§,"id":null}"#, #"{"leaf":§}"#, #"{"id":1,"children":[{"id":§}]}"#,
            #"{"id":1,"children":§,"by_name":{"k":{"id":2,"by_name":§}}}"#, #"{"id":1,§:1}"#, #"{"id":1,"more":§,"more":[§]}"#,
            #"{"id":1,"name":"a","name":§}"#),
        Subject(Closed.self, #"{"a":1,§:2}"#, #"{"type":§,"t":"b"}"#, #"{"t":§,"type":null}"#),
    ]
}
