// SPDX-License-Identifier: Apache-2.0
// What the programs of the ladder share: one problem with random operands, and a row for each step
// that computes it: checked element by element, then timed.
#pragma once

#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "../common/gallery.h"
#include "gpu_time.h"
#include "precision.h"
#include "problem.h"
#include "reference.cuh"
#ifdef GEMM_CUBLAS
#include "cublas.h"
#include "cublaslt.h"
#endif

namespace gemm {

// The options that say what is computed.
struct Settings {
  int m, n, k;
  float alpha, beta;
  Order a, b, c;

  explicit Settings(gallery::Program& program) {
    m = program.integer("m", 512, 1, 65536, "rows of A and C");
    n = program.integer("n", 512, 1, 65536, "columns of B and C");
    k = program.integer("k", 512, 1, 65536, "columns of A, rows of B");
    alpha = std::strtof(program.text("alpha", "1", "factor of the product").c_str(), nullptr);
    beta = std::strtof(program.text("beta", "0", "factor of the old C").c_str(), nullptr);
    const std::string orders =
        program.text("orders", "rrr", "of A, B and C: r row by row, c column by column");
    if (orders.size() != 3 || orders.find_first_not_of("rc") != std::string::npos)
      program.usage_error("--orders wants three letters, each r or c");
    const auto order = [&](int i) { return orders[i] == 'r' ? Order::kRow : Order::kColumn; };
    a = order(0), b = order(1), c = order(2);
  }
  bool all_rows() const { return a == Order::kRow && b == Order::kRow && c == Order::kRow; }
};

// One of those that compute the same: launch() returns what went wrong; `allowed` is added to the
// bound.
struct Contender {
  std::string name;
  std::function<cudaError_t()> launch;
  double allowed = 0;
};

template <class In, class Out>
class Harness {
 public:
  // Lines of A and B start at multiples of `multiple` elements, those of C follow each other.
  Harness(gallery::Program& program, const Settings& s, Precision precision, int multiple = 1)
      : program_(program),
        precision_(precision),
        ld_a_(line(s.a, s.m, s.k, multiple)),
        ld_b_(line(s.b, s.k, s.n, multiple)),
        a_(converted<In>(random(size_t(s.a == Order::kRow ? s.m : s.k) * ld_a_, 1))),
        b_(converted<In>(random(size_t(s.b == Order::kRow ? s.k : s.n) * ld_b_, 2))),
        before_(converted<Out>(random(size_t(s.m) * s.n, 3))),
        d_a_(a_),
        d_b_(b_),
        d_before_(before_),
        c_(before_.size()),
        sum_(before_.size()),
        size_(before_.size()),
        deviation_(1) {
    problem_ = {s.m,
                s.n,
                s.k,
                s.alpha,
                s.beta,
                {d_a_.get(), ld_a_, s.a},
                {d_b_.get(), ld_b_, s.b},
                {c_.get(), line(s.c, s.m, s.n, 1), s.c}};
    const dim3 grid(tiles(s.n, 16), tiles(s.m, 16));
    reference_product<<<grid, dim3(16, 16)>>>(problem_, sum_.get(), size_.get());
    CUDA_CHECK(cudaGetLastError());
    check_reference();
  }

  const Problem<In, Out>& problem() const { return problem_; }

  // Checks all, then takes the times of those that are right in turn.
  template <class Finish = Same>
  void run(const std::vector<Contender>& contenders, Finish finish = {}, bool timed = true) {
    std::vector<gallery::Check> checks;
    std::vector<std::function<void()>> launches;
    for (const Contender& one : contenders) {
      checks.push_back(result(one, finish));
      if (checks.back().pass) launches.push_back([&] { CUDA_CHECK(one.launch()); });
    }
    const std::vector<Times> times =
        times_in_turn(program_.warmup(), timed ? program_.repetitions() : 0, launches);
    auto taken = times.begin();
    for (size_t i = 0; i < contenders.size(); ++i)
      row(contenders[i].name, checks[i].pass ? *taken++ : Times{}, checks[i]);
  }
  void run(const std::string& name, std::function<cudaError_t()> launch) {
    run({Contender{name, std::move(launch)}});
  }
  // With the libraries at hand, they take turns.
  void run_beside(const std::string& name, std::function<cudaError_t()> launch) {
#ifdef GEMM_CUBLAS
    std::vector<Contender> all{{name, std::move(launch)}, cublas("cuBLAS beside it")};
    const std::function<cudaError_t()> best = cublaslt_.best(problem_, precision_.tf32);
    if (best) all.push_back({"cublasLt beside it", best, precision_.output});
    run(all);
#else
    run(name, std::move(launch));
#endif
  }

#ifdef GEMM_CUBLAS
  CublasLt& cublaslt() { return cublaslt_; }
  // It may add parts of a split k that were rounded to C's type.
  Contender cublas(const std::string& name) {
    return {name, [this] { return cublas_(problem_, precision_.tf32); }, precision_.output};
  }
#endif

