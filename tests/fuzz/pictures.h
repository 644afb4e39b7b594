// SPDX-License-Identifier: Apache-2.0
// Textures and a surface for generated kernels; and how these look at them.
#pragma once

#include "picture_table.h"

// Around the texture, and in it.
template <int K>
__device__ float place_of(unsigned number, int size) {
  const float quarters = (float)((int)(number % 97u) - 16);
  return kPictureTable[K].normalized ? quarters * (0.25f / size) : quarters * 0.25f;
}
__device__ inline unsigned word_of(float number) {
  return __float_as_uint(number);
}
__device__ inline unsigned word_of(float4 n) {
  return word_of(n.x) + 3u * word_of(n.y) + 5u * word_of(n.z) + 7u * word_of(n.w);
}
__device__ inline unsigned word_of(unsigned char byte) {
  return byte;
}
__device__ inline unsigned word_of(uchar4 b) {
  return b.x | b.y << 8 | b.z << 16 | (unsigned)b.w << 24;
}

template <int K, class T>
__device__ unsigned look_for(cudaTextureObject_t t, unsigned a, unsigned b, unsigned c) {
  const float x = place_of<K>(a, kPictureWide), y = place_of<K>(b, kPictureHigh);
  if constexpr (kPictureTable[K].shape == Shape::kRow) {
    return word_of(tex1D<T>(t, x));
  } else if constexpr (kPictureTable[K].shape == Shape::kPlane) {
    return word_of(tex2D<T>(t, x, y));
  } else if constexpr (kPictureTable[K].shape == Shape::kBox) {
    return word_of(tex3D<T>(t, x, y, place_of<K>(c, kPictureDeep)));
  } else {
    return word_of(tex2DLayered<T>(t, x, y, (int)(c % kPictureDeep)));
  }
}
// At picture K.
template <int K>
__device__ unsigned look(const cudaTextureObject_t* pictures, unsigned a, unsigned b, unsigned c) {
  constexpr PictureRow row = kPictureTable[K];
  if constexpr (row.stored == Stored::kBytes) {
    if constexpr (row.numbers) {
      return look_for<K, float4>(pictures[K], a, b, c);
    } else {
      return look_for<K, uchar4>(pictures[K], a, b, c);
    }
  } else if constexpr (row.stored == Stored::kByte && !row.numbers) {
    return look_for<K, unsigned char>(pictures[K], a, b, c);
  } else {
    return look_for<K, float>(pictures[K], a, b, c);
  }
}
// At one of the first two, which the lanes choose.
__device__ inline unsigned look_either(const cudaTextureObject_t* pictures, bool second, unsigned a,
                                       unsigned b) {
  return word_of(tex2D<float>(pictures[second ? 1 : 0], place_of<0>(a, kPictureWide),
                              place_of<0>(b, kPictureHigh)));
}

// Each thread of the grid has a place of its own; `up` and `down` lie outside now and then, where
// nothing is read and nothing written.
__device__ inline unsigned draw(cudaSurfaceObject_t canvas, unsigned gid, unsigned value,
                                bool out) {
  const int x = (int)(gid % kCanvasWide), y = (int)(gid / kCanvasWide);
  unsigned before;
  surf2Dread(&before, canvas, x * 4, y);
  surf2Dwrite(before * 3u + value, canvas, x * 4, out ? y - kCanvasHigh : y, cudaBoundaryModeZero);
  return surf2Dread<unsigned>(canvas, x * 4, y) +
         surf2Dread<unsigned char>(canvas, x * 4 + 1, out ? -1 : y, cudaBoundaryModeZero);
}

#ifndef FUZZ_ORACLE
inline void must(cudaError_t error, const char* what);

inline cudaArray_t array_of(const PictureRow& row) {
  const int high = rows_of(row.shape), deep = slices_of(row.shape);
  const int components = row.stored == Stored::kBytes ? 4 : 1;
  const int bits = row.stored == Stored::kFloat ? 32 : row.stored == Stored::kShort ? 16 : 8;
  static unsigned char texels[kPictureWide * kPictureHigh * kPictureDeep * 4];
  for (int i = 0; i < kPictureWide * high * deep * components; ++i) {
    const int value = stored_at(row.stored, i / components, i % components);
    const float number = (float)value;
    if (bits == 32) memcpy(texels + 4 * i, &number, 4);
    if (bits == 16) memcpy(texels + 2 * i, &value, 2);
    if (bits == 8) texels[i] = (unsigned char)value;
  }
  const int more = components == 4 ? bits : 0;
  const cudaChannelFormatDesc desc = {
      bits, more, more, more,
      bits == 32 ? cudaChannelFormatKindFloat : cudaChannelFormatKindUnsigned};
  const bool is_deep = deep > 1;
  cudaArray_t array = nullptr;
  must(cudaMalloc3DArray(&array, &desc,
                         make_cudaExtent(kPictureWide, high > 1 ? high : 0, is_deep ? deep : 0),
                         row.shape == Shape::kLayers ? cudaArrayLayered : 0),
       "array");
  cudaMemcpy3DParms copy = {};
  copy.srcPtr =
      make_cudaPitchedPtr(texels, kPictureWide * components * bits / 8, kPictureWide, high);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(kPictureWide, high, deep);
  copy.kind = cudaMemcpyHostToDevice;
  must(cudaMemcpy3D(&copy), "texels");
  return array;
}
inline cudaTextureObject_t picture_of(const PictureRow& row) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array_of(row);
  cudaTextureDesc desc = {};
  for (auto& mode : desc.addressMode) mode = (cudaTextureAddressMode)row.address;
  for (float& colour : desc.borderColor) colour = kBorderColour;
  desc.filterMode = row.linear ? cudaFilterModeLinear : cudaFilterModePoint;
  desc.readMode = row.numbers ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  desc.normalizedCoords = row.normalized;
  cudaTextureObject_t object = 0;
  must(cudaCreateTextureObject(&object, &resource, &desc, nullptr), "picture");
  return object;
}
// Handles, in device memory.
inline const cudaTextureObject_t* all_pictures() {
  static cudaTextureObject_t* const made = [] {
    cudaTextureObject_t handles[kPictures], *memory = nullptr;
    for (int k = 0; k < kPictures; ++k) handles[k] = picture_of(kPictureTable[k]);
    must(cudaMalloc(&memory, sizeof handles), "pictures");
    must(cudaMemcpy(memory, handles, sizeof handles, cudaMemcpyHostToDevice), "pictures");
    return memory;
  }();
  return made;
}
// Zeros again.
inline cudaSurfaceObject_t fresh_canvas() {
  static cudaArray_t array = nullptr;
  static cudaSurfaceObject_t surface = 0;
  static unsigned zeros[kCanvasHigh][kCanvasWide];
  if (!array) {
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<unsigned>();
    must(cudaMallocArray(&array, &desc, kCanvasWide, kCanvasHigh, cudaArraySurfaceLoadStore),
         "canvas");
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    must(cudaCreateSurfaceObject(&surface, &resource), "canvas");
  }
  must(cudaMemcpy2DToArray(array, 0, 0, zeros, sizeof *zeros, sizeof *zeros, kCanvasHigh,
                           cudaMemcpyHostToDevice),
       "canvas");
  return surface;
}
#endif
