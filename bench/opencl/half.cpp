// SPDX-License-Identifier: Apache-2.0
#include "bench/common/counting.h"
#include "bench/common/workload.h"
#include "bench/opencl/cases.h"
#include "bench/opencl/device.h"

namespace bench {
namespace {

constexpr int kBlock = 256;

struct Halves : Buffer {
  Halves(std::size_t n, std::uint32_t which) : Buffer(n / 2) {
    Device::instance().write(mem, halves(n, which).data(), n / 2);
  }
};

class HalfAxpy : public Case {
 public:
  explicit HalfAxpy(std::int64_t n)
      : n_(n),
        x_(n, kHalfX),
        y_(n, kHalfY),
        kernels_{{"half2_axpy", static_cast<cl_int>(n / 2), saxpy_factor(2), x_.mem, y_.mem},
                 {"half2_axpy", static_cast<cl_int>(n / 2), saxpy_factor(1), x_.mem, y_.mem}} {}
  void run() override {
    ++repeats_;
    kernels_[repeats_ % 2].launch(n_ / 2 / kBlock, 1, kBlock, 1);
  }
  double error() override {
    std::vector<std::uint16_t> got(n_);
    Device::instance().read(got.data(), y_.mem, n_ / 2);
    return half_axpy_error(n_, got.data(), repeats_);
  }
  double bound() const override { return 0; }

 private:
  std::int64_t n_;
  Halves x_, y_;
  Kernel kernels_[2];
  int repeats_ = 0;
};

}  // namespace

std::vector<CaseEntry> half_cases() {
  return {{"half2_axpy", open_case<HalfAxpy>}};
}

}  // namespace bench
