// SPDX-License-Identifier: Apache-2.0
// Surface functions (CUDA C++ Programming Guide, "Surface Functions"). x counts bytes. The device
// library reads and writes them (src/devicelib/texture_surfaces.cu); types are not converted.
#pragma once

#define HEDDLE_LIST(...) __VA_ARGS__
template <int bytes>
struct __heddle_surface_words {
  static_assert(bytes < 0, "surfaces are read and written in 1, 2, 4, 8 or 16 bytes");
};
// The functions for so many bytes: object, image::TextureShape, x, y, z, boundary mode.
#define HEDDLE_SURFACE_WORDS(bytes, words, parameters, values)                                     \
  extern "C" __device__ words __heddle_surface_read##bytes(unsigned long long, int, int, int, int, \
                                                           int);                                   \
  extern "C" __device__ void __heddle_surface_write##bytes(unsigned long long, int, int, int, int, \
                                                           int, parameters);                       \
  template <>                                                                                      \
  struct __heddle_surface_words<bytes> {                                                           \
    typedef words type;                                                                            \
    template <class... At>                                                                         \
    static __device__ __forceinline__ type read(At... at) {                                        \
      return __heddle_surface_read##bytes(at...);                                                  \
    }                                                                                              \
    template <class... At>                                                                         \
    static __device__ __forceinline__ void write(type v, At... at) {                               \
      __heddle_surface_write##bytes(at..., values);                                                \
    }                                                                                              \
  };
HEDDLE_SURFACE_WORDS(1, unsigned char, unsigned char, v)
HEDDLE_SURFACE_WORDS(2, unsigned short, unsigned short, v)
HEDDLE_SURFACE_WORDS(4, unsigned int, unsigned int, v)
HEDDLE_SURFACE_WORDS(8, uint2, HEDDLE_LIST(unsigned int, unsigned int), HEDDLE_LIST(v.x, v.y))
HEDDLE_SURFACE_WORDS(16, uint4, HEDDLE_LIST(unsigned int, unsigned int, unsigned int, unsigned int),
                     HEDDLE_LIST(v.x, v.y, v.z, v.w))
#undef HEDDLE_SURFACE_WORDS

template <class T, class... At>
static __device__ __forceinline__ T __heddle_surface_read(At... at) {
  typedef __heddle_surface_words<(int)sizeof(T)> words;
  const typename words::type got = words::read(at...);
  T value;
  __builtin_memcpy(&value, &got, sizeof value);
  return value;
}
template <class T, class... At>
static __device__ __forceinline__ void __heddle_surface_write(T value, At... at) {
  typedef __heddle_surface_words<(int)sizeof(T)> words;
  typename words::type given;
  __builtin_memcpy(&given, &value, sizeof value);
  words::write(given, at...);
}

// shape: image::TextureShape; at: where, as x, y, z.
#define HEDDLE_SURFACE(name, shape, parameters, at)                                             \
  template <class T>                                                                            \
  static __device__ __forceinline__ T name##read(                                               \
      cudaSurfaceObject_t s, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    return __heddle_surface_read<T>(s, shape, at, (int)mode);                                   \
  }                                                                                             \
  template <class T>                                                                            \
  static __device__ __forceinline__ void name##read(                                            \
      T* to, cudaSurfaceObject_t s, parameters,                                                 \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                    \
    *to = __heddle_surface_read<T>(s, shape, at, (int)mode);                                    \
  }                                                                                             \
  template <class T>                                                                            \
  static __device__ __forceinline__ void name##write(                                           \
      T value, cudaSurfaceObject_t s, parameters,                                               \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                    \
    __heddle_surface_write(value, s, shape, at, (int)mode);                                     \
  }
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