 private:
  void row(const std::string& name, const Times& times, const gallery::Check& check) {
    program_.row(name + " (" + precision_.name + ")", size(),
                 {2.0 * problem_.m * problem_.n * problem_.k, 0}, times.gpu, check,
                 times.one_launch);
  }
  static int line(Order order, int rows, int columns, int multiple) {
    return tiles(order == Order::kRow ? columns : rows, multiple) * multiple;
  }
  std::string size() const { return gallery::by(problem_.m, problem_.n, problem_.k); }
  std::vector<float> random(size_t count, int array) const {
    return gallery::random_floats(count, program_.seed(array));
  }
  template <class T>
  static std::vector<T> converted(const std::vector<float>& values) {
    return std::vector<T>(values.begin(), values.end());
  }

  // C is NaN where nobody writes, unless beta wants the old C.
  void prepare() {
    if (problem_.beta == 0.0f)
      c_.poison();
    else
      CUDA_CHECK(cudaMemcpy(c_.get(), d_before_.get(), c_.bytes(), cudaMemcpyDeviceToDevice));
    const Deviation none{0, 0, ~0ull, 0};
    CUDA_CHECK(cudaMemcpy(deviation_.get(), &none, sizeof none, cudaMemcpyHostToDevice));
  }

  template <class Finish>
  gallery::Check result(const Contender& one, Finish finish) {
    prepare();
    gallery::Check check;
    check.bound = one.allowed + precision_.bound(problem_.k);
    check.reason = "6 sqrt(k+1) u and the inputs' rounding";
    if (const cudaError_t error = one.launch(); error != cudaSuccess) {
      check.detail = std::string("returned ") + cudaGetErrorName(error);
      return check;
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    compare<<<unsigned((c_.count() + 255) / 256), 256>>>(
        problem_, d_before_.get(), sum_.get(), size_.get(), check.bound, precision_.output, finish,
        deviation_.get());
    CUDA_CHECK(cudaGetLastError());
    const Deviation found = deviation_.to_host()[0];
    c_.check_guard();
    float worst;
    static_assert(sizeof worst == sizeof found.worst, "bits of a float");
    std::memcpy(&worst, &found.worst, sizeof worst);
    check.error = worst;
    check.rms = std::sqrt(found.squares / (double(problem_.m) * problem_.n));
    check.pass = found.wrong == 0;
    if (!check.pass)
      check.detail = std::to_string(found.wrong) + " wrong, the first in row " +
                     std::to_string(found.first / problem_.n) + ", column " +
                     std::to_string(found.first % problem_.n);
    return check;
  }

  // The reference itself, at some elements, against the host.
  void check_reference() {
    std::vector<double> sum = sum_.to_host();
    const Matrix<const In> a{a_.data(), problem_.a.ld, problem_.a.order};
    const Matrix<const In> b{b_.data(), problem_.b.ld, problem_.b.order};
    for (int sample = 0; sample < 64; ++sample) {
      const size_t i = gallery::random_bits(program_.seed(4), sample) % sum.size();
      double expected = 0, magnitude = 0;
      for (int k = 0; k < problem_.k; ++k) {
        const double product =
            double(float(*a.at(i / problem_.n, k))) * double(float(*b.at(k, i % problem_.n)));
        expected += product;
        magnitude += std::fabs(product);
      }
      if (!(std::fabs(sum[i] - expected) <= 1e-12 * magnitude)) {
        program_.row("reference", size(), gallery::check_that(false, "as on the host"));
        return;
      }
    }
  }

  gallery::Program& program_;
  Precision precision_;
  int ld_a_, ld_b_;
  std::vector<In> a_, b_;
  std::vector<Out> before_;
  gallery::DeviceArray<In> d_a_, d_b_;
  gallery::DeviceArray<Out> d_before_, c_;
  gallery::DeviceArray<double> sum_;
  gallery::DeviceArray<float> size_;
  gallery::DeviceArray<Deviation> deviation_;
  Problem<In, Out> problem_;
#ifdef GEMM_CUBLAS
  Cublas cublas_;
  CublasLt cublaslt_;
#endif
};

}  // namespace gemm
