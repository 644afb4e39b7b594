// SPDX-License-Identifier: Apache-2.0
// Discrete distributions: tables in memory of the device, from which curand_discrete draws
// (heddle/rand_discrete.h).
#include <cuda_runtime_api.h>

#include <bit>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "curand/generator.h"
#include "curand/poisson.h"
#include "heddle/rand_discrete_table.h"

namespace heddle::curand {
namespace {

// The pointer that the program has, until it destroys it.
struct Distribution {
  void* memory = nullptr;
  Distribution() = default;
  Distribution(const Distribution&) = delete;
  ~Distribution() { static_cast<void>(cudaFree(memory)); }
};

struct Distributions {
  std::mutex mutex;
  std::unordered_map<const void*, std::shared_ptr<Distribution>> all;
};
Distributions& distributions() {
  static auto* const kept = new Distributions;  // programs destroy them in their own destructors
  return *kept;
}

// Up to a power of two, so that a search takes as many steps for each draw.
std::vector<double> padded(std::vector<double> ends) {
  ends.resize(std::bit_ceil(ends.size() + 1), 1.0);
  return ends;
}

}  // namespace

HEDDLE_CURAND curandCreatePoissonDistribution(double lambda, curandDiscreteDistribution_t* out) {
  if (!out) return CURAND_STATUS_NOT_INITIALIZED;
  if (!(lambda > 0) || lambda > kMostPoisson) return CURAND_STATUS_OUT_OF_RANGE;
  if (cudaFree(nullptr) != cudaSuccess) return CURAND_STATUS_INITIALIZATION_FAILED;
  const PoissonEnds poisson(lambda);
  const std::vector<double> ends = padded(poisson.end);
  const std::size_t bytes = ends.size() * sizeof(double);
  const auto made = std::make_shared<Distribution>();
  curandDiscreteDistribution_st table{poisson.first, static_cast<unsigned>(ends.size()), nullptr};
  if (cudaMalloc(&made->memory, sizeof table + bytes) != cudaSuccess)
    return CURAND_STATUS_ALLOCATION_FAILED;
  auto* const at = static_cast<curandDiscreteDistribution_st*>(made->memory);
  table.end = reinterpret_cast<const double*>(at + 1);
  if (cudaMemcpy(at, &table, sizeof table, cudaMemcpyHostToDevice) != cudaSuccess ||
      cudaMemcpy(at + 1, ends.data(), bytes, cudaMemcpyHostToDevice) != cudaSuccess)
    return CURAND_STATUS_PREEXISTING_FAILURE;
  const std::lock_guard lock(distributions().mutex);
  distributions().all.emplace(at, made);
  *out = at;
  return CURAND_STATUS_SUCCESS;
}

HEDDLE_CURAND curandDestroyDistribution(curandDiscreteDistribution_t distribution) {
  std::shared_ptr<Distribution> last;  // freed without the lock
  const std::lock_guard lock(distributions().mutex);
  const auto it = distributions().all.find(distribution);
  if (it == distributions().all.end()) return CURAND_STATUS_NOT_INITIALIZED;
  last = std::move(it->second);
  distributions().all.erase(it);
  return CURAND_STATUS_SUCCESS;
}

}  // namespace heddle::curand
