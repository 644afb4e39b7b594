// SPDX-License-Identifier: Apache-2.0
#include <cublas_v2.h>

#include "bench/heddle/cases.h"
#include "bench/heddle/device.h"

namespace bench {
namespace {

// Of matrices whose rows follow each other: C' = B' A'.
class CublasSgemm : public Case {
 public:
  explicit CublasSgemm(std::int64_t n) : work_(n), a_(work_.a), b_(work_.b), c_(unwritten(n * n)) {
    cublasCreate(&handle_);
  }
  ~CublasSgemm() override { cublasDestroy(handle_); }
  void run() override {
    const int n = static_cast<int>(work_.n);
    const float one = 1, zero = 0;
    cublasSgemm(handle_, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b_.get(), n, a_.get(), n, &zero,
                c_.get(), n);
    finish();
  }
  double error() override { return work_.error(c_.contents().data()); }
  double bound() const override { return Matmul::kBound; }

 private:
  Matmul work_;
  DeviceFloats a_, b_, c_;
  cublasHandle_t handle_ = nullptr;
};

}  // namespace

std::vector<CaseEntry> cublas_cases() {
  return {{"cublas_sgemm", open_case<CublasSgemm>}};
}

}  // namespace bench
