import Yoke

extension Subject {
    public static let all: [Subject] = [
        Subject(JSONValue.self, general, streamPaths: ["$[*]", "$.a[*]", "$.a[1]", "$[*].b[*]", "$.*", "$"]),
        Subject(Nothing.self, general, paths: ["$", "$.o"], streamPaths: ["$.a[*]", "$[*]"]),
        Subject(Scalars.self, scalars + ["[\(scalars[0])]"], paths: ["$", "$[0]"]),
        Subject(
            Rich.self, rich, paths: ["$", "$.parts[0]", "$[1]"], streamPaths: ["$.parts[*]", "$[*]", "$.parts[*].parts[*]"],
            hasDictionaries: true),
        Subject(
            [Rich].self, ["[\(rich[0]),\n\(rich[1])]"], paths: ["$"], streamPaths: ["$", "$[*].parts"], hasDictionaries: true),
        Subject(
            Node.self, [#"{"x":1,"label":"a","next":{"x":2,"next":{"next":null,"x":3}}}"#, #" { "next" : {"x":-1} , "x":0 } "#]),
        Subject(
            Ruled.self, ruled, paths: ["$", "$.list[0]", "$[1]"], streamPaths: ["$.list[*]", "$[*]"]),
        Subject([Ruled].self, ["[\(ruled[0]),\n \(ruled[1])]"], paths: ["$"], streamPaths: ["$", "$[*].list"]),
        Subject(
            [Kind].self, ["[\(kinds.joined(separator: ","))]", kinds.joined(separator: "\n")], streamPaths: ["$", "$[*]", "$[*].list"]),
        Subject(Wide.self, [Wide.text, Wide.someText]),
        Subject(
            [Double].self, ["[1.5,-2e3,0.1,1e-7,12345678901234567890,0]", "[ 1 , 2.25 ,\n  3 ]", "[[1,2],[3.5]]"],
            paths: ["$", "$[0]"], streamPaths: ["$[*]", "$"]),
        Subject(Double.self, ["[[1.5,2],[3e5]]", "1.5", "-0.0 1e3 2\n3"], streamPaths: ["$[*]", "$[*][*]", "$[0][*]"]),
        Subject([[Int]].self, ["[[1,2],[],[-3]]", "[\n    [10, 20],\n    [30]\n]"], streamPaths: ["$", "$[*]"]),
        Subject(
            [String].self,
            [
                #"["a","é𝄞","\u00e9\ud834\udd1e\n",""]"#,
                #"["\\","\"quoted\"","a long string that goes on behind a window of sixty-four bytes, and then some"]"#,
            ]),
        Subject(String.self, [#""text""#, #"["a","b\nc"]"#, "\"a\"\n\"b\"\n\"c\""]),
        Subject(
            [String: Int].self, [#"{"a":1,"b":-2,"a":3}"#, #"{ "é" : 1e2, "\u0061" : 0, "" : 7 }"#], streamPaths: ["$", "$[*]"],
            hasDictionaries: true),
        Subject(
            [String: [Color?]].self, [#"{"a":["red",null],"b":[],"c":["dark-green","\u00e9","\u0067reen"]}"#],
            hasDictionaries: true),
        Subject(
            Int.self, ["1", "[1,2,30,-4]", "1\n2\n\n3\n", "1 2 3", #"{"a":[{"b":1},{"b":2}],"c":3}"#],
            paths: ["$", "$[1]", "$.a[0].b"], streamPaths: ["$[*]", "$.a[*].b", "$.c", "$.*"]),
        Subject(Bool.self, ["true", "[true,false]", "true false\ntrue", "truefalse"]),
        Subject(JSONNumber.self, ["1.50", "[1e5,-0,0.10]"]),
        Subject([JSONValue?].self, [#"[null,{"a":[1]},[],"x",1.0,true]"#]),
        Subject(Color.self, [#""green""#, #"["red","dark-green"]"#, "\"red\"\n\"green\"\n\"blue\"\n\"red\""]),
        Subject(Level.self, ["1", "[1,2,3]", "1\n2\n9\n1"]),
    ]

    private static let general = [
        #"{"a":[1,-2.5e3,"x\n",{"b":null}],"o":{"k":true,"k":false,"":[]},"s":"é𝄞\ud834\udd1e"}"#,
        "[ [ ], {}, [ [ [ ] ] ], \"\", 0, true, false, null, \"\\\\\\\"\" ]",
        "{\n    \"a\": [\n        {\n            \"b\": [1, 2]\n        },\n        null\n    ],\n    \"z\": \"y\"\n}\n",
        "{\"a\":1}\n[2,3]\n\"x\"\n{\"b\":[true]}\n4\n",
        "// first\n{\"a\" /* in */ : [1, // one\n 2], \"u\": \"// no /* comment */\"} /* last */",
        "[\"" + String(repeating: "long ", count: 40) + "\",\"" + String(repeating: "é", count: 50) + "\\n"
            + String(repeating: "y", count: 70) + "\",1]",
        "1", "\"s\"", "null", "", " ", "[1]]", "{}{}", "[1,2] x", "{\"a\":{\"a\":{\"a\":[[[1]]]}}}",
        // An unwanted member, nested so deep that the engine needs frames to skip the member.
        "{\"u\":" + String(repeating: "[0,{\"\\u006b\":", count: 40) + "\"é\"" + String(repeating: ",\"l\":2},3]", count: 40) + ",\"s\":2}",
    ]

    private static let scalars = [
        #"{"id":1,"i8":-8,"u8":200,"i16":1000,"u64":18446744073709551615,"ratio":1.5,"single":0.25,"flag":true,"name":"n","digits":1e400}"#,
        "{\n  \"name\": \"b\\u00e9\",\n  \"flag\": false,\n  \"ratio\": 1e3,\n  \"id\": 1e2,\n  \"u8\": 0,\n  \"i8\": 1.0,\n  \"i16\": -1,\n  \"u64\": 7,\n  \"single\": -0.0,\n  \"digits\": 0.10\n}",
    ]

    private static let ruled = [
        #"{"id":1,"ID":2,"data":{"id":3,"deep":[{"n":1},null,{"n":"x"}]},"both":"one","both":{"x":[1]},"street":"s","zip":5,"firm":"f","#
            + #""owner":"o","extra":{"a":[1,{"b":null}]},"text": [1, {"é" : "\u00e9"}] ,"list":[{"id":4,"owner":"p","text":1},{"x":1}],"lossy":["a",1,null,"#
            + #"{"k":[]},"b"],"lang":"xx","kind":{"type":"leaf","n":1}}"#,
        "{\n  \"owner\": \"é\",\n  \"data\": {\n    \"id\": 7,\n    \"deep\": [ { \"n\": 2 } ]\n  },\n  \"text\": null,\n  \"firm\": \"g\",\n  \"kind\": \"none\"\n}",
    ]

    private static let kinds = [
        #"{"type":"leaf","n":1}"#, #"{"list":[{"n":2,"type":"leaf"},{"type":"none"}],"type":"branch"}"#, #"{"type":"none","x":[1]}"#,
        #"{"type":"other","y":"\n"}"#,
    ]

    private static let rich = [
        #"{"id":7,"name":"a \"b\" é","color":"green","level":2,"code":"abc","literal":-1.50,"tags":["x","","\u00e9"],"maybe":[1,null,3],"#
            + #""grid":[[1,2.5],[],[-3e2]],"scores":{"a":[1],"b":[2,3],"a":[4]},"parts":[{"name":"p","parts":[{"name":"q"}]},{"name":"r","id":null}],"#
            + #""node":{"x":1,"next":{"x":2,"label":"l"}},"unknown":{"deep":[null,{"x":[]}]},"any":{"k":[1,{"k":2,"k":3}]},"flag":true,"pöint":{"x":1,"y":2}}"#,
        "{ \"name\" : \"minimal\" }",
        "{\n\t\"tags\": [\n\t\t\"one\",\n\t\t\"two\"\n\t],\n\t\"name\": \"n\",\n\t\"parts\": [\n\t\t{ \"name\": \"in\", \"color\": \"red\" }\n\t],\n\t\"color\": \"dark-green\"\n}",
        "{\"name\":\"one\"}\n{\"name\":\"two\",\"id\":2}\n{\"id\":3}\n{\"name\":\"four\"}\n",
    ]
}
