// SPDX-License-Identifier: Apache-2.0
// threadIdx and the like; nothing for a host compiler.
#pragma once

// The name by which other headers ask whether this one was included.
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "host_defines.h"
#include "vector_types.h"

#if defined(__CUDACC__) && defined(__cplusplus)
#include "heddle/builtin_vars.h"
#endif
