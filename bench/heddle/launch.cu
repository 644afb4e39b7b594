// SPDX-License-Identifier: Apache-2.0
#include "bench/heddle/cases.h"
#include "bench/heddle/device.h"

namespace bench {
namespace {

__global__ void empty_kernel() {}

class Empty : public Case {
 public:
  explicit Empty(std::int64_t) {}
  void run() override {
    empty_kernel<<<1, 1>>>();
    status_ = cudaDeviceSynchronize();
  }
  double error() override { return cudaGetLastError() != cudaSuccess || status_ != cudaSuccess; }
  double bound() const override { return 0; }

 private:
  cudaError_t status_ = cudaErrorUnknown;
};

}  // namespace

std::vector<CaseEntry> launch_cases() {
  return {{"empty", open_case<Empty>}};
}

}  // namespace bench
