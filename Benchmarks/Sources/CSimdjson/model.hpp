// Reads a struct with simdjson's On-Demand API, as a programmer would do by hand for speed. Keys are expected in the order of the fields,
// and each key is compared with a constant. Only an unexpected key is searched among all fields.
#ifndef MODEL_HPP
#define MODEL_HPP

#include <simdjson.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "sums.hpp"

namespace ondemand = simdjson::ondemand;
using simdjson::error_code;

#define TRY(expression) \
    if (error_code failure = (expression)) [[unlikely]] return failure

// Functions that read values. The macro MODEL below declares them for structs.

inline error_code read(ondemand::value value, uint64_t &place) { return value.get_uint64().get(place); }
inline error_code read(ondemand::value value, int64_t &place) { return value.get_int64().get(place); }
inline error_code read(ondemand::value value, double &place) { return value.get_double().get(place); }
inline error_code read(ondemand::value value, bool &place) { return value.get_bool().get(place); }

inline error_code read(ondemand::value value, std::string &place) {
    std::string_view text;
    TRY(value.get_string().get(text));
    place.assign(text);
    return simdjson::SUCCESS;
}

// Numbers are collected in a buffer first, so that most arrays of numbers are allocated once, with their final size.
template <class T> error_code read_numbers(ondemand::array array, std::vector<T> &place) {
    T few[64];
    size_t count = 0;
    for (auto element : array) {
        ondemand::value inner;
        TRY(element.get(inner));
        if (count == 64) {
            place.insert(place.end(), few, few + count);
            count = 0;
        }
        TRY(read(inner, few[count]));
        count++;
    }
    place.insert(place.end(), few, few + count);
    return simdjson::SUCCESS;
}

template <class T> error_code read(ondemand::value value, std::optional<T> &place);
template <class T> error_code read(ondemand::value value, std::unique_ptr<T> &place);
template <class T> error_code read(ondemand::value value, std::vector<T> &place);
template <class T> error_code read(ondemand::value value, Map<T> &place);

template <class T> error_code read(ondemand::value value, std::optional<T> &place) {
    bool is_null;
    TRY(value.is_null().get(is_null));
    return is_null ? simdjson::SUCCESS : read(value, place.emplace());
}

template <class T> error_code read(ondemand::value value, std::unique_ptr<T> &place) {
    bool is_null;
    TRY(value.is_null().get(is_null));
    if (is_null) return simdjson::SUCCESS;
    place = std::make_unique<T>();
    return read(value, *place);
}

template <class T> error_code read(ondemand::value value, std::vector<T> &place) {
    ondemand::array array;
    TRY(value.get_array().get(array));
    if constexpr (std::is_arithmetic_v<T>) {
        return read_numbers(array, place);
    } else {
        for (auto element : array) {
            ondemand::value inner;
            TRY(element.get(inner));
            TRY(read(inner, place.emplace_back()));
        }
        return simdjson::SUCCESS;
    }
}

template <class T> error_code read(ondemand::value value, Map<T> &place) {
    ondemand::object object;
    TRY(value.get_object().get(object));
    for (auto member : object) {
        ondemand::field field;
        TRY(std::move(member).get(field));
        std::string_view key;
        TRY(field.unescaped_key().get(key));
        TRY(read(field.value(), place[std::string(key)]));
    }
    return simdjson::SUCCESS;
}

// Iterates over the members of an object. Not forced inline: inlining is 10 % faster for citm, but 25 % slower for twitter.
struct Members {
    ondemand::object object;
    ondemand::object_iterator place;
    const char *key = nullptr;  // as in the text, with its closing quote
    ondemand::value value;
    bool more = false;

    error_code start(ondemand::value from) {
        TRY(from.get_object().get(object));
        TRY(object.begin().get(place));
        return load();
    }

    error_code next() {
        ++place;
        return load();
    }

    template <size_t count> bool is(const char (&quoted)[count]) const {
        return more && memcmp(key, quoted, count - 1) == 0;  // safe, because padding follows the text
    }

  private:
    error_code load() {
        more = place != ondemand::object_iterator();
        if (!more) return simdjson::SUCCESS;
        ondemand::field field;
        TRY((*place).get(field));
        key = field.key().raw();
        value = field.value();
        return simdjson::SUCCESS;
    }
};

template <class T> constexpr bool may_be_missing = false;
template <class T> constexpr bool may_be_missing<std::optional<T>> = true;
template <class T> constexpr bool may_be_missing<std::unique_ptr<T>> = true;

#define MODEL_FIELD(type, name, key) type name{};
#define MODEL_INDEX(type, name, key) name##_index,
#define MODEL_NEED(type, name, key) | (may_be_missing<type> ? 0 : uint64_t(1) << name##_index)
#define MODEL_SUM(type, name, key) add(sum, model.name);
#define MODEL_READ(type, name, key)           \
    if (members.is(key "\"")) {               \
        TRY(read(members.value, model.name)); \
        seen |= uint64_t(1) << name##_index;  \
        TRY(members.next());                  \
    }
#define MODEL_SEARCH(type, name, key)         \
    if (members.is(key "\"")) {               \
        TRY(read(members.value, model.name)); \
        seen |= uint64_t(1) << name##_index;  \
        TRY(members.next());                  \
        continue;                             \
    }

// Declares a struct with a list of fields F(type, name, key), at most 64, and the functions that read it and sum it up.
#define MODEL(Name, FIELDS)                                                             \
    struct Name {                                                                       \
        FIELDS(MODEL_FIELD)                                                             \
    };                                                                                  \
    inline error_code read(ondemand::value value, Name &model) {                        \
        enum { FIELDS(MODEL_INDEX) };                                                   \
        constexpr uint64_t needed = 0 FIELDS(MODEL_NEED);                               \
        uint64_t seen = 0;                                                              \
        Members members;                                                                \
        TRY(members.start(value));                                                      \
        FIELDS(MODEL_READ)                                                              \
        while (members.more) {                                                          \
            FIELDS(MODEL_SEARCH)                                                        \
            TRY(members.next());                                                        \
        }                                                                               \
        return (seen & needed) == needed ? simdjson::SUCCESS : simdjson::NO_SUCH_FIELD; \
    }                                                                                   \
    inline void add(foreign_sum &sum, const Name &model) { FIELDS(MODEL_SUM) }

#endif
