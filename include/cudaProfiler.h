// SPDX-License-Identifier: Apache-2.0
// cuProfilerInitialize, cuProfilerStart and cuProfilerStop: cuda.h declares them.
#pragma once

#include "cuda.h"
