// SPDX-License-Identifier: Apache-2.0
// main native|avx2 SECONDS [TEXT]: each row whose name has TEXT in it, as a kernel and as a loop of
// that setting, in turn for SECONDS; "microseconds|microseconds|same or not|name" a line, the least
// times of the CPU. For bench/loops/compare, which sets one thread and the instruction set.
#include <time.h>

#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "bench/loops/all.h"

namespace bench {
namespace avx2 {
std::vector<Row> rows();
}
namespace native {
std::vector<Row> rows();
}

namespace {

void* allocate(std::size_t bytes) {
  void* out = nullptr;
  return cudaMallocManaged(&out, bytes) == cudaSuccess ? out : nullptr;
}
void release(void* p) {
  cudaFree(p);
}

double microseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}

template <class T>
bool near(const Array& a, const Array& b) {
  const auto *x = reinterpret_cast<const T*>(a.data), *y = reinterpret_cast<const T*>(b.data);
  for (std::size_t i = 0; i < a.bytes / sizeof(T); ++i) {
    const bool both_nan = x[i] != x[i] && y[i] != y[i];
    // Each side fuses multiplications and additions as it likes.
    if (!both_nan && !(std::abs(x[i] - y[i]) <= 1e-3 * (1 + std::abs(y[i])))) return false;
  }
  return true;
}

bool same(const Data& a, const Data& b) {
  if (a.arrays().size() != b.arrays().size()) return false;
  for (std::size_t k = 0; k < a.arrays().size(); ++k) {
    const Array &x = a.arrays()[k], &y = b.arrays()[k];
    if (x.bytes != y.bytes) return false;
    const bool agrees = x.values == Values::kFloat    ? near<float>(x, y)
                        : x.values == Values::kDouble ? near<double>(x, y)
                                                      : std::memcmp(x.data, y.data, x.bytes) == 0;
    if (!agrees) return false;
  }
  return true;
}

void measure(const Row& kernel, const Row& loop, unsigned seed, double budget) {
  Data ours(seed, allocate, release), theirs(seed, allocate, release);
  const Run run_ours = kernel.make(ours), run_theirs = loop.make(theirs);
  if (!same(ours, theirs)) throw std::runtime_error(kernel.name + ": the inputs differ");
  run_ours();
  if (same(ours, theirs)) throw std::runtime_error(kernel.name + ": the kernel changes nothing");
  run_theirs();
  const bool agrees = same(ours, theirs);
  double least_ours = 1e30, least_theirs = 1e30;
  const double end = microseconds() + budget;
  for (int round = 0; round < 5 || (round < 400 && microseconds() < end); ++round) {
    const double begin = microseconds();
    run_ours();
    const double between = microseconds();
    run_theirs();
    least_ours = std::min(least_ours, between - begin);
    least_theirs = std::min(least_theirs, microseconds() - between);
  }
  std::printf("%.2f|%.2f|%s|%s\n", least_ours, least_theirs, agrees ? "same" : "differs",
              kernel.name.c_str());
  std::fflush(stdout);
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const auto kernels = bench::device::rows();
  const auto loops =
      std::string_view(argv[1]) == "avx2" ? bench::avx2::rows() : bench::native::rows();
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    if (argc > 3 && kernels[k].name.find(argv[3]) == std::string::npos) continue;
    bench::measure(kernels[k], loops.at(k), 20261129 + static_cast<unsigned>(k),
                   std::atof(argv[2]) * 1e6);
  }
}
