// Instructions beyond the processor's base, found out at run time. Private to the C engine.
#ifndef YOKE_CPU_H
#define YOKE_CPU_H

#include "include/cpu.h"
#include "platform.h"

/// The level in force.
enum yoke_cpu_level yoke_cpu(void);

#endif
