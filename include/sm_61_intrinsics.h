// SPDX-License-Identifier: Apache-2.0
// A name from older toolkits; cuda_runtime.h has its functions.
#pragma once

#include "cuda_runtime.h"
