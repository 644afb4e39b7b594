// SPDX-License-Identifier: Apache-2.0
// cudaProfilerStart and cudaProfilerStop.
#pragma once

// The name by which other headers ask whether this one was included.
#define __CUDA_PROFILER_API_H__

#include "cuda_runtime_api.h"
