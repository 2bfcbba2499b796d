// Any document as simdjson's DOM. A DOM tree lives in its parser, so each value has its own parser.
#ifndef DOCUMENT_HPP
#define DOCUMENT_HPP

#include <simdjson.h>

#include "sums.hpp"

struct Tree {
    simdjson::dom::parser parser;
    simdjson::dom::element root;
};

inline bool read_tree(const uint8_t *text, size_t count, Tree &place) {
    return place.parser.parse(text, count, false).get(place.root) == simdjson::SUCCESS;
}

inline void add(foreign_sum &sum, simdjson::dom::element element) {
    using simdjson::dom::element_type;
    switch (element.type()) {
    case element_type::ARRAY:
        for (simdjson::dom::element inner : simdjson::dom::array(element)) {
            sum.elements++;
            add(sum, inner);
        }
        break;
    case element_type::OBJECT:
        for (simdjson::dom::key_value_pair member : simdjson::dom::object(element)) {
            sum.members++;
            add(sum, std::string(member.key));
            add(sum, member.value);
        }
        break;
    case element_type::STRING: add(sum, std::string(std::string_view(element))); break;
    case element_type::BOOL: add(sum, bool(element)); break;
    case element_type::NULL_VALUE: sum.nothing++; break;
    default: add(sum, double(element)); break;
    }
}

inline void walk(foreign_walk &sum, simdjson::dom::element element) {
    using simdjson::dom::element_type;
    sum.values++;
    switch (element.type()) {
    case element_type::ARRAY:
        for (simdjson::dom::element inner : simdjson::dom::array(element)) walk(sum, inner);
        break;
    case element_type::OBJECT:
        for (simdjson::dom::key_value_pair member : simdjson::dom::object(element)) {
            sum.bytes += member.key.size();
            walk(sum, member.value);
        }
        break;
    case element_type::STRING: sum.bytes += std::string_view(element).size(); break;
    case element_type::BOOL: sum.trues += bool(element); break;
    case element_type::NULL_VALUE: break;
    case element_type::INT64: sum.integers += uint64_t(int64_t(element)); break;
    case element_type::UINT64: sum.integers += uint64_t(element); break;
    default: sum.doubles += double(element); break;
    }
}

inline void add(foreign_sum &sum, const Tree &tree) { add(sum, tree.root); }

#endif
