// SPDX-License-Identifier: Apache-2.0
// The front functions at sizes drawn at random (random_sizes.h), in all precisions, by GPU time
// beside cuBLAS and the fastest of eight kernels that cublasLt names; a row a problem, and for each
// precision the geometric mean and the worst of what the better rival takes over what we take.
//
//   nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -DGEMM_CUBLAS random.cu -lcublas
//   -lcublasLt
//
// -DGEMM_PRECISION="'d'": one of --precisions alone, which compiles in less time.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "byte_gemm.cuh"
#include "double_gemm.cuh"
#include "gemm.cuh"
#include "gpu_time.h"
#include "random_sizes.h"
#include "sampled_check.cuh"
#include "tensor_gemm.cuh"
#ifdef GEMM_CUBLAS
#include "cublas.h"
#include "cublaslt.h"
#endif

#ifdef GEMM_PRECISION
#define GEMM_BUILDS(precision) (GEMM_PRECISION == precision)
#else
#define GEMM_BUILDS(precision) 1
#endif

namespace gemm {

template <class T>
__global__ void fill_random(T* to, size_t count, unsigned long long seed) {
  const size_t stride = size_t(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += stride) {
    unsigned long long z = (seed + i + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    to[i] = from_unit<T>(float((z ^ (z >> 31)) >> 40) * 0x1p-23f - 1.0f);
  }
}

struct Result {
  double ours, rival;
  bool odd;
};

// What the better rival takes over what we take: the geometric mean and the worst.
void print_means(const char* name, const std::vector<Result>& results) {
  for (const int which : {0, 1, 2}) {  // all, regular, odd
    double sum = 0, worst = 1e9;
    int count = 0;
    for (const Result& r : results) {
      if (r.rival <= 0 || r.ours <= 0 || (which != 0 && r.odd != (which == 2))) continue;
      const double ratio = r.rival / r.ours;
      sum += std::log(ratio);
      worst = std::min(worst, ratio);
      ++count;
    }
    if (count == 0) continue;
    std::printf("%-14s %-8s of %3d sizes: geometric mean %.3f, worst %.3f\n", name,
                which == 0   ? "all"
                : which == 1 ? "regular"
                             : "odd",
                count, std::exp(sum / count), worst);
  }
}

struct Attempted {
  std::string name;
  std::function<cudaError_t()> launch;
  std::string terms;  // of the model, behind the number of the table's row
};

class RandomProgram {
 public:
  RandomProgram(gallery::Program& program, int only, Conditions conditions)
      : program_(program), only_(only), conditions_(conditions), workspace_(size_t(256) << 20) {}

  // ways(problem, workspace, room): those to compute it that are to be compared; the first counts.
  template <class In, class Out, class Ways>
  void run(const std::vector<RandomSize>& sizes, Precision precision, Ways ways) {
    std::vector<Result> results;
    for (size_t i = 0; i < sizes.size(); ++i)
      if (only_ < 0 || int(i) == only_)
        results.push_back(one<In, Out>(int(i), sizes[i], precision, ways));
    if (program_.repetitions() > 0) print_means(precision.name, results);
  }
  bool failed() const { return failed_; }
#ifdef GEMM_CUBLAS
  void set_fp8(CublasLt::Fp8 fp8) { fp8_ = fp8; }
#endif

 private:
  // So that what cannot run is not timed.
  static std::function<cudaError_t()> if_it_runs(std::function<cudaError_t()> launch) {
    const bool runs = launch && launch() == cudaSuccess;
    return runs ? launch : std::function<cudaError_t()>();
  }

  template <class In, class Out, class Ways>
  Result one(int number, const RandomSize& s, Precision precision, Ways ways) {
    const size_t size_a = size_t(s.m) * s.k, size_b = size_t(s.k) * s.n, size_c = size_t(s.m) * s.n;
    gallery::DeviceArray<InA<In>> a(size_a);
    gallery::DeviceArray<InB<In>> b(size_b);
    gallery::DeviceArray<Out> c(size_c), before(size_c);
    fill_random<<<1024, 256>>>(a.get(), size_a, program_.seed(1));
    fill_random<<<1024, 256>>>(b.get(), size_b, program_.seed(2));
    fill_random<<<1024, 256>>>(before.get(), size_c, program_.seed(3));
    const auto order = [&](int o) { return s.orders[o] == 'r' ? Order::kRow : Order::kColumn; };
    Problem<In, Out> p{s.m, s.n, s.k, 1, Factor<Out>(s.beta), {}, {}, {}};
    p.a = {a.get(), order(0) == Order::kRow ? s.k : s.m, order(0)};
    p.b = {b.get(), order(1) == Order::kRow ? s.n : s.k, order(1)};
    p.c = {c.get(), order(2) == Order::kRow ? s.n : s.m, order(2)};

    std::vector<std::function<void()>> launches;
    std::vector<std::string> names, verdicts, terms;
    for (const Attempted& way : ways(p, workspace_.get(), workspace_.count())) {
      float worst = 0;
      const std::string wrong = check(p, c, before, precision, way, &worst);
      failed_ = failed_ || !wrong.empty();
      launches.push_back([=] { way.launch(); });
      names.push_back(way.name);
      terms.push_back(way.terms);
      verdicts.push_back((wrong.empty() ? "PASS" : "FAIL " + wrong) + ", error " +
                         std::to_string(worst) + " of the bound");
    }
    const size_t own = launches.size();
#ifdef GEMM_CUBLAS
    const bool tf32 = precision.tf32;
    std::function<cudaError_t()> libraries[2];
    if (program_.repetitions() > 0) {
      libraries[0] = if_it_runs([&] { return cublas_(p, tf32); });
      libraries[1] = if_it_runs(cublaslt_.best(p, tf32, static_cast<const Out*>(nullptr), fp8_));
    }
    // Each behind one of ours: the second of two launches of one kernel finds its code in the
    // caches, and cuBLAS often takes the kernel that is cublasLt's fastest.
    for (const auto& library : libraries) {
      if (&library != libraries) launches.push_back(launches[0]);
      launches.push_back([&] {
        if (library) library();
      });
    }
#endif
    std::vector<double> times(launches.size());
    if (program_.repetitions() > 0)
      times = gpu_times_in_turn(program_.warmup(), program_.repetitions(), launches, conditions_);
#ifdef GEMM_CUBLAS
    times[0] = (times[0] + times[own + 1]) / 2;
    times.erase(times.begin() + own + 1);
    for (int i = 0; i < 2; ++i)
      if (!libraries[i]) times[own + i] = 0;
#endif
    times.resize(own + 2);
    double rival = times[own];
    if (times[own + 1] > 0 && (rival <= 0 || times[own + 1] < rival)) rival = times[own + 1];
    for (size_t i = 0; i < own; ++i)
      std::printf(
          "%3d %-13s %5d %5d %5d %s beta %g | %-18s %9.2f us, cuBLAS %9.2f, cublasLt %9.2f"
          " | %6.3f | %s\n",
          number, precision.name, s.m, s.n, s.k, s.orders.c_str(), s.beta, names[i].c_str(),
          times[i] * 1e3, times[own] * 1e3, times[own + 1] * 1e3,
          times[i] > 0 ? rival / times[i] : 0, verdicts[i].c_str());
    for (size_t i = 0; i < own; ++i)
      if (!terms[i].empty() && times[i] > 0 && verdicts[i][0] == 'P')
        std::printf("terms,%s,%d,%.3f,%s\n", precision.name, number, times[i] * 1e3,
                    terms[i].c_str());
    std::fflush(stdout);
    return {times[0], rival, s.odd};
  }

  template <class In, class Out>
  std::string check(const Problem<In, Out>& p, gallery::DeviceArray<Out>& c,
                    const gallery::DeviceArray<Out>& before, Precision precision,
                    const Attempted& way, float* worst) {
    for (int time = 0; time < 2; ++time) {  // again, in what was left in the workspace
      if (p.beta == 0)
        c.poison();
      else
        CUDA_CHECK(cudaMemcpy(c.get(), before.get(), c.bytes(), cudaMemcpyDeviceToDevice));
      if (const cudaError_t error = way.launch(); error != cudaSuccess)
        return cudaGetErrorName(error);
      const std::string wrong = sampled_check(p, before.get(), precision, worst);
      if (!wrong.empty()) return wrong;
      c.check_guard();
    }
    return "";
  }

  gallery::Program& program_;
  int only_;
  Conditions conditions_;
  gallery::DeviceArray<float> workspace_;
  bool failed_ = false;
#ifdef GEMM_CUBLAS
  Cublas cublas_;
  CublasLt cublaslt_;
  CublasLt::Fp8 fp8_;
#endif
};

constexpr const char* kKernels[] = {
    "square",  "flat",  "tiny",   "dot",           "block dot",      "along",        "short k",
    "strip",   "band",  "mma",    "tiles",         "copied",         "large",        "medium",
    "small",   "alone", "narrow", "wide",          "medium four",    "wide four",    "tall",
    "tallest", "big",   "turned", "cluster large", "cluster medium", "cluster small"};

// The front function, and what it could choose, with the terms of what the model says of it.
// launch(plan, way)
template <class Plan, class Front, class Launch>
std::vector<Attempted> ways_of(Plan plan, bool compare, const std::string& named, Front front,
                               Launch launch) {
  std::vector<Attempted> ways{{"gemm", front, ""}};
  if (!compare || plan.prepare() != cudaSuccess) return ways;
  plan.each_way([&](gemm::Way way) {
    if (std::string(kKernels[int(way.kernel)]).find(named) == std::string::npos) return;
    // What would take long, and is not worth it.
    const double products = plan.shape.elements_of_c() * plan.shape.k;
    if (products > (way.kernel < Kernel::kDot ? 1e11 : way.kernel < Kernel::kShortK ? 1e9 : 1e13))
      return;
    Row row;
    const Terms terms = plan.model().terms(way, &row);
    std::string text = std::to_string(int(row));
    for (const double term : terms) text += " " + std::to_string(term);
    const std::string width = way.width != 0 ? " " + std::to_string(way.width) : "";
    ways.push_back({kKernels[int(way.kernel)] + width + " x" + std::to_string(way.parts),
                    [=] { return launch(plan, way); }, text});
  });
  return ways;
}
template <class Plan, class Front>
std::vector<Attempted> ways_of(Plan plan, bool compare, const std::string& named, Front front) {
  return ways_of(plan, compare, named, front,
                 [](const Plan& of, Way way) { return of.launch(way, timed_stream()); });
}

inline FloatPlan plan_of(const FloatProblem& p, float* workspace, size_t room) {
  return {p, workspace, room};
}
template <class Out>
Bf16Plan<Out> plan_of(const Problem<bf16, Out>& p, float* workspace, size_t room) {
  return {p, workspace, room};
}

template <Fp8Sums SUMS, class In, class Out>
void run_fp8(RandomProgram& all, const std::vector<RandomSize>& sizes, Precision precision,
             Fp8Scales scales, bool compare, const std::string& named) {
#ifdef GEMM_CUBLAS
  all.set_fp8({SUMS == Fp8Sums::kFast, scales.a, scales.b});
#endif
  const Scaled finish(scales);
  all.run<In, Out>(sizes, precision, [&](const Problem<In, Out>& p, float* workspace, size_t room) {
    return by_rows_of_c(p, [&](const auto& rows) {
      BytePlan<InOf<decltype(rows)>, Out, SUMS == Fp8Sums::kPromoted> plan(rows, workspace, room);
      return ways_of(
          plan, compare, named,
          [=] { return gemm_fp8(rows, scales, SUMS, workspace, room, timed_stream()); },
          [=](const auto& of, Way way) { return of.launch(way, finish, timed_stream()); });
    });
  });
}

}  // namespace gemm

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "gemm_random", "the front functions at random sizes");
  const int count = program.integer("sizes", 40, 1, 100000, "how many are drawn");
  const int drawn_from = program.integer(
      "draw", 25, 0, 1 << 30, "seed; 0: README.md's seven; 1: squares of 200 to 2048; 2: few rows");
  const int least = program.integer("least", 1, 1, 16384, "the shortest side");
  const int most = program.integer("most", 16384, 2, 16384, "the longest side, about");
  const int only = program.integer("only", -1, -1, 100000, "the number of one size");
  const std::string which = program.text(
      "precisions", "stbf",
      "s fp32, t TF32, b bf16, f to fp32, d double, i int8; FP8: q to bf16, Q to fp32, "
      "r and R with fast sums, 5 of e5m2, x of e4m3 and e5m2");
  const int multiple = program.integer("multiple", 1, 1, 128, "all numbers are multiples of it");
  const std::string orders = program.text("orders", "", "of A, B, C, such as rcr; else as drawn");
  const bool compare = program.integer("compare", 0, 0, 1, "1: all that could be chosen") == 1;
  const std::string named = program.text("ways", "", "of all, those with this in their names");
  const std::string clock =
      program.text("clock", "gpu", "gpu, graph (of 20 launches), or launch (one, on an idle GPU)");
  gemm::Conditions conditions;
  conditions.busy = clock != "launch";
  conditions.of_graph = clock == "graph" ? 20 : 0;
  conditions.flushed = program.integer("flushed", 0, 0, 1, "1: L2 has other bytes before") == 1;
  conditions.pause = program.integer("pause", 0, 0, 1000, "milliseconds before each launch");
  program.start();
  auto sizes = drawn_from == 0   ? gemm::sizes_of_readme()
               : drawn_from == 1 ? gemm::small_squares()
               : drawn_from == 2 ? gemm::decode_sizes()
                                 : gemm::random_sizes(drawn_from, count, least, most);
  for (gemm::RandomSize& s : sizes) {
    for (int* number : {&s.m, &s.n, &s.k}) *number = gemm::tiles(*number, multiple) * multiple;
    s.odd = s.odd && multiple % 2 == 1;
    if (!orders.empty()) s.orders = orders;
  }
  const auto wants = [&](char letter) { return which.find(letter) != std::string::npos; };
  gemm::RandomProgram all(program, only, conditions);
  [[maybe_unused]] const auto front = [&](const auto& p, float* workspace, size_t room) {
    return gemm::ways_of(gemm::plan_of(p, workspace, room), compare, named,
                         [=] { return gemm::gemm(p, workspace, room, gemm::timed_stream()); });
  };
  [[maybe_unused]] const auto front_tf32 = [&](const gemm::FloatProblem& p, float* workspace,
                                               size_t room) {
    return gemm::ways_of(gemm::Tf32Plan(p, workspace, room), compare, named,
                         [=] { return gemm::gemm_tf32(p, workspace, room, gemm::timed_stream()); });
  };
