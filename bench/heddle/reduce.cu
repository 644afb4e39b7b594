// SPDX-License-Identifier: Apache-2.0
#include "bench/heddle/cases.h"
#include "bench/heddle/device.h"
#include "gallery/kernels/block_sum.cuh"

namespace bench {
namespace {

constexpr int kBlock = 256;

template <bool shuffles>
class ReduceCase : public Case {
 public:
  explicit ReduceCase(std::int64_t n) : n_(n), x_(values(n, 1)), sums_(unwritten(n / kBlock)) {}
  void run() override {
    if (shuffles) {
      block_sum_shuffles<<<n_ / kBlock, kBlock>>>(n_, x_.get(), sums_.get());
    } else {
      block_sum_barriers<kBlock><<<n_ / kBlock, kBlock>>>(n_, x_.get(), sums_.get());
    }
    finish();
  }
  double error() override {
    double total = 0;
    for (float part : sums_.contents()) total += part;
    return sum_error(n_, total);
  }
  double bound() const override { return kSumBound; }

 private:
  int n_;
  DeviceFloats x_, sums_;
};

}  // namespace

std::vector<CaseEntry> reduce_cases() {
  return {{"reduce_barrier", open_case<ReduceCase<false>>},
          {"reduce_shuffle", open_case<ReduceCase<true>>}};
}

}  // namespace bench
