// SPDX-License-Identifier: Apache-2.0
// The CUDA Driver API (CUDA Driver API reference, 12.8). Programs link libcuda.so. docs/driver.md
// says what each function does here.
#pragma once

// The name by which other headers ask whether this one was included.
#define __cuda_cuda_h__

#include <stddef.h>
#include <stdint.h>

#define CUDA_VERSION 12080

#include "heddle/driver_device.h"
#include "heddle/driver_external.h"
#include "heddle/driver_graph.h"
#include "heddle/driver_handles.h"
#include "heddle/driver_launch.h"
#include "heddle/driver_memory.h"
#include "heddle/driver_module.h"
#include "heddle/driver_texture.h"
#include "heddle/driver_virtual_memory.h"

#ifdef __cplusplus
extern "C" {
#endif
#include "heddle/driver_api.h"
#ifdef __cplusplus
}
// As CUDA 13 has it.
static inline CUresult cuCtxCreate(CUcontext* pctx, CUctxCreateParams* ctxCreateParams,
                                   unsigned int flags, CUdevice dev) {
  return cuCtxCreate_v4(pctx, ctxCreateParams, flags, dev);
}
#if __cplusplus >= 201103L
static_assert(sizeof(CUdeviceptr) == sizeof(void*), "device addresses are host addresses");
#endif
#else
// In C, too: by the number of arguments.
#undef cuCtxCreate
extern CUresult CUDAAPI cuCtxCreate(CUcontext* pctx, unsigned int flags,
                                    CUdevice dev) __asm__("cuCtxCreate_v2");
#define HEDDLE_FIFTH(a, b, c, d, e, ...) e
#define cuCtxCreate(...) \
  HEDDLE_FIFTH(__VA_ARGS__, cuCtxCreate_v4, cuCtxCreate_v2, cuCtxCreate_v2, )(__VA_ARGS__)
#endif
