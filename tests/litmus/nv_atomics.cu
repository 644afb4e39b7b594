// SPDX-License-Identifier: Apache-2.0
// The __nv_atomic_ functions by order, scope and fence.
// options: -std=c++17
#include "policies.cuh"

int main() {
  using namespace litmus;
  run<nv_seq_cst>();
  run<nv_seq_cst_system, Lanes::kOne>();
  run<nv_seq_cst_block, Lanes::kMasked>();
  run<nv_acquire_release, Lanes::kOne, Lanes::kAll, Lanes::kMasked>();
  run<nv_relaxed, Lanes::kOne, Lanes::kMasked>();
  run<nv_relaxed_fence_acq_rel, Lanes::kAll>();
  run<nv_relaxed_fence_seq_cst, Lanes::kOne, Lanes::kMasked>();
  return result();
}
