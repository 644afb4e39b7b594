// SPDX-License-Identifier: Apache-2.0
// The patterns as plain OpenMP C++: a parallel loop around the same function, and no more.
#include "bench/common/pattern_data.h"
#include "bench/common/worker.h"

namespace bench {
namespace {

template <typename Pattern, typename... Arguments>
void loop(int nx, int ny, int nz, Arguments... arguments) {
  if (ny == 1) {
#pragma omp parallel for schedule(static)
    for (int x = 0; x < nx; ++x) Pattern::element(x, 0, 0, arguments...);
    return;
  }
#pragma omp parallel for collapse(2) schedule(static)
  for (int z = 0; z < nz; ++z) {
    for (int y = 0; y < ny; ++y) {
      for (int x = 0; x < nx; ++x) Pattern::element(x, y, z, arguments...);
    }
  }
}

template <typename Pattern>
class PatternCase : public Case {
 public:
  explicit PatternCase(std::int64_t n) : n_(n), data_(data_of<Pattern>(n)) {}
  void run() override {
    std::apply(
        [&](const auto&... inputs) {
          std::apply(
              [&](auto... numbers) {
                loop<Pattern>(data_.nx, data_.ny, data_.nz, data_.out.data(), inputs.data()...,
                              numbers...);
              },
              data_.numbers);
        },
        data_.inputs);
  }
  double error() override { return pattern_error<Pattern>(n_, data_.out); }
  double bound() const override {
    return pattern_bound<Pattern, typename decltype(data_.out)::value_type>();
  }

 private:
  std::int64_t n_;
  decltype(data_of<Pattern>(0)) data_;
};

}  // namespace
}  // namespace bench

int main() {
  using namespace bench;
  return serve("plain", "g++ " __VERSION__,
               {
#define BENCH_PATTERN(name, Pattern) {#name, open_case<PatternCase<Pattern>>},
#include "bench/common/pattern_table.inc"
               });
}
