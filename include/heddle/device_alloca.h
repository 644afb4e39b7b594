// SPDX-License-Identifier: Apache-2.0
// alloca in device code gives memory at multiples of 16 (CUDA C++ Programming Guide, "alloca()
// Function"); the C library's would have the 8 of the target.
#pragma once

#ifdef __CUDA_ARCH__
#include <alloca.h>
#undef alloca
#define alloca(size) __builtin_alloca_with_align(size, 128)
#endif
