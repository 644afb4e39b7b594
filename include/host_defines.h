// SPDX-License-Identifier: Apache-2.0
// Function and variable qualifiers (CUDA C++ Programming Guide, "C++ Language Extensions").
#pragma once

// The name by which other headers ask whether this one was included.
#define __HOST_DEFINES_H__

#if defined(__CUDA__) && defined(__clang__)

// What a program that nvcc compiles may ask of the compiler.
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __NVCC__
#define __NVCC__ 1
#endif
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 93
#endif
#ifndef __CUDACC_EXTENDED_LAMBDA__
#define __CUDACC_EXTENDED_LAMBDA__ 1
#endif
#ifndef __CUDACC_RELAXED_CONSTEXPR__
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#endif

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// The front end reads the annotation; the runtime lets the device variable live where the host's
// shadow lives, so one object serves both sides.
#define __managed__ __attribute__((device)) __attribute__((annotate("heddle.managed")))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(n)
#define __cluster_dims__(...) __attribute__((annotate("heddle.cluster_dims", ##__VA_ARGS__)))
#define __block_size__(...) __attribute__((annotate("heddle.block_size")))
#define __grid_constant__ __attribute__((grid_constant))
#define __nv_pure__ __attribute__((pure))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __tile_static__

#ifdef __cplusplus
#include "heddle/lambda_traits.h"
#endif

#else

#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
// __noinline__ stays an attribute name: libstdc++ spells __attribute__((__noinline__)).

#endif

#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#ifndef __no_return__
#define __no_return__ __attribute__((noreturn))
#endif
#define __inline_hint__
#define __thread__ __thread
#define __annotate__(a) __attribute__((a))
#define __location__(a) __annotate__(a)
#define __device_builtin__
#define __cudart_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __specialization_static static
#define __import__
#define __export__
#define CUDARTAPI
#define CUDAAPI
#define CUDA_CB
#define CUDART_CB
#ifndef CUDARTAPI_CDECL
#define CUDARTAPI_CDECL
#endif
#define __host_device__ __host__ __device__

#ifndef NULL
#include <stddef.h>
#endif
