// Conversions that a scalar of another kind may go through. Strict reading allows none of them. Lenient reading allows those that
// lose nothing. Each dialect allows the set of the mapper that it imitates.
#ifndef YOKE_BIND_CONVERT_H
#define YOKE_BIND_CONVERT_H

enum yoke_coercion {
    /// A string that is a JSON number from its first to its last byte.
    YOKE_NUMBER_FROM_STRING = 1 << 0,
    /// The longest start of a string that is a number, or 0 if the string does not start with a number.
    YOKE_NUMBER_FROM_PREFIX = 1 << 1,
    /// 1.9 becomes 1 for an integer.
    YOKE_NUMBER_TRUNCATES = 1 << 2,
    /// 300 becomes 44 for a UInt8, as C converts it.
    YOKE_NUMBER_WRAPS = 1 << 3,
    YOKE_NUMBER_FROM_BOOL = 1 << 4,
    /// The digits of the literal.
    YOKE_STRING_FROM_NUMBER = 1 << 5,
    /// "1" and "0".
    YOKE_STRING_FROM_BOOL = 1 << 6,
    /// The words true, false, yes and no, in any case of letters.
    YOKE_BOOL_FROM_WORDS = 1 << 7,
    /// 0 and 1, as numbers or strings.
    YOKE_BOOL_FROM_BIT = 1 << 8,
    /// Any number: 0 is false. A string counts as the number that it starts with.
    YOKE_BOOL_FROM_NUMBER = 1 << 9,
    /// nil, null, (null) and <null>, in the usual cases of letters, are null, but not for strings.
    YOKE_NULL_FROM_WORDS = 1 << 10,
    /// "" is null, but not for strings.
    YOKE_NULL_FROM_EMPTY = 1 << 11,
    YOKE_EMPTY_ARRAY_IS_OBJECT = 1 << 12,
    /// A comma in a string may be the decimal separator.
    YOKE_DECIMAL_COMMA = 1 << 13,
    /// true and yes are 1 for a number, false and no are 0.
    YOKE_NUMBER_FROM_WORDS = 1 << 14,
    /// A custom type refused a text: try again without the white space around it.
    YOKE_TEXT_IS_TRIMMED = 1 << 15,

    /// The conversions that lose nothing.
    YOKE_LENIENT = YOKE_NUMBER_FROM_STRING | YOKE_STRING_FROM_NUMBER | YOKE_BOOL_FROM_WORDS | YOKE_BOOL_FROM_BIT
};

#endif
