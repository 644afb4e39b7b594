// SPDX-License-Identifier: Apache-2.0
// OpenBLAS sgemm. The thread count comes from OMP_NUM_THREADS, as for the loops beside it.
#include <cblas.h>

#include <cmath>
#include <limits>
#include <vector>

#include "bench/common/workload.h"
#include "bench/host/cases.h"

namespace bench {
namespace {

class Sgemm : public Case {
 public:
  explicit Sgemm(std::int64_t n) : work_(n), c_(n * n, std::nanf("")) {
    openblas_set_num_threads(worker_threads());
  }
  void run() override {
    const int n = static_cast<int>(work_.n);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0f, work_.a.data(), n,
                work_.b.data(), n, 0.0f, c_.data(), n);
  }
  double error() override { return work_.error(c_.data()); }
  double bound() const override { return Matmul::kBound; }

 private:
  Matmul work_;
  std::vector<float> c_;
};

}  // namespace

CaseEntry sgemm_case() {
  return {"sgemm", open_case<Sgemm>};
}
std::string openblas_description() {
  return openblas_get_config();
}

}  // namespace bench
