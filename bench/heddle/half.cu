// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp16.h>

#include "bench/common/counting.h"
#include "bench/heddle/cases.h"
#include "bench/heddle/device.h"

namespace bench {
namespace {

constexpr int kBlock = 256;

__global__ void half2_axpy(int pairs, float a, const __half2* x, __half2* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pairs) y[i] = __hfma2(__float2half2_rn(a), x[i], y[i]);
}

class HalfAxpy : public Case {
 public:
  explicit HalfAxpy(std::int64_t n) : n_(n), x_(halves(n, kHalfX)), y_(halves(n, kHalfY)) {}
  void run() override {
    ++repeats_;
    const int pairs = n_ / 2;
    half2_axpy<<<(pairs + kBlock - 1) / kBlock, kBlock>>>(
        pairs, saxpy_factor(repeats_), reinterpret_cast<const __half2*>(x_.get()),
        reinterpret_cast<__half2*>(y_.get()));
    finish();
  }
  double error() override { return half_axpy_error(n_, y_.contents().data(), repeats_); }
  double bound() const override { return 0; }

 private:
  int n_;
  DeviceArray<std::uint16_t> x_, y_;
  int repeats_ = 0;
};

}  // namespace

std::vector<CaseEntry> half_cases() {
  return {{"half2_axpy", open_case<HalfAxpy>}};
}

}  // namespace bench
