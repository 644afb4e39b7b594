// SPDX-License-Identifier: Apache-2.0
// Texture functions (CUDA C++ Programming Guide, "Texture Functions"). The device library does the
// work (src/devicelib/texture_lookups.cu), for 1, 2 and 4 components, as numbers or as integers.
#pragma once

#include "texels.h"

template <int components, bool numbers>
struct __heddle_lookup;

#define HEDDLE_COUNT 1
#define HEDDLE_NUMBERS true
#define HEDDLE_WORDS unsigned int
#define HEDDLE_SUFFIX f1
#include "texture_lookup.inc"
#define HEDDLE_COUNT 2
#define HEDDLE_NUMBERS true
#define HEDDLE_WORDS uint2
#define HEDDLE_SUFFIX f2
#include "texture_lookup.inc"
#define HEDDLE_COUNT 4
#define HEDDLE_NUMBERS true
#define HEDDLE_WORDS uint4
#define HEDDLE_SUFFIX f4
#include "texture_lookup.inc"
#define HEDDLE_COUNT 1
#define HEDDLE_NUMBERS false
#define HEDDLE_WORDS unsigned int
#define HEDDLE_SUFFIX i1
#include "texture_lookup.inc"
#define HEDDLE_COUNT 2
#define HEDDLE_NUMBERS false
#define HEDDLE_WORDS uint2
#define HEDDLE_SUFFIX i2
#include "texture_lookup.inc"
#define HEDDLE_COUNT 4
#define HEDDLE_NUMBERS false
#define HEDDLE_WORDS uint4
#define HEDDLE_SUFFIX i4
#include "texture_lookup.inc"

// tex2D<float4>(object, x, y), and the older tex2D(&texel, object, x, y).
#define HEDDLE_P(...) , __VA_ARGS__
#define HEDDLE_LOOKUP(name, parameters, arguments)                                            \
  template <class T>                                                                          \
  static __device__ __forceinline__ T name(cudaTextureObject_t t parameters) {                \
    typedef __heddle_texel<T> texel;                                                          \
    return texel::of(__heddle_lookup<texel::components, texel::is_float>::name(t arguments)); \
  }                                                                                           \
  template <class T>                                                                          \
  static __device__ __forceinline__ void name(T* to, cudaTextureObject_t t parameters) {      \
    *to = name<T>(t arguments);                                                               \
  }
#include "texture_functions.inc"
#undef HEDDLE_LOOKUP
#undef HEDDLE_P

// One component of the four texels that a filter would take, from below on the left against the
// clock: tex2Dgather<float4>(object, x, y, component).
extern "C" __device__ uint4 __heddle_tex2Dgather_f4(cudaTextureObject_t, float, float, int);
extern "C" __device__ uint4 __heddle_tex2Dgather_i4(cudaTextureObject_t, float, float, int);
template <class T>
static __device__ __forceinline__ T tex2Dgather(cudaTextureObject_t t, float x, float y,
                                                int comp = 0) {
  typedef __heddle_texel<T> texel;
  static_assert(texel::components == 4, "tex2Dgather gives four components");
  return texel::of(texel::is_float ? __heddle_tex2Dgather_f4(t, x, y, comp)
                                   : __heddle_tex2Dgather_i4(t, x, y, comp));
}
template <class T>
static __device__ __forceinline__ void tex2Dgather(T* to, cudaTextureObject_t t, float x, float y,
                                                   int comp = 0) {
  *to = tex2Dgather<T>(t, x, y, comp);
}

#define HEDDLE_LATER(why) __device__ __attribute__((unavailable(why)))
// The forms that say whether memory of a sparse array is there.
#define HEDDLE_SPARSE(name, ...)                    \
  template <class T>                                \
  HEDDLE_LATER("sparse textures are not supported") \
  T name(cudaTextureObject_t object, __VA_ARGS__, bool* isResident);
HEDDLE_SPARSE(tex2D, float x, float y)
HEDDLE_SPARSE(tex2DLayered, float x, float y, int layer)
HEDDLE_SPARSE(tex3D, float x, float y, float z)
#undef HEDDLE_SPARSE
#undef HEDDLE_LATER
