// SPDX-License-Identifier: Apache-2.0
// A name that programs include; all is in cuda_bf16.h.
#pragma once

#include "cuda_bf16.h"
