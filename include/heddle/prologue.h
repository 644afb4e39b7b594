// SPDX-License-Identifier: Apache-2.0
// What stands before the first line of every .cu: nvcc includes cuda_runtime.h there. (A name of
// our own, so that no file of that name beside the user's source is taken instead.)
#pragma once

#include <cuda_runtime.h>

#ifdef __CUDACC_RTC__
// NVRTC knows NV_IF_TARGET and its like without an #include, and what the headers of halves declare
// without its definition. Headers that are made for it (Numba-CUDA brings some) build on that;
// these names make them bring the definitions.
#if __has_include(<nv/target>)
#include <nv/target>
#endif
#define __FORCE_INCLUDE_CUDA_FP16_HPP_FROM_FP16_H__
#define __FORCE_INCLUDE_CUDA_BF16_HPP_FROM_BF16_H__
#endif
