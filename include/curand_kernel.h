// SPDX-License-Identifier: Apache-2.0
// The device interface of cuRAND (cuRAND documentation, "Device API"): docs/curand.md says what is
// there. The algorithms are in heddle/rand_*.h, one a file.
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include <curand.h>

#ifdef __cplusplus
#include <cuda_runtime.h>

#include "curand_mtgp32.h"
#include "heddle/rand_mrg.h"
#include "heddle/rand_philox.h"
#include "heddle/rand_sobol.h"
#include "heddle/rand_xorwow.h"

#ifdef __CUDACC__
#include "heddle/rand_device.h"
#include "heddle/rand_device_mtgp.h"
#include "heddle/rand_device_sobol.h"
#include "heddle/rand_discrete.h"
#endif
#endif

#endif
