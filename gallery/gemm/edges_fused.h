// SPDX-License-Identifier: Apache-2.0
// A fused epilogue for the tests of edges.h: bias and residual that differ by place, and what
// should become of a sum.
#pragma once

#include <cmath>

#include "attempt.h"
#include "epilogue.h"

namespace gemm {

template <class Out>
class FusedCase {
 public:
  static constexpr int kMost = 512;  // of C's rows, and of its columns

  // crooked: the residual lies at odd elements, in lines of odd length. Must outlive its functions.
  FusedCase(gallery::Program& program, bool crooked)
      : offset_(crooked ? 1 : 0),
        ld_(kMost + (crooked ? 9 : 8)),
        bias_(gallery::random_floats(kMost, program.seed(5))),
        numbers_(gallery::random_floats(size_t(kMost) * kMost, program.seed(6))),
        on_device_(bias_),
        in_rows_(lines(true)),
        in_columns_(lines(false)) {}
  FusedCase(const FusedCase&) = delete;

  double bias(int place) const { return double(bias_[place]); }
  double residual(int row, int column) const {
    return as_double(Out(numbers_[size_t(row) * kMost + column]));
  }
  // with_residual: else beta multiplies C.
  Epilogue<Out> epilogue(Order c, bool with_residual) const {
    if (!with_residual) return {on_device_.get(), {}};
    const auto& all = c == Order::kRow ? in_rows_ : in_columns_;
    return {on_device_.get(), {all.get() + offset_, ld_, c}};
  }
  // call(problem, epilogue, workspace, room); act(x): the activation.
  template <class In, class Call, class Act>
  Function<In, Out> function(const std::string& name, bool with_residual, Call call, Act act,
                             double allowed = 0) const {
    Function<In, Out> f{
        name,
        [this, call, with_residual](const Problem<In, Out>& p, float* memory, size_t room) {
          return call(p, epilogue(p.c.order, with_residual), memory, room);
        },
        [this, act](double sum, int place) { return act(sum + bias(place)); }, allowed};
    if (with_residual) f.addend = [this](int row, int column) { return residual(row, column); };
    return f;
  }

 private:
  std::vector<Out> lines(bool by_rows) const {
    std::vector<Out> all(offset_ + size_t(kMost) * ld_);
    for (int i = 0; i < kMost; ++i)
      for (int j = 0; j < kMost; ++j)
        all[offset_ + size_t(by_rows ? i : j) * ld_ + (by_rows ? j : i)] =
            Out(numbers_[size_t(i) * kMost + j]);
    return all;
  }

  int offset_, ld_;
  std::vector<float> bias_, numbers_;
  gallery::DeviceArray<float> on_device_;
  gallery::DeviceArray<Out> in_rows_, in_columns_;
};

inline double relu(double x) {
  return x > 0 ? x : 0;
}
inline double exact_gelu(double x) {
  return 0.5 * x * (1 + std::tanh(0.7978845608 * (x + 0.044715 * x * x * x)));
}

}  // namespace gemm
