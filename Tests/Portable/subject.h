// The current subject and trial, for the messages of `expect`.
#ifndef SUBJECT_H
#define SUBJECT_H

#include <stddef.h>

extern const char *current_subject;
extern size_t current_trial;
extern size_t findings;

#endif
