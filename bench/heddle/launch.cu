// SPDX-License-Identifier: Apache-2.0
#include "bench/heddle/cases.h"
#include "bench/heddle/device.h"

namespace bench {
namespace {

__global__ void empty_kernel() {}

// A grid of n blocks: one runs where it is launched, many wake the workers.
class Empty : public Case {
 public:
  explicit Empty(std::int64_t n) : blocks_(n) {}
  void run() override {
    empty_kernel<<<blocks_, 256>>>();
    status_ = cudaDeviceSynchronize();
  }
  double error() override { return cudaGetLastError() != cudaSuccess || status_ != cudaSuccess; }
  double bound() const override { return 0; }

 private:
  int blocks_;
  cudaError_t status_ = cudaErrorUnknown;
};

}  // namespace

std::vector<CaseEntry> launch_cases() {
  return {{"empty", open_case<Empty>}};
}

}  // namespace bench
