// SPDX-License-Identifier: Apache-2.0
// The data types of the runtime API (CUDA Runtime API, "Data types used by CUDA Runtime").
#pragma once

// The name by which other headers ask whether this one was included.
#define __DRIVER_TYPES_H__

#include "heddle/types_device.h"
#include "heddle/types_error.h"
#include "heddle/types_external.h"
#include "heddle/types_graph.h"
#include "heddle/types_launch.h"
#include "heddle/types_library.h"
#include "heddle/types_log.h"
#include "heddle/types_memory.h"
#include "host_defines.h"
