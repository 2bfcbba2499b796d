// Sums over all scalars of a value, to compare with the sums of other contenders.
#ifndef SUMS_HPP
#define SUMS_HPP

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "foreign.h"

template <class T> using Map = std::unordered_map<std::string, T>;

inline void add(foreign_sum &sum, const std::string &value) {
    uint64_t hash = 0xcbf29ce484222325;
    for (unsigned char byte : value) hash = (hash ^ byte) * 0x100000001b3;
    sum.strings++;
    sum.text += hash;
}

inline void add(foreign_sum &sum, uint64_t value) {
    sum.integers++;
    sum.total += value;
}

inline void add(foreign_sum &sum, int64_t value) { add(sum, uint64_t(value)); }

inline void add(foreign_sum &sum, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    sum.doubles++;
    sum.bits += bits;
}

inline void add(foreign_sum &sum, bool value) {
    sum.booleans++;
    sum.trues += value;
}

template <class T> void add(foreign_sum &sum, const std::optional<T> &value);
template <class T> void add(foreign_sum &sum, const std::unique_ptr<T> &value);
template <class T> void add(foreign_sum &sum, const std::vector<T> &value);
template <class T> void add(foreign_sum &sum, const Map<T> &value);

template <class T> void add(foreign_sum &sum, const std::optional<T> &value) {
    if (value) add(sum, *value);
    else sum.nothing++;
}

template <class T> void add(foreign_sum &sum, const std::unique_ptr<T> &value) {
    if (value) add(sum, *value);
    else sum.nothing++;
}

template <class T> void add(foreign_sum &sum, const std::vector<T> &value) {
    sum.elements += value.size();
    for (const T &element : value) add(sum, element);
}

template <class T> void add(foreign_sum &sum, const Map<T> &value) {
    sum.members += value.size();
    for (const auto &[key, element] : value) {
        add(sum, key);
        add(sum, element);
    }
}

#endif
