// The current subject and trial, which the messages of `expect` name.
#ifndef SUBJECT_H
#define SUBJECT_H

#include <stddef.h>

extern const char *current_subject;
extern size_t current_trial;
extern size_t findings;

#endif
