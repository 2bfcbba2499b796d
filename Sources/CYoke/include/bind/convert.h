// Conversions of a scalar to another kind, for example a string to a number. Strict reading allows no conversion. Lenient reading allows
// the conversions that lose nothing. Modes that imitate another JSON library allow the conversions of that library.
#pragma once

enum yoke_coercion {
    /// A number from a string whose entire content is a JSON number.
    YOKE_NUMBER_FROM_STRING = 1 << 0,
    /// The number at the start of a string; 0 if the string does not start with a number.
    YOKE_NUMBER_FROM_PREFIX = 1 << 1,
    /// An integer from a number with a fraction: 1.9 becomes 1.
    YOKE_NUMBER_TRUNCATES = 1 << 2,
    /// An integer from a number out of the integer's range, as C converts the number: 300 becomes 44 for a UInt8.
    YOKE_NUMBER_WRAPS = 1 << 3,
    YOKE_NUMBER_FROM_BOOL = 1 << 4,
    /// A string from a number: the digits as they stand in the text.
    YOKE_STRING_FROM_NUMBER = 1 << 5,
    /// A string from a Bool: true becomes "1", false becomes "0".
    YOKE_STRING_FROM_BOOL = 1 << 6,
    /// A Bool from the words true, false, yes and no, in upper or lower case.
    YOKE_BOOL_FROM_WORDS = 1 << 7,
    /// A Bool from 0 or 1, as a number or string.
    YOKE_BOOL_FROM_BIT = 1 << 8,
    /// A Bool from any number: 0 is false. A string counts as the number that it starts with.
    YOKE_BOOL_FROM_NUMBER = 1 << 9,
    /// For an optional value that is not a String: the texts nil, null, (null) and <null>, in upper or lower case, mean null.
    YOKE_NULL_FROM_WORDS = 1 << 10,
    /// For an optional value that is not a String: the empty string means null.
    YOKE_NULL_FROM_EMPTY = 1 << 11,
    YOKE_EMPTY_ARRAY_IS_OBJECT = 1 << 12,
    /// A comma in a string may be the decimal separator.
    YOKE_DECIMAL_COMMA = 1 << 13,
    /// A number from the words of a Bool: true and yes become 1, false and no become 0.
    YOKE_NUMBER_FROM_WORDS = 1 << 14,
    /// If a custom type refuses a text, it gets the text again, without the white space around it.
    YOKE_TEXT_IS_TRIMMED = 1 << 15,

    /// The conversions that lose nothing.
    YOKE_LENIENT = YOKE_NUMBER_FROM_STRING | YOKE_STRING_FROM_NUMBER | YOKE_BOOL_FROM_WORDS | YOKE_BOOL_FROM_BIT
};
