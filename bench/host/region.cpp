// SPDX-License-Identifier: Apache-2.0
// What OpenMP takes to begin and end a parallel loop, and to hand out work of some microseconds:
// beside empty kernels and kernels in many streams.
#include <cmath>
#include <vector>

#include "bench/host/cases.h"

namespace bench {
namespace {

// A loop of n steps that do nothing.
class EmptyLoop : public Case {
 public:
  explicit EmptyLoop(std::int64_t n) : n_(n) {}
  void run() override {
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < n_; ++i) asm volatile("" ::: "memory");
  }
  double error() override { return 0; }
  double bound() const override { return 0; }

 private:
  std::int64_t n_;
};

// What a kernel of bench/heddle/stream_use.cu does in n rounds, kTasks times, one after the other
// or by all threads.
class Spins : public Case {
 public:
  explicit Spins(std::int64_t n) : rounds_(static_cast<int>(n)), out_(kTasks * kLanes, 0.0f) {}
  void run() override {
#pragma omp parallel for schedule(dynamic)
    for (int task = 0; task < kTasks; ++task) spin(out_.data() + task * kLanes);
  }
  double error() override {
    double worst = 0;
    for (const float x : out_) worst = std::fmax(worst, std::fabs(x - 1.6180339887));
    return worst;
  }
  double bound() const override { return 1e-5; }

 private:
  static constexpr int kTasks = 512, kLanes = 32;
  void spin(float* out) const {
    float x[kLanes];
    for (int k = 0; k < kLanes; ++k) x[k] = static_cast<float>(k);
    for (int i = 0; i < rounds_; ++i) {
#pragma omp simd
      for (int k = 0; k < kLanes; ++k) x[k] = std::sqrt(x[k] + 1.0f);
    }
    for (int k = 0; k < kLanes; ++k) out[k] = x[k];
  }
  const int rounds_;
  std::vector<float> out_;
};

}  // namespace

std::vector<CaseEntry> region_cases() {
  return {{"empty_loop", open_case<EmptyLoop>}, {"spins", open_case<Spins>}};
}

}  // namespace bench
