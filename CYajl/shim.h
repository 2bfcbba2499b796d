// libyajl's SAX parser for Swift. One call a function, no logic.
#ifndef CYAJL_SHIM_H
#define CYAJL_SHIM_H

#include <yajl/yajl_parse.h>
#include <yajl/yajl_version.h>

// `yajl_config` takes variable arguments, which Swift cannot call: one wrapper an option that takes an int. Each returns
// nonzero when the library knows the option.

/// Comments count as white space; variadic in C.
static inline int CYajl_allow_comments(yajl_handle handle, int on) {
    return yajl_config(handle, yajl_allow_comments, on);
}

/// Strings are passed on unchecked, for callers that checked the UTF-8 themselves; variadic in C.
static inline int CYajl_dont_validate_strings(yajl_handle handle, int on) {
    return yajl_config(handle, yajl_dont_validate_strings, on);
}

/// Anything may follow the value; variadic in C.
static inline int CYajl_allow_trailing_garbage(yajl_handle handle, int on) {
    return yajl_config(handle, yajl_allow_trailing_garbage, on);
}

/// One value after another, which is also how a handle is used again (yajl has no reset); variadic in C.
static inline int CYajl_allow_multiple_values(yajl_handle handle, int on) {
    return yajl_config(handle, yajl_allow_multiple_values, on);
}

/// The text may end inside a value; variadic in C.
static inline int CYajl_allow_partial_values(yajl_handle handle, int on) {
    return yajl_config(handle, yajl_allow_partial_values, on);
}

#endif
