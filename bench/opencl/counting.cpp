// SPDX-License-Identifier: Apache-2.0
#include "bench/common/counting.h"

#include "bench/opencl/cases.h"
#include "bench/opencl/device.h"

namespace bench {
namespace {

constexpr int kBlock = 256;

class OneAddress : public Case {
 public:
  explicit OneAddress(std::int64_t n)
      : n_(n),
        x_(integers(n)),
        total_({0}),
        kernel_("add_to_one", static_cast<cl_int>(n), x_.mem, total_.mem) {}
  void run() override {
    ++repeats_;
    kernel_.launch(n_ / kBlock, 1, kBlock, 1);
  }
  double error() override { return total_error(n_, repeats_, total_.contents()[0]); }
  double bound() const override { return 0; }

 private:
  std::int64_t n_;
  Ints x_, total_;
  Kernel kernel_;
  int repeats_ = 0;
};

class SkewedHistogram : public Case {
 public:
  explicit SkewedHistogram(std::int64_t n)
      : n_(n),
        x_(skewed(n, kBins)),
        bins_(std::vector<int>(kBins, 0)),
        kernel_("histogram_shared", bins_.mem, cl_int{kBins}, x_.mem, static_cast<cl_ulong>(n),
                LocalWords{kBins}) {}
  void run() override {
    ++repeats_;
    kernel_.launch(n_ / (kBlock * kEach), 1, kBlock, 1);
  }
  double error() override { return histogram_error(n_, kBins, repeats_, bins_.contents().data()); }
  double bound() const override { return 0; }

 private:
  static constexpr int kBins = 256, kEach = 32;
  std::int64_t n_;
  Ints x_, bins_;
  Kernel kernel_;
  int repeats_ = 0;
};

}  // namespace

std::vector<CaseEntry> counting_cases() {
  return {{"one_address", open_case<OneAddress>}, {"skewed_histogram", open_case<SkewedHistogram>}};
}

}  // namespace bench
