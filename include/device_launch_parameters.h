// SPDX-License-Identifier: Apache-2.0
// threadIdx and its kin; nothing for a host compiler.
#pragma once

#include "host_defines.h"
#include "vector_types.h"

#if defined(__CUDACC__) && defined(__cplusplus)
#include "heddle/builtin_vars.h"
#endif
