// SPDX-License-Identifier: Apache-2.0
// Atomic functions; cuda_runtime.h has them all.
#pragma once

#include "cuda_runtime.h"
