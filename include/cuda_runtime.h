// SPDX-License-Identifier: Apache-2.0
// The whole of the runtime for C++: included before the first line of every .cu file. Device
// functions exist only where the compiler speaks CUDA; a host compiler gets the C and C++
// interface.
#pragma once

// The name by which other headers ask whether this one was included.
#define __CUDA_RUNTIME_H__

#include "host_defines.h"

#if defined(__CUDACC__) && defined(__cplusplus)
#if __cplusplus >= 202002L && !defined(__CUDACC_RTC__)
// std::declval is not constexpr, so clang takes it for a host function, which a constraint of a
// kernel or a device function (std::convertible_to, say) could not name. Before
// C++20 there are none, and swap, declared here, is the host's alone.
#include <cstddef>
#pragma clang force_cuda_host_device begin
#include <type_traits>
#pragma clang force_cuda_host_device end
#endif

#include "heddle/device_libc.h"
#include "heddle/device_new.h"
#include "heddle/math_declare.h"
#include "vector_types.h"
#endif

#ifdef __cplusplus
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>
#endif
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "builtin_types.h"
#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "vector_functions.h"

#ifdef __cplusplus
#include "heddle/occupancy_templates.h"
#include "heddle/runtime_templates.h"
#endif

#if defined(__CUDACC__) && defined(__cplusplus)
#include "device_launch_parameters.h"
#include "heddle/atomics.h"
#include "heddle/atomics_ordered.h"
#include "heddle/barriers.h"
#include "heddle/cluster.h"
#include "heddle/dependent_launch.h"
#include "heddle/device_alloca.h"
#include "heddle/device_runtime.h"
#include "heddle/graph_conditional.h"
#include "heddle/graph_updates.h"
#include "heddle/host_math.h"
#include "heddle/intrinsics_dot.h"
#include "heddle/intrinsics_dpx.h"
#include "heddle/intrinsics_float.h"
#include "heddle/intrinsics_integer.h"
#include "heddle/intrinsics_simd.h"
#include "heddle/launch.h"
#include "heddle/loads.h"
#include "heddle/minmax.h"
#include "heddle/surfaces.h"
#include "heddle/texture_reference.h"
#include "heddle/textures.h"
#include "heddle/warp.h"
#endif
