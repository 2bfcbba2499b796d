// Tests each subject and prints one line for it:
//
//     check [--count N] [--seed N] [--only SUBJECT] [--first TRIAL] [--level base|avx2] [FILE...]
//
// N is the number of trials of the subject `model`; other subjects run in proportion. Each FILE is tested with all subjects that accept any
// text. With the level `base`, the engine uses only instructions that all processors of the architecture have.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "base/cpu.h"
#include "subject.h"

typedef struct subject {
    const char *name;
    void (*check)(trial t);
    /// How many trials this subject has for each trial of the subject `model`.
    size_t weight;
} subject;

static const subject subjects[] = {
    {"found", check_found, 1},         {"model", check_model, 1},       {"path", check_path, 1},
    {"forward", check_forward, 1},     {"documents", check_documents, 1}, {"filter", check_filter, 1},
    {"locate", check_locate, 1},       {"transcode", check_transcode, 1}, {"utf8", check_utf8, 2},
    {"strings", check_strings, 4},     {"doubles", check_doubles, 10},  {"integers", check_integers, 10},
    {"number texts", check_number_texts, 10}, {"dates", check_dates, 10}, {"date texts", check_date_texts, 10},
    {"json5", check_json5, 2},           {"members", check_members, 2},
};

static void begin(const char *name) {
    current_subject = name;
    current_trial = 0;
}

static void report(const char *name, size_t good, size_t count, hash h) {
    printf("%-22s %7zu of %7zu good  %016llx\n", name, good, count, (unsigned long long)h.state);
    fflush(stdout);
}

static void run(const subject *s, size_t first, size_t count, uint64_t seed) {
    hash h = {0};
    size_t good = 0;
    begin(s->name);
    for (current_trial = first; current_trial < first + count; current_trial++) {
        // Each trial has its own random numbers, so that it can be repeated alone.
        chance c = {seed * UINT64_C(0x100000001B3) + current_trial};
        s->check((trial){&c, &h, &good});
    }
    report(s->name, good, count, h);
}

static uint8_t *read_file(const char *path, size_t *n) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(MAX_GUARDED);
    if (file == NULL || bytes == NULL) {
        fprintf(stderr, "check: cannot read %s\n", path);
        exit(1);
    }
    *n = fread(bytes, 1, MAX_GUARDED, file);
    fclose(file);
    return bytes;
}

static void run_file(const char *path, uint64_t seed) {
    hash h = {0};
    size_t good = 0, n;
    uint8_t *bytes = read_file(path, &n);
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    chance c = {seed};
    trial t = {&c, &h, &good};
    begin(name);
    forward_text(t, bytes, n, 65536);
    forward_text(t, bytes, n, 4093);
    document_text(t, bytes, n);
    filter_text(t, bytes, n);
    locate_text(t, bytes, n);
    report(name, good, n, h);
    free(bytes);
}

int main(int argc, char **argv) {
    size_t first = 0, count = 1000;
    uint64_t seed = 1;
    const char *only = NULL;
    int i = 1;
    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        if (strcmp(argv[i], "--count") == 0) count = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0) seed = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--first") == 0) first = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--level") == 0) yoke_cpu_force(strcmp(argv[i + 1], "base") == 0   ? YOKE_CPU_BASE
                                                                           : strcmp(argv[i + 1], "avx2") == 0 ? YOKE_CPU_AVX2
                                                                                                              : YOKE_CPU_AVX512);
        else if (strcmp(argv[i], "--only") == 0) only = argv[i + 1];
        else break;
    }
    if (i < argc && argv[i][0] == '-') {
        fputs("usage: check [--count N] [--seed N] [--only SUBJECT] [--first TRIAL] [--level base|avx2] [FILE...]\n", stderr);
        return 64;
    }
    for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
        if (only == NULL || strcmp(only, subjects[k].name) == 0) run(&subjects[k], first, only != NULL ? count : count * subjects[k].weight, seed);
    for (; i < argc; i++) run_file(argv[i], seed);
    free_engines();
    free_model();
    if (findings > 0) fprintf(stderr, "check: %zu findings\n", findings);
    return findings > 0;
}
