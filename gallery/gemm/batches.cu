// SPDX-License-Identifier: Apache-2.0
// Batches (batch.cuh): every element of every product against sums in double, every element between
// them against what it was; and by GPU time beside the fastest of eight kernels that cublasLt
// names.
//
//   heddle cc -O1 -std=c++17 -arch=sm_90a -o batches gallery/gemm/batches.cu
//   nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -DGEMM_CUBLAS -o batches
//     gallery/gemm/batches.cu -lcublas -lcublasLt
//
// -DGEMM_FEW: double and int8 alone, which compile in little time.
#include "batch.cuh"
#ifndef GEMM_FEW
#include "tensor_batch.cuh"
#endif

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "../common/gallery.h"
#include "gpu_time.h"
#include "precision.h"
#ifdef GEMM_CUBLAS
#include "cublaslt.h"
#endif

namespace gemm {

struct BatchSize {
  int count, m, n, k;
  std::string orders;
  float beta;
  int line_padding, padding;  // elements between the lines, and between the matrices
};

// The matrices of a batch, random, as what is between them.
template <class T>
struct Matrices {
  int count, ld;
  Order order;
  size_t step;
  std::vector<T> host;
  gallery::DeviceArray<T> device;

  Matrices(const BatchSize& s, int rows, int columns, char letter, std::uint64_t seed)
      : count(s.count),
        ld(std::max(letter == 'r' ? columns : rows, 1) + s.line_padding),
        order(letter == 'r' ? Order::kRow : Order::kColumn),
        step(size_t(letter == 'r' ? rows : columns) * ld + s.padding),
        host(step * count),
        device(host.size()) {
    for (size_t i = 0; i < host.size(); ++i)
      host[i] = from_unit<T>(gallery::random_float(seed, i, -1.0f, 1.0f));
    device.from_host(host);
  }
  size_t place(int number, int row, int column) const {
    const size_t line = order == Order::kRow ? row : column;
    return number * step + line * ld + (order == Order::kRow ? column : row);
  }
  double operator()(int number, int row, int column) const {
    return as_double(host[place(number, row, column)]);
  }
};

template <class In, class Out>
struct BatchData {
  BatchSize s;
  Matrices<In> a, b;
  Matrices<Out> c;

  BatchData(gallery::Program& program, const BatchSize& size)
      : s(size),
        a(s, s.m, s.k, s.orders[0], program.seed(1)),
        b(s, s.k, s.n, s.orders[1], program.seed(2)),
        c(s, s.m, s.n, s.orders[2], program.seed(3)) {}

  Batch<In, Out> batch() const {
    Batch<In, Out> all{
        {s.m, s.n, s.k, 1, Factor<Out>(s.beta), {}, {}, {}}, s.count, a.step, b.step};
    all.first.a = {a.device.get(), a.ld, a.order};
    all.first.b = {b.device.get(), b.ld, b.order};
    all.first.c = {c.device.get(), c.ld, c.order};
    all.first.step_c = c.step;
    return all;
  }
  // What is wrong with the result; "" when nothing is.
  std::string compare(Precision precision) const {
    const std::vector<Out> got = c.device.to_host();
    std::vector<bool> written(got.size());
    for (int number = 0; number < s.count; ++number)
      for (int i = 0; i < s.m; ++i)
        for (int j = 0; j < s.n; ++j) {
          double sum = 0, size = 0;
          for (int l = 0; l < s.k; ++l) {
            const double product = a(number, i, l) * b(number, l, j);
            sum += product, size += std::fabs(product);
          }
          const double old = double(s.beta) * c(number, i, j), expected = sum + old;
          const size_t place = c.place(number, i, j);
          written[place] = true;
          const double allowed = precision.output * std::fabs(expected) +
                                 precision.bound(s.k) * (size + std::fabs(old));
          if (std::fabs(as_double(got[place]) - expected) <= allowed) continue;
          return "product " + std::to_string(number) + ", row " + std::to_string(i) + ", column " +
                 std::to_string(j) + ": " + std::to_string(as_double(got[place])) + " instead of " +
                 std::to_string(expected);
        }
    for (size_t i = 0; i < got.size(); ++i)
      if (!written[i] && as_double(got[i]) != as_double(c.host[i]))
        return "wrote between the matrices, at element " + std::to_string(i);
    return "";
  }
};

class Batches {
 public:
  explicit Batches(gallery::Program& program) : program_(program), workspace_(8 << 20) {}

  // call(batch, workspace, room)
  template <class In, class Out, class Call>
  void check(const BatchSize& s, Precision precision, Call call) {
    const BatchData<In, Out> data(program_, s);
    const cudaError_t error = call(data.batch(), workspace_.get(), workspace_.count());
    std::string wrong = error == cudaSuccess ? "" : cudaGetErrorName(error);
    CUDA_CHECK(cudaDeviceSynchronize());
    if (wrong.empty()) wrong = data.compare(precision);
    program_.row(std::string(precision.name) + " " + s.orders, size(s),
                 gallery::check_that(wrong.empty(), "each element, and what is between", wrong));
  }

