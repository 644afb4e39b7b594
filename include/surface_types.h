// SPDX-License-Identifier: Apache-2.0
// Surface objects and references (CUDA Runtime API, "Data types used by CUDA Runtime").
#pragma once

// The name by which other headers ask whether this one was included.
#define __SURFACE_TYPES_H__

#include "driver_types.h"

#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

typedef unsigned long long cudaSurfaceObject_t;

enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2
};
enum cudaSurfaceFormatMode { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 };

// What the host sees of a surface reference (surface<...>, CUDA 11 and before).
struct surfaceReference {
  struct cudaChannelFormatDesc channelDesc;
};
