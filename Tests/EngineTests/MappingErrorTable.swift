import Testing
import Yoke

// Errors of JSON that does not fit its model or exceeds a limit. The columns are: kind, path, byte offset, line and column, message.

@Suite struct MappingErrorTable {
    @Test(arguments: misfits) func everyMappingErrorHasItsText(text: BrokenText) {
        text.check(reading: [Place].self)
    }

    @Test(arguments: excesses) func everyLimitErrorHasItsText(text: BrokenText) {
        var options = JSONReadOptions.strict
        options.duplicateKeys = .reject
        options.limits = JSONLimits(depth: 4, stringBytes: 6, numberDigits: 5, members: 3, totalBytes: 60)
        text.check(reading: JSONValue.self, options)
    }
}

private let misfits: [BrokenText] = [
    BrokenText("{}", .typeMismatch, "$", 0, (1, 1), "expected an array, found an object"),
    BrokenText("1", .typeMismatch, "$", 0, (1, 1), "expected an array, found a number"),
    BrokenText("null", .typeMismatch, "$", 0, (1, 1), "expected an array, found null"),
    BrokenText("[null]", .typeMismatch, "$[0]", 1, (1, 2), "expected an object (Place), found null"),
    BrokenText("[1]", .typeMismatch, "$[0]", 1, (1, 2), "expected an object (Place), found a number"),
    BrokenText("[{}]", .missingKeys, "$[0]", 1, (1, 2), "the keys \"x\", \"name\" are missing"),
    BrokenText("[{\"x\":1}]", .missingKeys, "$[0]", 1, (1, 2), "the key \"name\" is missing"),
    BrokenText("[{\"x\":\"1\",\"name\":\"\"}]", .typeMismatch, "$[0].x", 6, (1, 7), "expected an integer (Int), found a string"),
    BrokenText("[{\"x\":1.5}]", .notAnInteger, "$[0].x", 6, (1, 7), "1.5 has a fraction, expected an integer (Int)"),
    BrokenText(
        "[{\"x\":9223372036854775808}]", .numberOutOfRange, "$[0].x", 6, (1, 7),
        "9223372036854775808 does not fit Int (-9223372036854775808...9223372036854775807)"),
    BrokenText("[{\"x\":null}]", .typeMismatch, "$[0].x", 6, (1, 7), "expected an integer (Int), found null"),
    BrokenText("[{\"x\":true}]", .typeMismatch, "$[0].x", 6, (1, 7), "expected an integer (Int), found a Bool"),
    BrokenText("[{\"x\":[]}]", .typeMismatch, "$[0].x", 6, (1, 7), "expected an integer (Int), found an array"),
    BrokenText("[{\"x\":{}}]", .typeMismatch, "$[0].x", 6, (1, 7), "expected an integer (Int), found an object"),
    BrokenText("[{\"name\":1}]", .typeMismatch, "$[0].name", 9, (1, 10), "expected a string, found a number"),
    BrokenText("[{\"name\":null}]", .typeMismatch, "$[0].name", 9, (1, 10), "expected a string, found null"),
    BrokenText("[{\"tags\":{}}]", .typeMismatch, "$[0].tags", 9, (1, 10), "expected an array, found an object"),
    BrokenText("[{\"tags\":\"a\"}]", .typeMismatch, "$[0].tags", 9, (1, 10), "expected an array, found a string"),
    BrokenText("[{\"tags\":[1]}]", .typeMismatch, "$[0].tags[0]", 10, (1, 11), "expected a string, found a number"),
    BrokenText("[{\"tags\":[\"a\",null]}]", .typeMismatch, "$[0].tags[1]", 14, (1, 15), "expected a string, found null"),
    BrokenText("[{\"unit\":\"meter\"}]", .unknownCase, "$[0].unit", 9, (1, 10), "\"meter\" is no case of Unit"),
    BrokenText("[{\"unit\":\"x\"}]", .unknownCase, "$[0].unit", 9, (1, 10), "\"x\" is no case of Unit"),
    BrokenText("[{\"unit\":3}]", .typeMismatch, "$[0].unit", 9, (1, 10), "expected a string (Unit), found a number"),
    BrokenText("[{\"byName\":[]}]", .typeMismatch, "$[0].byName", 11, (1, 12), "expected an object, found an array"),
    BrokenText(
        "[{\"byName\":{\"a\":1,\"b c\":\"2\"}}]", .typeMismatch, "$[0].byName['b c']", 24, (1, 25),
        "expected a number (Double), found a string"),
    BrokenText("[{\"byName\":{\"a\":1e999}}]", .numberOutOfRange, "$[0].byName.a", 16, (1, 17), "1e999 is too large for Double"),
    BrokenText("[{\"byName\":{\"a\":nul}}]", .unexpectedCharacter, "$[0].byName.a", 19, (1, 20), "expected null, found '}' after 'nul'"),
    BrokenText(
        "[{\"next\":[{\"x\":1,\"name\":\"\",\"next\":[{\"x\":2}]}]}]", .missingKeys, "$[0].next[0].next[0]", 35, (1, 36),
        "the key \"name\" is missing"),
    BrokenText(
        "[\n  {\"x\": 1,\n   \"name\": \"é\", \"tags\": [\"𝄞\", 7]}\n]", .typeMismatch, "$[0].tags[1]", 47, (3, 31),
        "expected a string, found a number"),
    BrokenText("[{\"u\":[1,{\"v\":tru}]}]", .unexpectedCharacter, "$[0].u[1].v", 17, (1, 18), "expected true, found '}' after 'tru'"),
    BrokenText("[{\"x\":1,\"name\":\"\"},\n]", .unexpectedCharacter, "$", 20, (2, 1), "expected a value, found ']'"),
    BrokenText("[{\"x\":1,\"name\":\"\"},{\"x\":1", .unexpectedEnd, "$[1].x", 25, (1, 26), "the text ends inside a value"),
    BrokenText("[{\"tags\":[\"a\",\"b", .unexpectedEnd, "$[0].tags[1]", 16, (1, 17), "the text ends inside a value"),
    BrokenText("[{\"x\":\"1\",]", .typeMismatch, "$[0].x", 6, (1, 7), "expected an integer (Int), found a string"),
    BrokenText("[{\"x\":1x}]", .unexpectedCharacter, "$[0].x", 7, (1, 8), "unexpected 'x'"),
    BrokenText("[{\"x\":1,\"name\":\"\"}] x", .trailingContent, "$", 20, (1, 21), "there is more text after the end of the value"),
    BrokenText(
        "[{\"u\":[[[[\"\\q\"]]]]}]", .invalidString, "$[0].u[0][0][0][0]", 12, (1, 13), "'q' cannot follow the backslash in this string"),
    BrokenText("[{\"x\":true", .typeMismatch, "$[0].x", 6, (1, 7), "expected an integer (Int), found a Bool"),
    BrokenText(
        "[{\"x\":\"\\ud800\"}]", .invalidUnicode, "$[0].x", 13, (1, 14), "a \\u escape for half of a surrogate pair, without the other half"
    ),
    BrokenText("[{\"name\": 1, }]", .typeMismatch, "$[0].name", 10, (1, 11), "expected a string, found a number"),
]

