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
// -DGEMM_TF32, -DGEMM_BF16 and -DGEMM_FP8 those as well; -DGEMM_ALONE: without double and int8.
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

#include <functional>
#include <string>
#include <vector>

#include "batch_data.h"
#include "gpu_time.h"
#ifdef GEMM_CUBLAS
#include "cublaslt.h"
#endif

namespace gemm {

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
    groups[0].count = -1;
    if (call(groups[0]) != cudaErrorInvalidValue) wrong = "a count below 0 was taken";
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
  // Of bytes: rows and columns, and others that are refused.
  template <class In, class Out, class Call>
  void run_pointers(Precision precision, Call call) {
    constexpr bool kBytes = sizeof(In) == 1;
    const int fours = 16 / int(sizeof(In));
    const std::string orders = kBytes ? "rcr" : "rrr";
    for (const BatchSize& s : {BatchSize{3, 64, 72, 48, orders, 0, 0, 0},
                               {2, 40, 304, 160, "rcr", 1, fours * 2, 0},
                               {3, 33, 47, 51, kBytes ? "rcc" : "ccr", 1, 1, 3},
                               {2, 80, 16, 96, kBytes ? "rcc" : "crc", 0, 0, 1},
                               {3, 144, 272, 208, kBytes ? "rcr" : "ccr", 1, 0, fours},
                               {2, 16, 16, 0, orders, 1, 0, 0}})
      check_pointers<In, Out>(s, precision, call);
    if (kBytes) check_refused<In, Out>(precision, call);
    if (program_.repetitions() == 0) return;
    for (const BatchSize& s : sizes_to_measure(orders))
      measure_pointers<In, Out>(s, precision, call);
  }
  template <class In, class Out, class Call>
  void check_refused(Precision precision, Call call) {
    const BatchData<In, Out> data(program_, {2, 16, 32, 48, "rrr", 0, 0, 0});
    const typename BatchData<In, Out>::Pointers pointers(data);
    const bool refused = call(pointers.batch) == cudaErrorNotSupported;
    program_.row(std::string(precision.name) + " rrr by pointers", "2 of 16x32x48",
                 gallery::check_that(refused, "refused", "it was taken"));
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
  const std::string types = program.text("types", "bfdiqrstxBDIQSTX",
                                         "b bf16, f to fp32, d double, i int8, q FP8, r with fast "
                                         "sums, x of two formats, s fp32, t TF32; by pointers: "
                                         "B, D, I, Q, S, T, X");
  program.start();
  Batches all(program);
  const auto wants = [&](char letter) { return types.find(letter) != std::string::npos; };
#ifndef GEMM_ALONE
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
  if (wants('D')) {
    const auto doubles = [](const PointerBatch<double>& batch) { return gemm_pointers(batch, 0); };
    all.run_pointers<double, double>(kDouble, doubles);
    // More than a launch can number.
    const BatchSize many{kProductsOfLaunch + 2, 1, 2, 3, "rrr", 0, 0, 0};
    all.check_pointers<double, double>(many, kDouble, doubles);
  }
  if (wants('I'))
    all.run_pointers<int8, int>(
        kInt8, [](const PointerBatch<int8, int>& batch) { return gemm_int8_pointers(batch, 0); });
#endif
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
  if (wants('Q'))
    all.run_pointers<e4m3, bf16>(kFp8, [](const PointerBatch<e4m3, bf16>& batch) {
      return gemm_fp8_pointers(batch, {}, Fp8Sums::kPromoted, 0);
    });
  if (wants('q'))
    all.run<e4m3, bf16>(kFp8, fp8_batch<e4m3, bf16, Fp8Sums::kPromoted>, false, "rcr");
  using TwoFormats = Formats<e4m3, e5m2>;
  if (wants('x'))
    all.run<TwoFormats, bf16>(kFp8, fp8_batch<TwoFormats, bf16, Fp8Sums::kPromoted>, false, "rcr");
  if (wants('X'))
    all.run_pointers<TwoFormats, bf16>(kFp8, [](const auto& batch) {
      return gemm_fp8_pointers(batch, {}, Fp8Sums::kPromoted, 0);
    });
  if (wants('r')) all.run<e4m3, bf16>(kFp8Fast, fp8_batch<e4m3, bf16, Fp8Sums::kFast>, true, "rcr");
#endif
  return program.finish();
}
