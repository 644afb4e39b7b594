// SPDX-License-Identifier: Apache-2.0
// Fills with elements of 1, 2 and 4 bytes.
#include "driver/driver.h"
#include "runtime/memory/transfer.h"

namespace heddle::driver {
namespace {

// `width` in elements. Addresses and pitches are multiples of the element's size.
CUresult fill(bool blocking, CUstream stream, CUdeviceptr to, size_t pitch, std::uint32_t value,
              unsigned element, size_t width, size_t height) {
  return in_context([&] {
    size_t bytes = 0;
    if (to % element || pitch % element || __builtin_mul_overflow(width, element, &bytes)) {
      return cudaErrorInvalidValue;
    }
    if (height > 1 && pitch < bytes) return cudaErrorInvalidValue;
    return runtime::on_stream(stream, [&](engine::Stream& on) {
      return runtime::fill({on, blocking}, runtime::box(pointer(to), pitch, pitch * height),
                           {bytes, height}, value, element);
    });
  });
}

}  // namespace

#define FILLS(bits, type)                                                                         \
  HEDDLE_DRIVER CUresult cuMemsetD##bits##_v2(CUdeviceptr to, type value, size_t count) {         \
    return fill(true, nullptr, to, 0, value, (bits) / 8, count, 1);                               \
  }                                                                                               \
  HEDDLE_DRIVER CUresult cuMemsetD##bits##Async(CUdeviceptr to, type value, size_t count,         \
                                                CUstream stream) {                                \
    return fill(false, stream, to, 0, value, (bits) / 8, count, 1);                               \
  }                                                                                               \
  HEDDLE_DRIVER CUresult cuMemsetD2D##bits##_v2(CUdeviceptr to, size_t pitch, type value,         \
                                                size_t width, size_t height) {                    \
    return fill(true, nullptr, to, pitch, value, (bits) / 8, width, height);                      \
  }                                                                                               \
  HEDDLE_DRIVER CUresult cuMemsetD2D##bits##Async(CUdeviceptr to, size_t pitch, type value,       \
                                                  size_t width, size_t height, CUstream stream) { \
    return fill(false, stream, to, pitch, value, (bits) / 8, width, height);                      \
  }

FILLS(8, unsigned char)
FILLS(16, unsigned short)
FILLS(32, unsigned int)

}  // namespace heddle::driver
