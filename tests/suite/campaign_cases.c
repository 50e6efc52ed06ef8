#include "suite.h"
const struct suite_case campaign_cases[1];
const size_t campaign_case_count = 0;
