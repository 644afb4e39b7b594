// SPDX-License-Identifier: Apache-2.0
// What a generator keeps (cuRAND documentation, "Generator Options").
#pragma once

#include <cstdint>
#include <memory>

#include "curand.h"

#define HEDDLE_CURAND extern "C" __attribute__((visibility("default"))) curandStatus_t

namespace heddle::curand {

using Status = curandStatus_t;
using i64 = std::int64_t;
using u64 = std::uint64_t;

class Sequence;

struct Generator {
  curandRngType_t type;  // never one of the defaults
  bool on_host;
  cudaStream_t stream = nullptr;
  curandOrdering_t order;
  u64 seed = 0, offset = 0;
  u64 given = 0;  // items of the sequence since `offset`
  unsigned dimensions = 1;
  // What the calls have left: made by the first one behind a change of the options above. Works in
  // the stream go on with it, so they keep it.
  std::shared_ptr<Sequence> sequence;

  bool is_twister() const {
    return type == CURAND_RNG_PSEUDO_MT19937 || type == CURAND_RNG_PSEUDO_MTGP32;
  }
  bool is_quasi() const { return type >= CURAND_RNG_QUASI_DEFAULT; }
};

// Null: it is none, or was destroyed.
Generator* generator_of(curandGenerator_t generator);

}  // namespace heddle::curand
