// SPDX-License-Identifier: Apache-2.0
// Inline PTX: ld and st with orders and scopes, fences.
// options: -std=c++17
#include "policies.cuh"

int main() {
  using namespace litmus;
  run<ptx_relaxed_gpu, Lanes::kOne, Lanes::kMasked>();
  run<ptx_acquire_release_gpu, Lanes::kOne, Lanes::kMasked>();
  run<ptx_acquire_release_sys, Lanes::kAll>();
  run<ptx_acquire_release_cta, Lanes::kScattered>();
  run<ptx_relaxed_fence_acq_rel_gpu, Lanes::kMasked>();
  run<ptx_relaxed_fence_sc_gpu>();
  run<ptx_relaxed_fence_sc_sys, Lanes::kOne>();
  run<ptx_relaxed_fence_sc_cta, Lanes::kAll>();
  run<ptx_volatile_membar, Lanes::kOne, Lanes::kMasked>();
  return result();
}