  template <class In, class Out, class Call>
  void measure(const BatchSize& s, Precision precision, Call call, [[maybe_unused]] bool fast) {
    const BatchData<In, Out> data(program_, s);
    const Batch<In, Out> batch = data.batch();
    std::vector<std::function<void()>> launches{
        [&] { CUDA_CHECK(call(batch, workspace_.get(), workspace_.count())); }};
#ifdef GEMM_CUBLAS
    CublasLt::Fp8 fp8;
    fp8.fast = fast;
    const auto best = cublaslt_.best(batch.first, false, static_cast<const Out*>(nullptr), fp8,
                                     {batch.count, (long long)batch.step_a, (long long)batch.step_b,
                                      (long long)batch.first.step_c});
    if (best && best() == cudaSuccess) launches.push_back([&] { best(); });
#endif
    const std::vector<double> times =
        gpu_times_in_turn(program_.warmup(), program_.repetitions(), launches);
    std::printf("%-13s %-20s %s beta %g | gemm %9.2f us", precision.name, size(s).c_str(),
                s.orders.c_str(), s.beta, times[0] * 1e3);
    if (times.size() > 1)
      std::printf(", cublasLt %9.2f | %6.3f", times[1] * 1e3, times[1] / times[0]);
    std::printf("\n");
  }

  // Odd and even sizes, gaps that the copy engine takes and others that it does not, all orders.
  template <class In, class Out, class Call>
  void run(Precision precision, Call call, bool fast, const std::string& orders) {
    const int fours = 16 / int(sizeof(In));
    for (const BatchSize& s : {BatchSize{3, 64, 72, 48, orders, 0, 0, 0},
                               {5, 136, 144, 80, orders, 1, 0, fours * 4},
                               {2, 40, 304, 160, orders, 0, fours * 2, 0},
                               {3, 33, 47, 51, orders, 1, 1, 3},
                               {4, 80, 16, 96, "crr", 1, 0, 0},
                               {2, 80, 16, 96, "rcc", 0, 0, fours},
                               {2, 64, 32, 32, "ccr", 0, 0, 1},
                               {0, 8, 8, 8, orders, 0, 0, 0},
                               {2, 16, 16, 0, orders, 1, 0, 0}})
      check<In, Out>(s, precision, call);
    if (program_.repetitions() == 0) return;
    for (const BatchSize& s : {BatchSize{512, 64, 64, 64, orders, 0, 0, 0},
                               {256, 128, 128, 128, orders, 0, 0, 0},
                               {64, 256, 256, 256, orders, 0, 0, 0},
                               {96, 512, 512, 64, orders, 0, 0, 0},
                               {96, 512, 64, 512, orders, 0, 0, 0},
                               {24, 2048, 128, 512, orders, 0, 0, 0},
                               {16, 1024, 1024, 1024, orders, 0, 0, 0},
                               {16, 1040, 1040, 1040, orders, 1, 0, 0}})
      measure<In, Out>(s, precision, call, fast);
  }

 private:
  static std::string size(const BatchSize& s) {
    return std::to_string(s.count) + " of " + gallery::by(s.m, s.n, s.k);
  }

  gallery::Program& program_;
  gallery::DeviceArray<float> workspace_;
#ifdef GEMM_CUBLAS
  CublasLt cublaslt_;
#endif
};

#ifndef GEMM_FEW
template <class In, class Out, Fp8Sums SUMS>
cudaError_t fp8_batch(const Batch<In, Out>& batch, float* workspace, size_t room) {
  return gemm_fp8_batch(batch, {}, SUMS, workspace, room, 0);
}
#endif

}  // namespace gemm

int main(int argc, char** argv) {
  using namespace gemm;
  gallery::Program program(argc, argv, "gemm_batches", "many products of one size");
  const std::string types = program.text(
      "types", "bfdiqr", "b bf16, f to fp32, d double, i int8, q FP8, r with fast sums");
  program.start();
  Batches all(program);
  const auto wants = [&](char letter) { return types.find(letter) != std::string::npos; };
  if (wants('d'))
    all.run<double, double>(
        kDouble,
        [](const Batch<double>& batch, float* workspace, size_t room) {
          return gemm_double_batch(batch, workspace, room, 0);
        },
        false, "rrr");
  if (wants('i'))
    all.run<int8, int>(
        kInt8,
        [](const Batch<int8, int>& batch, float* workspace, size_t room) {
          return gemm_int8_batch(batch, workspace, room, 0);
        },
        false, "rcr");
#ifndef GEMM_FEW
  const auto halves = [](const auto& batch, float* workspace, size_t room) {
    return gemm_batch(batch, workspace, room, 0);
  };
  if (wants('b')) all.run<bf16, bf16>(kBf16, halves, false, "rrr");
  if (wants('f')) all.run<bf16, float>(kBf16ToFloat, halves, false, "rcr");
  if (wants('q'))
    all.run<e4m3, bf16>(kFp8, fp8_batch<e4m3, bf16, Fp8Sums::kPromoted>, false, "rcr");
  if (wants('r')) all.run<e4m3, bf16>(kFp8Fast, fp8_batch<e4m3, bf16, Fp8Sums::kFast>, true, "rcr");
#endif
  return program.finish();
}