#if GEMM_BUILDS('s')
  if (wants('s')) all.run<float, float>(sizes, gemm::kFp32, front);
#endif
#if GEMM_BUILDS('t')
  if (wants('t')) all.run<float, float>(sizes, gemm::kTf32, front_tf32);
#endif
#if GEMM_BUILDS('b')
  if (wants('b')) all.run<gemm::bf16, gemm::bf16>(sizes, gemm::kBf16, front);
#endif
#if GEMM_BUILDS('f')
  if (wants('f')) all.run<gemm::bf16, float>(sizes, gemm::kBf16ToFloat, front);
#endif
#if GEMM_BUILDS('d')
  if (wants('d'))
    all.run<double, double>(
        sizes, gemm::kDouble, [&](const gemm::DoubleProblem& p, float* workspace, size_t room) {
          return gemm::ways_of(gemm::DoublePlan(p, workspace, room), compare, named, [=] {
            return gemm::gemm_double(p, workspace, room, gemm::timed_stream());
          });
        });
#endif
#if GEMM_BUILDS('i')
  if (wants('i'))
    all.run<gemm::int8, int>(sizes, gemm::kInt8, [&](const auto& p, float* workspace, size_t room) {
      using Plan = gemm::BytePlan<gemm::int8, int, false>;
      return gemm::ways_of(
          Plan(p.with_c_in_rows(), workspace, room), compare, named,
          [=] { return gemm::gemm_int8(p, workspace, room, gemm::timed_stream()); },
          [](const Plan& plan, gemm::Way way) {
            return plan.launch(way, gemm::Plain{}, gemm::timed_stream());
          });
    });
