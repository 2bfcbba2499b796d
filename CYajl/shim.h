// libyajl's SAX parser for Swift. Each function makes one call and has no logic.
#pragma once

#include <yajl/yajl_parse.h>
#include <yajl/yajl_version.h>

// `yajl_config` is variadic, so Swift cannot call it. Each option that takes an int has a wrapper here, which returns nonzero if the
// library knows the option.

/// If `on`, comments count as white space.
static inline int CYajl_allow_comments(yajl_handle handle, int on) {
    return yajl_config(handle, yajl_allow_comments, on);
}

/// If `on`, yajl does not check the UTF-8 of strings, because the caller has already checked the text.
static inline int CYajl_dont_validate_strings(yajl_handle handle, int on) {
    return yajl_config(handle, yajl_dont_validate_strings, on);
}

/// If `on`, any bytes may follow the value.
static inline int CYajl_allow_trailing_garbage(yajl_handle handle, int on) {
    return yajl_config(handle, yajl_allow_trailing_garbage, on);
}

/// If `on`, several values may follow each other. With this option one handle can parse several texts, because yajl has no reset.
static inline int CYajl_allow_multiple_values(yajl_handle handle, int on) {
    return yajl_config(handle, yajl_allow_multiple_values, on);
}

/// If `on`, the text may end inside a value.
static inline int CYajl_allow_partial_values(yajl_handle handle, int on) {
    return yajl_config(handle, yajl_allow_partial_values, on);
}
