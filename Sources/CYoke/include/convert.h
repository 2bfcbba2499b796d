// What a scalar of one kind may turn into. Strict reading has none of these; lenient reading those that lose nothing; each dialect
// the set that its mapper had.
#ifndef YOKE_CONVERT_H
#define YOKE_CONVERT_H

enum yoke_coercion {
    /// A string that is, as a whole, a JSON number.
    YOKE_NUMBER_FROM_STRING = 1 << 0,
    /// As much of a string's start as is a number; 0 where nothing is.
    YOKE_NUMBER_FROM_PREFIX = 1 << 1,
    /// 1.9 is 1 for an integer.
    YOKE_NUMBER_TRUNCATES = 1 << 2,
    /// 300 is 44 for a UInt8, as C converts it.
    YOKE_NUMBER_WRAPS = 1 << 3,
    YOKE_NUMBER_FROM_BOOL = 1 << 4,
    /// The literal's digits.
    YOKE_STRING_FROM_NUMBER = 1 << 5,
    /// "1" and "0".
    YOKE_STRING_FROM_BOOL = 1 << 6,
    /// true, false, yes, no in any case.
    YOKE_BOOL_FROM_WORDS = 1 << 7,
    /// 0 and 1, numbers or strings.
    YOKE_BOOL_FROM_BIT = 1 << 8,
    /// Any number: 0 is false. Strings by their numeric start.
    YOKE_BOOL_FROM_NUMBER = 1 << 9,
    /// nil, null, (null), <null> in the usual casings are null, but for strings.
    YOKE_NULL_FROM_WORDS = 1 << 10,
    /// "" is null, but for strings.
    YOKE_NULL_FROM_EMPTY = 1 << 11,
    YOKE_EMPTY_ARRAY_IS_OBJECT = 1 << 12,
    /// A comma in a string may be the decimal separator.
    YOKE_DECIMAL_COMMA = 1 << 13,
    /// true and yes are 1 for a number, false and no 0.
    YOKE_NUMBER_FROM_WORDS = 1 << 14,
    /// White space around a text that a type of one's own refuses is left out.
    YOKE_TEXT_IS_TRIMMED = 1 << 15,

    /// What loses nothing.
    YOKE_LENIENT = YOKE_NUMBER_FROM_STRING | YOKE_STRING_FROM_NUMBER | YOKE_BOOL_FROM_WORDS | YOKE_BOOL_FROM_BIT
};

#endif