#endif
  // Of 1/2 and 2, which C does not show; the libraries read them, too.
  const gallery::DeviceArray<float> scales(std::vector<float>{0.5f, 0, 0, 0, 2.0f});
  const gemm::Fp8Scales both{scales.get(), scales.get() + 4};  // at multiples of 16 bytes
  [[maybe_unused]] const auto fp8 = [&](auto in, auto out, auto sums, gemm::Precision precision) {
    gemm::run_fp8<decltype(sums)::value, decltype(in), decltype(out)>(all, sizes, precision, both,
                                                                      compare, named);
  };
  using gemm::Fp8Sums;
  [[maybe_unused]] const std::integral_constant<Fp8Sums, Fp8Sums::kPromoted> promoted;
  [[maybe_unused]] const std::integral_constant<Fp8Sums, Fp8Sums::kFast> fast;
#if GEMM_BUILDS('q')
  if (wants('q')) fp8(gemm::e4m3(), gemm::bf16(), promoted, gemm::kFp8);
#endif
#if GEMM_BUILDS('Q')
  if (wants('Q')) fp8(gemm::e4m3(), float(), promoted, gemm::kFp8ToFloat);
#endif
#if GEMM_BUILDS('r')
  if (wants('r')) fp8(gemm::e4m3(), gemm::bf16(), fast, gemm::kFp8Fast);
#endif
#if GEMM_BUILDS('R')
  if (wants('R')) fp8(gemm::e4m3(), float(), fast, gemm::kFp8FastToFloat);
#endif
#if GEMM_BUILDS('x')
  using TwoFormats = gemm::Formats<gemm::e4m3, gemm::e5m2>;
  if (wants('x')) fp8(TwoFormats(), gemm::bf16(), promoted, gemm::kFp8);
#endif
#if GEMM_BUILDS('5')
  if (wants('5')) fp8(gemm::e5m2(), gemm::bf16(), promoted, gemm::kFp8);
#endif
  std::printf("%s gemm_random\n", all.failed() ? "FAIL" : "PASS");
  return all.failed() ? 1 : 0;
}
