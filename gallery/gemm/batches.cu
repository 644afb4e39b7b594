// SPDX-License-Identifier: Apache-2.0
// Batches (batch.cuh): every element of every product against sums in double, every element between
// them against what it was; and by GPU time beside the fastest of eight kernels that cublasLt
// names.
//
//   heddle cc -O1 -std=c++17 -arch=sm_90a -o batches gallery/gemm/batches.cu
//   nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -DGEMM_CUBLAS -o batches
//     gallery/gemm/batches.cu -lcublas -lcublasLt
//
// -DGEMM_FEW: double and int8 alone, which compile in little time; with -DGEMM_FLOATS fp32, with
// -DGEMM_TF32, -DGEMM_BF16 and -DGEMM_FP8 those as well.
#include "batch.cuh"
#ifndef GEMM_FEW
#define GEMM_FLOATS
#define GEMM_TF32
#define GEMM_BF16
#define GEMM_FP8
#endif
#ifdef GEMM_FLOATS
#include "float_batch.cuh"
#endif
#ifdef GEMM_TF32
#include "tf32_batch.cuh"
#endif
#ifdef GEMM_BF16
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

// Where the matrices of a batch begin, the last one first: no step leads from one to the next.
template <class T>
std::vector<T*> pointers_of(const Matrices<std::remove_const_t<T>>& matrices) {
  std::vector<T*> begins;
  for (int i = matrices.count - 1; i >= 0; --i)
    begins.push_back(matrices.device.get() + i * matrices.step);
  return begins;
}

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
  // The same by pointers, the last product first.
  struct Pointers {
    gallery::DeviceArray<const In*> a, b;
    gallery::DeviceArray<Out*> c;
    PointerBatch<In, Out> batch;
    explicit Pointers(const BatchData& data)
        : a(pointers_of<const In>(data.a)),
          b(pointers_of<const In>(data.b)),
          c(pointers_of<Out>(data.c)),
          batch{data.batch().first, data.s.count, a.get(), b.get(), c.get()} {
      batch.first.a.data = batch.first.b.data = nullptr, batch.first.c.data = nullptr;
      if (data.batch().steps_are_aligned()) batch.alignment = 16;
    }
  };
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

  // call(pointer batch): alone, and in a group with another; a group of which one is wrong.
  template <class In, class Out, class Call>
  void check_pointers(const BatchSize& s, Precision precision, Call call) {
    const BatchData<In, Out> alone(program_, s), one(program_, s),
        two(program_, {2, s.n + 3, s.m, s.k, s.orders, s.beta, 1, 0});
    const typename BatchData<In, Out>::Pointers p(alone), p1(one), p2(two);
    cudaError_t error = call(p.batch);
    PointerBatch<In, Out> groups[] = {p1.batch, p2.batch};
    if (error == cudaSuccess) error = gemm_groups(groups, 2, call);
    std::string wrong = error == cudaSuccess ? "" : cudaGetErrorName(error);
    groups[1].first.a.ld = 0;
    if (gemm_groups(groups, 2, call) != cudaErrorInvalidValue) wrong = "a wrong size was taken";
    CUDA_CHECK(cudaDeviceSynchronize());
    for (const BatchData<In, Out>* data : {&alone, &one, &two})
      if (wrong.empty()) wrong = data->compare(precision);
    program_.row(std::string(precision.name) + " " + s.orders + " by pointers", size(s),
                 gallery::check_that(wrong.empty(), "each element, and what is between", wrong));
  }

  template <class In, class Out, class Call>
  void measure_pointers(const BatchSize& s, Precision precision, Call call) {
    const BatchData<In, Out> data(program_, s);
    const typename BatchData<In, Out>::Pointers pointers(data);
    std::vector<std::function<void()>> launches{[&] { CUDA_CHECK(call(pointers.batch)); }};
#ifdef GEMM_CUBLAS
    const auto library = [&] { return cublas_(pointers.batch, precision.tf32); };
    if (library() == cudaSuccess) launches.push_back([&] { library(); });
#endif
    print(s, precision, launches, "cuBLAS");
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
    const auto best =
        cublaslt_.best(batch.first, precision.tf32, static_cast<const Out*>(nullptr), fp8,
                       {batch.count, (long long)batch.step_a, (long long)batch.step_b,
                        (long long)batch.first.step_c});
    if (best && best() == cudaSuccess) launches.push_back([&] { best(); });
#endif
    print(s, precision, launches, "cublasLt");
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
    for (const BatchSize& s : sizes_to_measure(orders)) measure<In, Out>(s, precision, call, fast);
  }
  template <class In, class Out, class Call>
  void run_pointers(Precision precision, Call call) {
    const int fours = 16 / int(sizeof(In));
    for (const BatchSize& s : {BatchSize{3, 64, 72, 48, "rrr", 0, 0, 0},
                               {2, 40, 304, 160, "rcr", 1, fours * 2, 0},
                               {3, 33, 47, 51, "ccr", 1, 1, 3},
                               {2, 80, 16, 96, "crc", 0, 0, 1},
                               {2, 16, 16, 0, "rrr", 1, 0, 0}})
      check_pointers<In, Out>(s, precision, call);
    if (program_.repetitions() == 0) return;
    for (const BatchSize& s : sizes_to_measure("rrr"))
      measure_pointers<In, Out>(s, precision, call);
  }

 private:
  static std::vector<BatchSize> sizes_to_measure(const std::string& orders) {
    return {{512, 64, 64, 64, orders, 0, 0, 0},      {256, 128, 128, 128, orders, 0, 0, 0},
            {64, 256, 256, 256, orders, 0, 0, 0},    {96, 512, 512, 64, orders, 0, 0, 0},
            {96, 512, 64, 512, orders, 0, 0, 0},     {24, 2048, 128, 512, orders, 0, 0, 0},
            {16, 1024, 1024, 1024, orders, 0, 0, 0}, {16, 1040, 1040, 1040, orders, 1, 0, 0}};
  }
  void print(const BatchSize& s, Precision precision,
             const std::vector<std::function<void()>>& launches, const char* library) {
    const std::vector<double> times =
        gpu_times_in_turn(program_.warmup(), program_.repetitions(), launches);
    std::printf("%-13s %-20s %s beta %g | gemm %9.2f us", precision.name, size(s).c_str(),
                s.orders.c_str(), s.beta, times[0] * 1e3);
    if (times.size() > 1)
      std::printf(", %s %9.2f | %6.3f", library, times[1] * 1e3, times[1] / times[0]);
    std::printf("\n");
  }
  static std::string size(const BatchSize& s) {
    return std::to_string(s.count) + " of " + gallery::by(s.m, s.n, s.k);
  }

  gallery::Program& program_;
  gallery::DeviceArray<float> workspace_;
