// SPDX-License-Identifier: Apache-2.0
// cudaCreateChannelDesc<T>() (CUDA Runtime API, "C++ API Routines"): bits per component of T.
#pragma once

// The name by which other headers ask whether this one was included.
#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime_api.h"

#ifdef __cplusplus
template <class T>
static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudaChannelFormatDesc{0, 0, 0, 0, cudaChannelFormatKindNone};
}

#define HEDDLE_CHANNEL(T, base, kind)                                                        \
  template <>                                                                                \
  inline cudaChannelFormatDesc cudaCreateChannelDesc<T>() {                                  \
    const int bits = 8 * sizeof(base), n = sizeof(T) / sizeof(base);                         \
    return cudaChannelFormatDesc{bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0, \
                                 kind};                                                      \
  }
#define HEDDLE_CHANNELS(T, base, kind) \
  HEDDLE_CHANNEL(base, base, kind)     \
  HEDDLE_CHANNEL(T##1, base, kind)     \
  HEDDLE_CHANNEL(T##2, base, kind)     \
  HEDDLE_CHANNEL(T##4, base, kind)
HEDDLE_CHANNEL(char, char, cudaChannelFormatKindSigned)
HEDDLE_CHANNELS(char, signed char, cudaChannelFormatKindSigned)
HEDDLE_CHANNELS(uchar, unsigned char, cudaChannelFormatKindUnsigned)
HEDDLE_CHANNELS(short, short, cudaChannelFormatKindSigned)
HEDDLE_CHANNELS(ushort, unsigned short, cudaChannelFormatKindUnsigned)
HEDDLE_CHANNELS(int, int, cudaChannelFormatKindSigned)
HEDDLE_CHANNELS(uint, unsigned int, cudaChannelFormatKindUnsigned)
HEDDLE_CHANNELS(float, float, cudaChannelFormatKindFloat)
#undef HEDDLE_CHANNELS
#undef HEDDLE_CHANNEL

static inline cudaChannelFormatDesc cudaCreateChannelDescHalf(void) {
  return cudaChannelFormatDesc{16, 0, 0, 0, cudaChannelFormatKindFloat};
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1(void) {
  return cudaChannelFormatDesc{16, 0, 0, 0, cudaChannelFormatKindFloat};
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2(void) {
  return cudaChannelFormatDesc{16, 16, 0, 0, cudaChannelFormatKindFloat};
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4(void) {
  return cudaChannelFormatDesc{16, 16, 16, 16, cudaChannelFormatKindFloat};
}
#endif
