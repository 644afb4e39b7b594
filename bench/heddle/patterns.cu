// SPDX-License-Identifier: Apache-2.0
// The patterns as kernels: one thread an element.
#include "bench/common/pattern_data.h"
#include "bench/heddle/cases.h"
#include "bench/heddle/device.h"

namespace bench {
namespace {

template <typename Pattern, typename... Arguments>
__global__ void run_row(int nx, Arguments... arguments) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < nx) Pattern::element(x, 0, 0, arguments...);
}

template <typename Pattern, typename... Arguments>
__global__ void run_space(int nx, int ny, Arguments... arguments) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < nx && y < ny) Pattern::element(x, y, blockIdx.z, arguments...);
}

template <typename Pattern>
class PatternCase : public Case {
 public:
  explicit PatternCase(std::int64_t n) : n_(n), data_(data_of<Pattern>(n)), out_(data_.out) {}

  void run() override {
    std::apply(
        [&](const auto&... inputs) {
          std::apply(
              [&](auto... numbers) { launch(out_.get(), to_read(inputs.get())..., numbers...); },
              data_.numbers);
        },
        inputs_.arrays);
    finish();
  }
  double error() override { return pattern_error<Pattern>(n_, out_.contents()); }
  double bound() const override { return pattern_bound<Pattern, Out>(); }

 private:
  using Data = decltype(data_of<Pattern>(0));
  using Out = typename decltype(Data::out)::value_type;
  template <typename Vectors>
  struct Arrays;
  template <typename... T>
  struct Arrays<std::tuple<std::vector<T>...>> {
    explicit Arrays(const std::tuple<std::vector<T>...>& from) : arrays(from) {}
    std::tuple<DeviceArray<T>...> arrays;
  };

  template <typename T>
  static const T* to_read(const T* p) {
    return p;
  }

  template <typename... Arguments>
  void launch(Arguments... arguments) {
    const auto blocks = [](int n, int size) {
      return static_cast<unsigned>((n + size - 1) / size);
    };
    if (data_.ny == 1) {
      run_row<Pattern><<<blocks(data_.nx, 256), 256>>>(data_.nx, arguments...);
    } else {
      const dim3 block(32, 8);
      const dim3 grid(blocks(data_.nx, 32), blocks(data_.ny, 8), static_cast<unsigned>(data_.nz));
      run_space<Pattern><<<grid, block>>>(data_.nx, data_.ny, arguments...);
    }
  }

  std::int64_t n_;
  Data data_;
  DeviceArray<Out> out_;
  Arrays<decltype(Data::inputs)> inputs_{data_.inputs};
};

}  // namespace

std::vector<CaseEntry> pattern_cases() {
  return {
#define BENCH_PATTERN(name, Pattern) {#name, open_case<PatternCase<Pattern>>},
#include "bench/common/pattern_table.inc"
  };
}

}  // namespace bench
