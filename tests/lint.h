/* Included before each source when it is linted: what an analyser cannot see from another file,
 * that setting an error always gives false. */
#include "util/error.h"

#define error_set(...) (error_set(__VA_ARGS__), false)
#define error_set_errno(...) (error_set_errno(__VA_ARGS__), false)
#define error_add_context(...) (error_add_context(__VA_ARGS__), false)
