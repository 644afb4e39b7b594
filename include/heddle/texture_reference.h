// SPDX-License-Identifier: Apache-2.0
// Texture references (CUDA 11 and before): texture<float, 2> t; is a variable of the file that the
// host binds to memory and that device code looks up in. In device code it is the handle of a
// texture object.
#pragma once

#include "textures.h"  // whose functions it calls

template <class T, int dims = cudaTextureType1D,
          enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
  texture(int norm = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
          enum cudaTextureAddressMode address = cudaAddressModeClamp)
      : textureReference() {
    set(norm, filter, address, cudaCreateChannelDesc<T>());
  }
  texture(int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
          struct cudaChannelFormatDesc desc)
      : textureReference() {
    set(norm, filter, address, desc);
  }

 private:
  void set(int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
           const struct cudaChannelFormatDesc& desc) {
    normalized = norm;
    filterMode = filter;
    addressMode[0] = addressMode[1] = addressMode[2] = address;
    channelDesc = desc;
  }
};

// What a lookup gives: the texel, or numbers for each of its components.
template <class T, int mode>
struct __heddle_read {
  typedef T type;
};
#define HEDDLE_READ(T, number)                           \
  template <>                                            \
  struct __heddle_read<T, cudaReadModeNormalizedFloat> { \
    typedef number type;                                 \
  };
#define HEDDLE_READS(T, base) \
  HEDDLE_READ(base, float)    \
  HEDDLE_READ(T##1, float1)   \
  HEDDLE_READ(T##2, float2)   \
  HEDDLE_READ(T##4, float4)
HEDDLE_READ(char, float)
HEDDLE_READS(char, signed char)
HEDDLE_READS(uchar, unsigned char)
HEDDLE_READS(short, short)
HEDDLE_READS(ushort, unsigned short)
#undef HEDDLE_READS
#undef HEDDLE_READ

#define HEDDLE_HANDLE(t) (*(const cudaTextureObject_t*)(const void*)&(t))
#define HEDDLE_P(...) , __VA_ARGS__
#define HEDDLE_REFERENCE(dims, name, parameters, arguments)                         \
  template <class T, enum cudaTextureReadMode mode>                                 \
  static __device__ __forceinline__ typename __heddle_read<T, mode>::type name(     \
      const texture<T, dims, mode>& t parameters) {                                 \
    return name<typename __heddle_read<T, mode>::type>(HEDDLE_HANDLE(t) arguments); \
  }
HEDDLE_REFERENCE(cudaTextureType1D, tex1Dfetch, HEDDLE_P(int x), HEDDLE_P(x))
HEDDLE_REFERENCE(cudaTextureType1D, tex1D, HEDDLE_P(float x), HEDDLE_P(x))
HEDDLE_REFERENCE(cudaTextureType2D, tex2D, HEDDLE_P(float x, float y), HEDDLE_P(x, y))
HEDDLE_REFERENCE(cudaTextureType3D, tex3D, HEDDLE_P(float x, float y, float z), HEDDLE_P(x, y, z))
HEDDLE_REFERENCE(cudaTextureType1DLayered, tex1DLayered, HEDDLE_P(float x, int layer),
                 HEDDLE_P(x, layer))
HEDDLE_REFERENCE(cudaTextureType2DLayered, tex2DLayered, HEDDLE_P(float x, float y, int layer),
                 HEDDLE_P(x, y, layer))
HEDDLE_REFERENCE(cudaTextureTypeCubemap, texCubemap, HEDDLE_P(float x, float y, float z),
                 HEDDLE_P(x, y, z))
HEDDLE_REFERENCE(cudaTextureTypeCubemapLayered, texCubemapLayered,
                 HEDDLE_P(float x, float y, float z, int layer), HEDDLE_P(x, y, z, layer))
HEDDLE_REFERENCE(cudaTextureType1D, tex1DLod, HEDDLE_P(float x, float level), HEDDLE_P(x, level))
HEDDLE_REFERENCE(cudaTextureType2D, tex2DLod, HEDDLE_P(float x, float y, float level),
                 HEDDLE_P(x, y, level))
HEDDLE_REFERENCE(cudaTextureType3D, tex3DLod, HEDDLE_P(float x, float y, float z, float level),
                 HEDDLE_P(x, y, z, level))
#undef HEDDLE_REFERENCE
#undef HEDDLE_P
#undef HEDDLE_HANDLE

// Binding, by the variable.
#define HEDDLE_OF                                             \
  template <class T, int dims, enum cudaTextureReadMode mode> \
  static inline
HEDDLE_OF cudaError_t cudaBindTexture(size_t* offset, const texture<T, dims, mode>& tex,
                                      const void* devPtr, const cudaChannelFormatDesc& desc,
                                      size_t size = UINT_MAX) {
  return ::cudaBindTexture(offset, (const textureReference*)&tex, devPtr, &desc, size);
}
HEDDLE_OF cudaError_t cudaBindTexture(size_t* offset, const texture<T, dims, mode>& tex,
                                      const void* devPtr, size_t size = UINT_MAX) {
  return ::cudaBindTexture(offset, (const textureReference*)&tex, devPtr, &tex.channelDesc, size);
}
HEDDLE_OF cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, dims, mode>& tex,
                                        const void* devPtr, const cudaChannelFormatDesc& desc,
                                        size_t width, size_t height, size_t pitch) {
  return ::cudaBindTexture2D(offset, (const textureReference*)&tex, devPtr, &desc, width, height,
                             pitch);
}
HEDDLE_OF cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, dims, mode>& tex,
                                        const void* devPtr, size_t width, size_t height,
                                        size_t pitch) {
  return ::cudaBindTexture2D(offset, (const textureReference*)&tex, devPtr, &tex.channelDesc, width,
                             height, pitch);
}
HEDDLE_OF cudaError_t cudaBindTextureToArray(const texture<T, dims, mode>& tex,
                                             cudaArray_const_t array,
                                             const cudaChannelFormatDesc& desc) {
  return ::cudaBindTextureToArray((const textureReference*)&tex, array, &desc);
}
HEDDLE_OF cudaError_t cudaBindTextureToArray(const texture<T, dims, mode>& tex,
                                             cudaArray_const_t array) {
  return ::cudaBindTextureToArray((const textureReference*)&tex, array, &tex.channelDesc);
}
HEDDLE_OF cudaError_t cudaBindTextureToMipmappedArray(const texture<T, dims, mode>& tex,
                                                      cudaMipmappedArray_const_t array) {
  return ::cudaBindTextureToMipmappedArray((const textureReference*)&tex, array, &tex.channelDesc);
}
HEDDLE_OF cudaError_t cudaUnbindTexture(const texture<T, dims, mode>& tex) {
  return ::cudaUnbindTexture((const textureReference*)&tex);
}
HEDDLE_OF cudaError_t cudaGetTextureAlignmentOffset(size_t* offset,
                                                    const texture<T, dims, mode>& tex) {
  return ::cudaGetTextureAlignmentOffset(offset, (const textureReference*)&tex);
}
#undef HEDDLE_OF
