// SPDX-License-Identifier: Apache-2.0
// Double precision intrinsics; cuda_runtime.h has them all.
#pragma once

#include "cuda_runtime.h"
