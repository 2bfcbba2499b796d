// The current subject and trial, which the messages of `expect` name.
#pragma once

#include <stddef.h>

extern const char *current_subject;
extern size_t current_trial;
extern size_t findings;
