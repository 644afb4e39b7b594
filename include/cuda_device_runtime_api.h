// SPDX-License-Identifier: Apache-2.0
// What device code may call of the runtime; cuda_runtime.h has it.
#pragma once

#include "cuda_runtime.h"
