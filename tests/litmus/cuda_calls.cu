// SPDX-License-Identifier: Apache-2.0
// volatile and atomicExch, atomicAdd, with and without __threadfence and its kin.
// options: -std=c++17
#include "policies.cuh"

int main() {
  using namespace litmus;
  run<volatile_access, Lanes::kOne, Lanes::kMasked>();
  run<volatile_threadfence>();
  run<volatile_threadfence_system, Lanes::kOne>();
  run<volatile_threadfence_block, Lanes::kAll>();
  run<atomic_functions, Lanes::kOne>();
  run<atomic_functions_threadfence, Lanes::kOne, Lanes::kMasked>();
  run<atomic_functions_system, Lanes::kAll>();
  run<atomic_functions_block, Lanes::kAll>();
  return result();
}
