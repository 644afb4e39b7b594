// SPDX-License-Identifier: Apache-2.0
// Kernels whose lanes talk through warp functions.
#include "bench/common/counting.h"
#include "bench/heddle/cases.h"
#include "bench/heddle/device.h"

namespace bench {
namespace {

__device__ int warp_scan(int value) {
  const int lane = threadIdx.x % 32;
  for (int offset = 1; offset < 32; offset *= 2) {
    const int below = __shfl_up_sync(0xffffffffu, value, offset);
    if (lane >= offset) value += below;
  }
  return value;
}

// Inclusive sums within each block of kScanBlock.
__global__ void scan_shuffles(int n, const int* x, int* y) {
  __shared__ int warp_sums[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32;
  int value = warp_scan(i < n ? x[i] : 0);
  if (threadIdx.x % 32 == 31) warp_sums[warp] = value;
  __syncthreads();
  if (warp == 0)
    warp_sums[threadIdx.x] = warp_scan(threadIdx.x < blockDim.x / 32 ? warp_sums[threadIdx.x] : 0);
  __syncthreads();
  if (warp > 0) value += warp_sums[warp - 1];
  if (i < n) y[i] = value;
}

class Scan : public Case {
 public:
  explicit Scan(std::int64_t n) : n_(n), x_(integers(n)), y_(std::vector<int>(n, 0)) {}
  void run() override {
    scan_shuffles<<<n_ / kScanBlock, kScanBlock>>>(n_, x_.get(), y_.get());
    finish();
  }
  double error() override { return scan_error(n_, y_.contents().data()); }
  double bound() const override { return 0; }

 private:
  int n_;
  DeviceInts x_, y_;
};

}  // namespace

std::vector<CaseEntry> warp_cases() {
  return {{"scan_shuffle", open_case<Scan>}};
}

}  // namespace bench
