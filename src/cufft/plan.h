// SPDX-License-Identifier: Apache-2.0
// What a plan is of, and the handles of plans.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "cufft.h"
#include "cufft/ducc/transform.h"
#include "library/numbers.h"

namespace heddle::cufft {

using library::i64;

enum class Number { kHalf, kBFloat16, kFloat, kDouble };

// Where the numbers of one side lie, as cufftPlanMany says it.
struct Side {
  bool given = false;  // else one behind the other
  std::array<i64, 3> embed{};
  i64 stride = 1, dist = 0;
};

struct Transform {
  Kind kind = Kind::kComplex;
  Number number = Number::kFloat;
  int rank = 0;
  std::array<i64, 3> n{};
  i64 batch = 1;
  Side in, out;

  i64 points() const {
    i64 product = 1;
    for (int i = 0; i < rank; ++i) product *= n[i];
    return product;
  }
};

// cufftXtSetCallback: a function of the program for each GPU, which reads or writes each number.
struct Callback {
  std::vector<void*> functions, infos;
  std::size_t shared_bytes = 0;
};

struct Plan {
  std::mutex mutex;  // of all that follows
  bool made = false;
  Transform transform;
  std::shared_ptr<Factors> factors;
  cudaStream_t stream = nullptr;
  bool auto_allocation = true;
  std::vector<int> gpus;  // of cufftXtSetGPUs; empty: not called
  Callback load, store;   // without functions: none
  long long patient_jit = 0, max_host_threads = 0;

  bool is_spread() const { return gpus.size() > 1; }
  int gpu_count() const { return gpus.empty() ? 1 : static_cast<int>(gpus.size()); }
};

cufftHandle add_plan(const std::shared_ptr<Plan>& plan);
// Null: it is none, or was destroyed.
std::shared_ptr<Plan> plan_of(cufftHandle handle);
bool remove_plan(cufftHandle handle);

// body(plan), or CUFFT_INVALID_PLAN.
template <class Body>
cufftResult with_plan(cufftHandle handle, Body body) {
  const std::shared_ptr<Plan> plan = plan_of(handle);
  if (!plan) return CUFFT_INVALID_PLAN;
  const std::lock_guard lock(plan->mutex);
  return body(*plan);
}

// Whether a transform of this kind has this direction.
inline bool fits(Kind kind, int direction) {
  if (direction == CUFFT_FORWARD) return kind != Kind::kToReal;
  return direction == CUFFT_INVERSE && kind != Kind::kToComplex;
}

// Of CUFFT_C2C and the like. False: it is none of them.
bool read_type(cufftType type, Transform& into);

// CUFFT_NOT_SUPPORTED, and one line on stderr that names the call.
cufftResult not_supported(const char* call, const char* what);

}  // namespace heddle::cufft

#define HEDDLE_CUFFT extern "C" __attribute__((visibility("default"))) cufftResult
