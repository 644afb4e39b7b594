// SPDX-License-Identifier: Apache-2.0
// The mathematical functions: <math.h> for a host compiler, device forms too in a .cu.
#pragma once

#include "cuda_runtime.h"
