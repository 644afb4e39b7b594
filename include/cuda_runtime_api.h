// SPDX-License-Identifier: Apache-2.0
// The C interface of the runtime (CUDA Runtime API, "Modules"). Every function answers cudaSuccess
// or the error that the document lists for it; pointers marked dev are device addresses.
#pragma once

// The name by which other headers ask whether this one was included.
#define __CUDA_RUNTIME_API_H__

#include "driver_types.h"
#include "host_defines.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"

#define CUDART_VERSION 12080
#define __CUDART_API_VERSION CUDART_VERSION
#define CUDART_VERSION_MAJOR 12

#ifdef __cplusplus
#define __dv(v) = v
#else
#define __dv(v)
#endif

// The few calls that device code may make as well (device runtime); others are host only.
#define __host_cudart__ __host__

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#include "heddle/per_thread_default_stream.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#include "heddle/api_array.h"
#include "heddle/api_device.h"
#include "heddle/api_error.h"
#include "heddle/api_event.h"
#include "heddle/api_execution.h"
#include "heddle/api_external.h"
#include "heddle/api_graph.h"
#include "heddle/api_library.h"
#include "heddle/api_log.h"
#include "heddle/api_memory.h"
#include "heddle/api_occupancy.h"
#include "heddle/api_pool.h"
#include "heddle/api_stream.h"
#include "heddle/api_texture.h"

#ifdef __cplusplus
}
#endif
