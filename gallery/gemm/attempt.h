// SPDX-License-Identifier: Apache-2.0
// One product of small matrices that lie anywhere, and all that can be wrong with it: every element
// is compared with a sum in double, every byte around C and the workspace with what it was.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "precision.h"
#include "view.h"

namespace gemm {

// What is multiplied, wherever it lies: element (i, j) of an operand is the same in all layouts.
template <class In, class Out>
struct Numbers {
  int m, n, k;
  std::vector<float> a, b, c;
  std::vector<double> sum, size;  // A B, and the sums of the products' magnitudes

  Numbers(gallery::Program& program, int m_, int n_, int k_)
      : m(m_), n(n_), k(k_), sum(size_t(m) * n), size(size_t(m) * n) {
    a = rounded<InA<In>>(gallery::random_floats(size_t(m) * k, program.seed(1)));
    b = rounded<InB<In>>(gallery::random_floats(size_t(k) * n, program.seed(2)));
    c = rounded<Out>(gallery::random_floats(size_t(m) * n, program.seed(3)));
    for (int i = 0; i < m; ++i)
      for (int l = 0; l < k; ++l)
        for (int j = 0; j < n; ++j) {
          const double product = double(a[size_t(i) * k + l]) * double(b[size_t(l) * n + j]);
          sum[size_t(i) * n + j] += product;
          size[size_t(i) * n + j] += std::fabs(product);
        }
  }
  template <class T>
  static std::vector<float> rounded(std::vector<float> values) {
    for (float& value : values) value = float(as_double(from_unit<T>(value)));
    return values;
  }
};

// What is under test; what it makes of alpha A B + beta C, and how far that may be off.
template <class In, class Out>
struct Function {
  std::string name;
  std::function<cudaError_t(const Problem<In, Out>&, float* workspace, size_t room)> call;
  // place: in C's lines.
  std::function<double(double sum, int place)> finish = [](double sum, int) { return sum; };
  double allowed = 0;
  std::function<double(int row, int column)> addend = {};  // what beta multiplies; none: C
};

template <class In, class Out>
struct Attempt {
  Layout a{Order::kRow, 0, 0}, b{Order::kRow, 0, 0}, c{Order::kRow, 0, 0};
  Factor<Out> alpha = 1, beta = 0;
  bool operands_exist = true;  // or are NaN
  size_t room = ~size_t(0);    // of the workspace, which begins at its element `workspace_offset`
  int workspace_offset = 0;
  // What C holds before, where it is not to be read.
  static constexpr float kNobody = std::is_integral_v<Out> ? -0x1p30f : NAN;
  std::function<void(Problem<In, Out>&)> spoil;  // makes it a problem that must be refused

  // What is wrong; "" when nothing is.
  std::string run(const Numbers<In, Out>& numbers, const Function<In, Out>& f, Precision precision,
                  gallery::DeviceArray<float>& workspace) const {
    const int m = numbers.m, n = numbers.n, k = numbers.k;
    View<InA<In>> view_a(m, k, a, 0xff);
    View<InB<In>> view_b(k, n, b, 0xff);
    View<Out> view_c(m, n, c, 0xa5);
    if (operands_exist) {
      view_a.set([&](int i, int j) { return numbers.a[size_t(i) * numbers.k + j]; });
      view_b.set([&](int i, int j) { return numbers.b[size_t(i) * numbers.n + j]; });
    }
    view_c.set(
        [&](int i, int j) { return beta == 0 ? kNobody : numbers.c[size_t(i) * numbers.n + j]; });
    Problem<In, Out> p{m, n, k, alpha, beta, {}, {}, view_c.matrix()};
    const auto matrix_a = view_a.matrix();
    const auto matrix_b = view_b.matrix();
    p.a = {matrix_a.data, matrix_a.ld, matrix_a.order};
    p.b = {matrix_b.data, matrix_b.ld, matrix_b.order};
    if (spoil) spoil(p);
    const size_t floats = std::min(room, workspace.count() - workspace_offset);
    const cudaError_t error = f.call(p, workspace.get() + workspace_offset, floats);
    if (spoil && error != cudaErrorInvalidValue)
      return std::string("is not refused: ") + cudaGetErrorName(error);
    if (!spoil && error != cudaSuccess) return std::string("returned ") + cudaGetErrorName(error);
    if (const cudaError_t later = cudaDeviceSynchronize(); later != cudaSuccess)
      return cudaGetErrorName(later);
    view_c.download();
    const std::string damage = view_c.damage();
    return !damage.empty() ? damage : compare(numbers, f, precision, view_c);
  }

 private:
  std::string compare(const Numbers<In, Out>& numbers, const Function<In, Out>& f,
                      Precision precision, View<Out>& c_view) const {
    for (int i = 0; i < numbers.m; ++i)
      for (int j = 0; j < numbers.n; ++j) {
        const size_t e = size_t(i) * numbers.n + j;
        const double got = c_view(i, j), before = numbers.c[e];
        if (spoil) {
          if (beta == 0 ? std::isnan(got) || got == double(kNobody) : got == before) continue;
          return "changed C";
        }
        const double old = beta == 0 ? 0.0 : f.addend ? f.addend(i, j) : before;
        const int place = c.order == Order::kRow ? j : i;
        const bool adds = numbers.k != 0 && alpha != 0;
        const double expected = f.finish((adds ? alpha * numbers.sum[e] : 0.0) + beta * old, place);
        const double scale = std::fabs(double(alpha)) * numbers.size[e] + std::fabs(beta * old);
        const double difference = std::fabs(got - expected);
        if (difference <= precision.output * std::fabs(expected) +
                              (precision.bound(numbers.k) + f.allowed) * scale + f.allowed)
          continue;
        return "row " + std::to_string(i) + ", column " + std::to_string(j) + ": " +
               std::to_string(got) + " instead of " + std::to_string(expected);
      }
    return "";
  }
};

// Counts attempts of one kind; a row of the program's output.
class Tally {
 public:
  void add(const std::string& size, const std::string& wrong) {
    ++count_;
    if (!wrong.empty() && wrong_++ == 0) first_ = size + ": " + wrong;
  }
  void row(gallery::Program& program, const std::string& name, const std::string& group) const {
    const std::string passed = std::to_string(count_) + " products";
    program.row(name, group,
                gallery::check_that(wrong_ == 0, passed.c_str(),
                                    std::to_string(wrong_) + " wrong, first " + first_));
  }

 private:
  int count_ = 0, wrong_ = 0;
  std::string first_;
};

}  // namespace gemm
