// SPDX-License-Identifier: Apache-2.0
// Ranges of managed memory that are prefetched or discarded together.
#include "driver/driver.h"

namespace heddle::driver {

HEDDLE_DRIVER CUresult cuMemPrefetchBatchAsync(CUdeviceptr* addresses, size_t* sizes, size_t count,
                                               CUmemLocation* locations, size_t* first,
                                               size_t number, unsigned long long flags,
                                               CUstream stream) {
  return in_context([&] {
    return cudaMemPrefetchBatchAsync(pointer(addresses), sizes, count,
                                     same<cudaMemLocation>(locations), first, number, flags,
                                     stream);
  });
}
HEDDLE_DRIVER CUresult cuMemDiscardBatchAsync(CUdeviceptr* addresses, size_t* sizes, size_t count,
                                              unsigned long long flags, CUstream stream) {
  return in_context(
      [&] { return cudaMemDiscardBatchAsync(pointer(addresses), sizes, count, flags, stream); });
}
HEDDLE_DRIVER CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr* addresses, size_t* sizes,
                                                         size_t count, CUmemLocation* locations,
                                                         size_t* first, size_t number,
                                                         unsigned long long flags,
                                                         CUstream stream) {
  return in_context([&] {
    return cudaMemDiscardAndPrefetchBatchAsync(pointer(addresses), sizes, count,
                                               same<cudaMemLocation>(locations), first, number,
                                               flags, stream);
  });
}

}  // namespace heddle::driver
