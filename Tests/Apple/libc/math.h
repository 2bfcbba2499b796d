#pragma once

#define NAN __builtin_nanf("")
#define INFINITY __builtin_inff()

double fabs(double x);
double floor(double x);
