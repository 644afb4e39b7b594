// SPDX-License-Identifier: Apache-2.0
// OpenCL C has no warp functions here: the same work through local memory.
#include "bench/common/counting.h"
#include "bench/opencl/cases.h"
#include "bench/opencl/device.h"

namespace bench {
namespace {

class Scan : public Case {
 public:
  explicit Scan(std::int64_t n)
      : n_(n),
        x_(integers(n)),
        y_(std::vector<int>(n, 0)),
        kernel_("scan_barrier", static_cast<cl_int>(n), x_.mem, y_.mem) {}
  void run() override { kernel_.launch(n_ / kScanBlock, 1, kScanBlock, 1); }
  double error() override { return scan_error(n_, y_.contents().data()); }
  double bound() const override { return 0; }

 private:
  std::int64_t n_;
  Ints x_, y_;
  Kernel kernel_;
};

class Compact : public Case {
 public:
  explicit Compact(std::int64_t n)
      : n_(n),
        x_(integers(n)),
        out_(std::vector<int>(n, 0)),
        count_({0}),
        kernel_("compact_local", static_cast<cl_int>(n), x_.mem, out_.mem, count_.mem) {}
  void run() override {
    const int zero = 0;
    Device::instance().write(count_.mem, &zero, 1);
    kernel_.launch(n_ / kBlock, 1, kBlock, 1);
  }
  double error() override {
    return compact_error(n_, out_.contents().data(), count_.contents()[0]);
  }
  double bound() const override { return 0; }

 private:
  static constexpr int kBlock = 256;
  std::int64_t n_;
  Ints x_, out_, count_;
  Kernel kernel_;
};

}  // namespace

std::vector<CaseEntry> warp_cases() {
  return {{"scan_barrier", open_case<Scan>}, {"compact_local", open_case<Compact>}};
}

}  // namespace bench
