// The contender simdjson, with the functions of foreign.h: the On-Demand API for models, and the DOM for documents.

#include <new>

#include "canada.hpp"
#include "citm.hpp"
#include "document.hpp"
#include "small.hpp"
#include "streams.hpp"
#include "twitter.hpp"

namespace {

template <class T> bool read_text(ondemand::parser &parser, const uint8_t *text, size_t count, T &place) {
    return read_document(parser, (const char *)text, count, count + simdjson::SIMDJSON_PADDING, place);
}

bool read_text(ondemand::parser &, const uint8_t *text, size_t count, Tree &place) { return read_tree(text, count, place); }

// Calls `body` with a null pointer to the model's type. Only the pointer's type matters: it selects the instance of the template.
template <class Body> auto with_model(int model, Body body) {
    switch (model) {
    case FOREIGN_TWITTER: return body((SearchResult *)nullptr);
    case FOREIGN_CITM: return body((Catalog *)nullptr);
    case FOREIGN_CANADA: return body((FeatureCollection *)nullptr);
    case FOREIGN_ACCOUNT: return body((Account *)nullptr);
    case FOREIGN_STATUS: return body((Status *)nullptr);
    case FOREIGN_HEADLINE: return body((Headline *)nullptr);
    default: return body((Tree *)nullptr);
    }
}

void *start() { return new (std::nothrow) ondemand::parser; }

void stop(void *reader) { delete (ondemand::parser *)reader; }

void *read_model(void *reader, int model, const uint8_t *text, size_t count) {
    return with_model(model, [&](auto *type) -> void * {
        auto value = std::make_unique<std::remove_reference_t<decltype(*type)>>();
        return read_text(*(ondemand::parser *)reader, text, count, *value) ? value.release() : nullptr;
    });
}

void release(int model, void *value) {
    with_model(model, [&](auto *type) { delete (decltype(type))value; });
}

void sum_model(int model, const void *value, foreign_sum *sum) {
    with_model(model, [&](auto *type) { add(*sum, *(decltype(type))value); });
}

bool repeat(void *reader, int model, const uint8_t *text, size_t count, size_t times) {
    return with_model(model, [&](auto *type) {
        for (size_t done = 0; done < times; done++) {
            std::remove_reference_t<decltype(*type)> value;
            if (!read_text(*(ondemand::parser *)reader, text, count, value)) return false;
        }
        return true;
    });
}

bool lines(void *reader, int model, const char *path, foreign_stream *stream) {
    auto &parser = *(ondemand::parser *)reader;
    return model == FOREIGN_STATUS ? read_lines<Status>(parser, path, *stream) : read_lines<Headline>(parser, path, *stream);
}

bool array(void *reader, int model, const char *path, foreign_stream *stream) {
    auto &parser = *(ondemand::parser *)reader;
    return model == FOREIGN_STATUS ? read_array<Status>(parser, path, *stream) : read_array<Headline>(parser, path, *stream);
}

bool walk_document(void *, const uint8_t *text, size_t count, foreign_walk *sum) {
    thread_local Tree tree;
    if (!read_tree(text, count, tree)) return false;
    walk(*sum, tree.root);
    return true;
}

}  // namespace

const foreign_table *foreign_simdjson(void) {
    static const std::string version = "simdjson " SIMDJSON_STRINGIFY(SIMDJSON_VERSION) " (stage 1 for " +
        simdjson::get_active_implementation()->name() + ", On-Demand for " + simdjson::builtin_implementation()->name() +
        "), clang " SIMDJSON_STRINGIFY(__clang_major__) " -O3 -DNDEBUG";
    static const foreign_table table = {
        version.c_str(), simdjson::SIMDJSON_PADDING, start, stop, read_model, release, sum_model, repeat, nullptr, nullptr, lines,
        array, walk_document,
    };
    return &table;
}
