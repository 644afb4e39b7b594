// SPDX-License-Identifier: Apache-2.0
// Warp matrix functions (CUDA C++ Programming Guide, "Warp Matrix Functions"): nvcuda::wmma.
//
// A fragment's elements lie as those of mma.sync do, which multiplies them: heddle/wmma_memory.h.
#pragma once

#ifndef __CUDA_MMA_H__
#define __CUDA_MMA_H__
#endif

#if defined(__cplusplus) && defined(__CUDACC__)
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "heddle/wmma_fragment.h"
#include "heddle/wmma_memory.h"
#include "heddle/wmma_multiply.h"
#endif
