// SPDX-License-Identifier: Apache-2.0
// Surface objects (CUDA Runtime API, "Data types used by CUDA Runtime").
#pragma once

// The name by which other headers ask whether this one was included.
#define __SURFACE_TYPES_H__

typedef unsigned long long cudaSurfaceObject_t;

enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2
};
enum cudaSurfaceFormatMode { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 };