#ifdef GEMM_CUBLAS
  Cublas cublas_;
  CublasLt cublaslt_;
#endif
};

#ifdef GEMM_FP8
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
      "types", "bfdiqrstBDST",
      "b bf16, f to fp32, d double, i int8, q FP8, r with fast sums, s fp32, t TF32; by pointers: "
      "B, D, S, T");
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
  if (wants('D'))
    all.run_pointers<double, double>(
        kDouble, [](const PointerBatch<double>& batch) { return gemm_pointers(batch, 0); });
#ifdef GEMM_FLOATS
  if (wants('s'))
    all.run<float, float>(
        kFp32, [](const Batch<float>& batch, float*, size_t) { return gemm_batch(batch, 0); },
        false, "rrr");
  if (wants('S'))
    all.run_pointers<float, float>(
        kFp32, [](const PointerBatch<float>& batch) { return gemm_pointers(batch, 0); });
#endif
#ifdef GEMM_TF32
  if (wants('t'))
    all.run<float, float>(
        kTf32, [](const Batch<float>& batch, float*, size_t) { return gemm_tf32_batch(batch, 0); },
        false, "rrr");
  if (wants('T'))
    all.run_pointers<float, float>(
        kTf32, [](const PointerBatch<float>& batch) { return gemm_tf32_pointers(batch, 0); });
#endif
#ifdef GEMM_BF16
  if (wants('B'))
    all.run_pointers<bf16, bf16>(
        kBf16, [](const PointerBatch<bf16>& batch) { return gemm_pointers(batch, 0); });
  const auto halves = [](const auto& batch, float* workspace, size_t room) {
    return gemm_batch(batch, workspace, room, 0);
  };
  if (wants('b')) all.run<bf16, bf16>(kBf16, halves, false, "rrr");
  if (wants('f')) all.run<bf16, float>(kBf16ToFloat, halves, false, "rcr");
#endif
#ifdef GEMM_FP8
  if (wants('q'))
    all.run<e4m3, bf16>(kFp8, fp8_batch<e4m3, bf16, Fp8Sums::kPromoted>, false, "rcr");
  if (wants('r')) all.run<e4m3, bf16>(kFp8Fast, fp8_batch<e4m3, bf16, Fp8Sums::kFast>, true, "rcr");
#endif
  return program.finish();
}
