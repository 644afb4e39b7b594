// SPDX-License-Identifier: Apache-2.0
// Surface references (CUDA 11 and before): surface<void, 2> s; is a variable of the file that the
// host binds to an array and that device code reads and writes. In device code it is the handle of
// a surface object.
//
// CUDA 12 has no such name, which programs may give to something of their own: this is included
// where clang misses it (src/frontend/source_overlay.cpp).
#pragma once

#include "surfaces.h"  // whose functions it calls

template <class T, int dims = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {
  surface() : surfaceReference() { channelDesc = cudaCreateChannelDesc<T>(); }
  surface(struct cudaChannelFormatDesc desc) : surfaceReference() { channelDesc = desc; }
};
// Of any texels: what all programs have.
template <int dims>
struct __attribute__((device_builtin_surface_type)) surface<void, dims> : public surfaceReference {
  surface() : surfaceReference() {}
};

#define HEDDLE_HANDLE(s) (*(const cudaSurfaceObject_t*)(const void*)&(s))
#define HEDDLE_LIST(...) __VA_ARGS__
#define HEDDLE_SURFACE(name, dims, parameters, at)           \
  template <class T, class Of>                               \
  static __device__ __forceinline__ T name##read(            \
      const surface<Of, dims>& s, parameters,                \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    return name##read<T>(HEDDLE_HANDLE(s), at, mode);        \
  }                                                          \
  template <class T, class Of>                               \
  static __device__ __forceinline__ void name##read(         \
      T* to, const surface<Of, dims>& s, parameters,         \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    *to = name##read<T>(HEDDLE_HANDLE(s), at, mode);         \
  }                                                          \
  template <class T, class Of>                               \
  static __device__ __forceinline__ void name##write(        \
      T value, const surface<Of, dims>& s, parameters,       \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    name##write(value, HEDDLE_HANDLE(s), at, mode);          \
  }
HEDDLE_SURFACE(surf1D, cudaSurfaceType1D, HEDDLE_LIST(int x), HEDDLE_LIST(x))
HEDDLE_SURFACE(surf2D, cudaSurfaceType2D, HEDDLE_LIST(int x, int y), HEDDLE_LIST(x, y))
HEDDLE_SURFACE(surf3D, cudaSurfaceType3D, HEDDLE_LIST(int x, int y, int z), HEDDLE_LIST(x, y, z))
HEDDLE_SURFACE(surf1DLayered, cudaSurfaceType1DLayered, HEDDLE_LIST(int x, int layer),
               HEDDLE_LIST(x, layer))
HEDDLE_SURFACE(surf2DLayered, cudaSurfaceType2DLayered, HEDDLE_LIST(int x, int y, int layer),
               HEDDLE_LIST(x, y, layer))
HEDDLE_SURFACE(surfCubemap, cudaSurfaceTypeCubemap, HEDDLE_LIST(int x, int y, int face),
               HEDDLE_LIST(x, y, face))
HEDDLE_SURFACE(surfCubemapLayered, cudaSurfaceTypeCubemapLayered,
               HEDDLE_LIST(int x, int y, int layerFace), HEDDLE_LIST(x, y, layerFace))
#undef HEDDLE_SURFACE
#undef HEDDLE_LIST
#undef HEDDLE_HANDLE

// Binding, by the variable.
template <class T, int dims>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T, dims>& surf,
                                                 cudaArray_const_t array,
                                                 const cudaChannelFormatDesc& desc) {
  return ::cudaBindSurfaceToArray((const surfaceReference*)&surf, array, &desc);
}
template <class T, int dims>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T, dims>& surf,
                                                 cudaArray_const_t array) {
  cudaChannelFormatDesc desc;
  const cudaError_t error = ::cudaGetChannelDesc(&desc, array);
  return error ? error : ::cudaBindSurfaceToArray((const surfaceReference*)&surf, array, &desc);
}
