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

// Keeps the positive values: a warp asks for its places with one atomic. count starts at 0.
__global__ void compact_ballot(int n, const int* x, int* out, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const int value = i < n ? x[i] : 0;
  const unsigned kept = __ballot_sync(0xffffffffu, value > 0);
  int place = 0;
  if (lane == 0) place = atomicAdd(count, __popc(kept));
  place = __shfl_sync(0xffffffffu, place, 0) + __popc(kept & ((1u << lane) - 1));
  if (value > 0) out[place] = value;
}

class Compact : public Case {
 public:
  explicit Compact(std::int64_t n)
      : n_(n), x_(integers(n)), out_(std::vector<int>(n, 0)), count_({0}) {}
  void run() override {
    require(cudaMemsetAsync(count_.get(), 0, sizeof(int)), "cudaMemsetAsync");
    compact_ballot<<<(n_ + kBlock - 1) / kBlock, kBlock>>>(n_, x_.get(), out_.get(), count_.get());
    finish();
  }
  double error() override {
    return compact_error(n_, out_.contents().data(), count_.contents()[0]);
  }
  double bound() const override { return 0; }

 private:
  static constexpr int kBlock = 256;
  int n_;
  DeviceInts x_, out_, count_;
};

}  // namespace

std::vector<CaseEntry> warp_cases() {
  return {{"scan_shuffle", open_case<Scan>}, {"compact_ballot", open_case<Compact>}};
}

}  // namespace bench
