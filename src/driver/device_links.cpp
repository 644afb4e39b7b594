// SPDX-License-Identifier: Apache-2.0
// Atomic operations of links, and the length of 1-D textures.
#include "driver/driver.h"
#include "driver/memory/format.h"

namespace heddle::driver {

HEDDLE_DRIVER CUresult cuDeviceGetHostAtomicCapabilities(unsigned int* capabilities,
                                                         const CUatomicOperation* operations,
                                                         unsigned int count, CUdevice device) {
  return without_context([&] {
    return cudaDeviceGetHostAtomicCapabilities(
        capabilities, same<const cudaAtomicOperation>(operations), count, device);
  });
}
HEDDLE_DRIVER CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int* capabilities,
                                                        const CUatomicOperation* operations,
                                                        unsigned int count, CUdevice from,
                                                        CUdevice to) {
  return without_context([&] {
    return cudaDeviceGetP2PAtomicCapabilities(
        capabilities, same<const cudaAtomicOperation>(operations), count, from, to);
  });
}

HEDDLE_DRIVER CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t* width, CUarray_format format,
                                                          unsigned channels, CUdevice device) {
  return without_context([&] {
    cudaChannelFormatDesc texel{};
    if (const auto error = texel_of(format, channels, &texel); error != cudaSuccess) return error;
    return cudaDeviceGetTexture1DLinearMaxWidth(width, &texel, device);
  });
}

}  // namespace heddle::driver