private let excesses: [BrokenText] = [
    BrokenText("[[[[[]]]]]", .depthExceeded, "$[0][0][0][0]", 4, (1, 5), "nested deeper than 4 levels"),
    BrokenText("[[[[{}]]]]", .depthExceeded, "$[0][0][0][0]", 4, (1, 5), "nested deeper than 4 levels"),
    BrokenText("{\"a\":[{\"b\":[{}]}]}", .depthExceeded, "$.a[0].b[0]", 12, (1, 13), "nested deeper than 4 levels"),
    BrokenText("[\"1234567\"]", .limitExceeded, "$[0]", 1, (1, 2), "a string is longer than 6 bytes"),
    BrokenText("{\"1234567\":1}", .limitExceeded, "$", 1, (1, 2), "a string is longer than 6 bytes"),
    BrokenText("[123456]", .limitExceeded, "$[0]", 1, (1, 2), "a number is longer than 5 digits"),
    BrokenText("[1.2345]", .limitExceeded, "$[0]", 1, (1, 2), "a number is longer than 5 digits"),
    BrokenText("[1,2,3,4]", .limitExceeded, "$[3]", 7, (1, 8), "more than 3 members"),
    BrokenText("{\"a\":1,\"b\":2,\"c\":3,\"d\":4}", .limitExceeded, "$", 19, (1, 20), "more than 3 members"),
    BrokenText("{\"a\":1,\"a\":2}", .duplicateKey, "$.a", 7, (1, 8), "the key appears twice"),
    BrokenText("{\"a\":[{\"b\":1,\"\\u0062\":2}]}", .duplicateKey, "$.a[0].b", 13, (1, 14), "the key appears twice"),
    BrokenText(
        "[1,                                                           2]", .limitExceeded, "$[1]", 60, (1, 61),
        "the text is longer than 60 bytes"),
    BrokenText(
        "[\"\\u00e9\\u00e9\\u00e9\",\"\\u00e9\\u00e9\\u00e9x\"]", .limitExceeded, "$[1]", 22, (1, 23), "a string is longer than 6 bytes"),
]
