// Reads files of tweets with simdjson.
#ifndef STREAMS_HPP
#define STREAMS_HPP

#include <cstdio>
#include <vector>

#include "model.hpp"

// True if a document was read to its end without an error. simdjson's loops also end at an error, and do not report it.
inline bool is_over(ondemand::document &document) {
    return document.current_location().error() == simdjson::OUT_OF_BOUNDS;
}

// Reads a single document, with nothing after it.
template <class T>
bool read_document(ondemand::parser &parser, const char *text, size_t count, size_t capacity, T &place) {
    ondemand::document document;
    ondemand::value root;
    if (parser.iterate(text, count, capacity).get(document) || document.get_value().get(root)) return false;
    return read(root, place) == simdjson::SUCCESS && is_over(document);
}

// Reads NDJSON in chunks of 1 MB, with a document for each line. In this benchmark, these loops are as fast as simdjson's iterate_many.
template <class T> bool read_lines(ondemand::parser &parser, const char *path, foreign_stream &stream) {
    constexpr size_t chunk = 1 << 20;
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    std::vector<char> buffer(2 * chunk + simdjson::SIMDJSON_PADDING);  // grows if a line is longer than a chunk
    size_t held = 0;
    bool is_valid = true, is_last = false;
    while (is_valid && !is_last) {
        if (buffer.size() < held + chunk + simdjson::SIMDJSON_PADDING) buffer.resize(2 * buffer.size());
        size_t count = fread(buffer.data() + held, 1, chunk, file);
        is_last = count == 0;
        held += count;
        char *line = buffer.data(), *end = line + held;
        while (is_valid && line < end) {
            char *stop = (char *)memchr(line, '\n', size_t(end - line));
            if (!stop && !is_last) break;
            if (!stop) stop = end;
            T tweet;
            size_t capacity = size_t(buffer.data() + buffer.size() - line);
            is_valid = read_document(parser, line, size_t(stop - line), capacity, tweet);
            stream.elements++;
            stream.ids += tweet.id;
            line = stop < end ? stop + 1 : end;
        }
        held = size_t(end - line);
        memmove(buffer.data(), line, held);
    }
    fclose(file);
    return is_valid;
}

// Reads an array. On-Demand cannot read a document in parts, so the entire file is in memory.
template <class T> bool read_array(ondemand::parser &parser, const char *path, foreign_stream &stream) {
    simdjson::padded_string text;
    ondemand::document document;
    ondemand::array array;
    if (simdjson::padded_string::load(path).get(text) || parser.iterate(text).get(document) || document.get_array().get(array)) {
        return false;
    }
    for (auto element : array) {
        ondemand::value value;
        T tweet;
        if (element.get(value) || read(value, tweet)) return false;
        stream.elements++;
        stream.ids += tweet.id;
    }
    return is_over(document);
}

#endif
