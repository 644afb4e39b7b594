// SPDX-License-Identifier: Apache-2.0
// A name that programs include; all is in cuda_fp16.h.
#pragma once

#include "cuda_fp16.h"
