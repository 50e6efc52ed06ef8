#include "suite.h"
const struct suite_case trace_cases[1];
const size_t trace_case_count = 0;
