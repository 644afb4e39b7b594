// SPDX-License-Identifier: Apache-2.0
// Surface functions (CUDA C++ Programming Guide, "Surface Functions"). x counts bytes. The device
// library says where they lie (src/devicelib/texture_surfaces.cu); types are not converted.
#pragma once

extern "C" __device__ unsigned long long __heddle_surface(unsigned long long surface, int shape,
                                                          int bytes, int x, int y, int z, int mode);

template <class T>
static __device__ __forceinline__ T __heddle_surface_read(unsigned long long at) {
  static_assert(
      sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16,
      "surfaces are read and written in 1, 2, 4, 8 or 16 bytes");
  T value = T();
  if (at) value = *(const T*)at;
  return value;
}
template <class T>
static __device__ __forceinline__ void __heddle_surface_write(unsigned long long at, T value) {
  static_assert(
      sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16,
      "surfaces are read and written in 1, 2, 4, 8 or 16 bytes");
  if (at) *(T*)at = value;
}

// shape: image::TextureShape; at: where, as x, y, z.
#define HEDDLE_SURFACE(name, shape, parameters, at)                                              \
  template <class T>                                                                             \
  static __device__ __forceinline__ T name##read(                                                \
      cudaSurfaceObject_t s, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {  \
    return __heddle_surface_read<T>(__heddle_surface(s, shape, (int)sizeof(T), at, (int)mode));  \
  }                                                                                              \
  template <class T>                                                                             \
  static __device__ __forceinline__ void name##read(                                             \
      T* to, cudaSurfaceObject_t s, parameters,                                                  \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                     \
    *to = __heddle_surface_read<T>(__heddle_surface(s, shape, (int)sizeof(T), at, (int)mode));   \
  }                                                                                              \
  template <class T>                                                                             \
  static __device__ __forceinline__ void name##write(                                            \
      T value, cudaSurfaceObject_t s, parameters,                                                \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                     \
    __heddle_surface_write<T>(__heddle_surface(s, shape, (int)sizeof(T), at, (int)mode), value); \
  }
#define HEDDLE_LIST(...) __VA_ARGS__
HEDDLE_SURFACE(surf1D, 1, HEDDLE_LIST(int x), HEDDLE_LIST(x, 0, 0))
HEDDLE_SURFACE(surf2D, 2, HEDDLE_LIST(int x, int y), HEDDLE_LIST(x, y, 0))
HEDDLE_SURFACE(surf3D, 3, HEDDLE_LIST(int x, int y, int z), HEDDLE_LIST(x, y, z))
HEDDLE_SURFACE(surf1DLayered, 4, HEDDLE_LIST(int x, int layer), HEDDLE_LIST(x, 0, layer))
HEDDLE_SURFACE(surf2DLayered, 5, HEDDLE_LIST(int x, int y, int layer), HEDDLE_LIST(x, y, layer))
HEDDLE_SURFACE(surfCubemap, 6, HEDDLE_LIST(int x, int y, int face), HEDDLE_LIST(x, y, face))
HEDDLE_SURFACE(surfCubemapLayered, 7, HEDDLE_LIST(int x, int y, int layerFace),
               HEDDLE_LIST(x, y, layerFace))
#undef HEDDLE_LIST
#undef HEDDLE_SURFACE
