// SPDX-License-Identifier: Apache-2.0
// cuda::atomic_ref and cuda::atomic_thread_fence of libcu++.
// options: -std=c++17
#include <cuda/atomic>

#include "policies.cuh"

#define LITMUS_REF(Name, promise, blocks, load_order, store_order, fence_between, scope) \
  struct Name {                                                                          \
    LITMUS_POLICY(Name, promise, blocks)                                                 \
    LITMUS_DEVICE void store(unsigned* at, unsigned value) {                             \
      cuda::atomic_ref<unsigned, cuda::thread_scope_##scope>(*at).store(                 \
          value, cuda::memory_order_##store_order);                                      \
    }                                                                                    \
    LITMUS_DEVICE unsigned load(unsigned* at) {                                          \
      return cuda::atomic_ref<unsigned, cuda::thread_scope_##scope>(*at).load(           \
          cuda::memory_order_##load_order);                                              \
    }                                                                                    \
    LITMUS_DEVICE void fence() { fence_between; }                                        \
  };

namespace litmus {
LITMUS_REF(ref_relaxed, kRelaxed, true, relaxed, relaxed, , device)
LITMUS_REF(ref_acquire_release, kAcquireRelease, true, acquire, release, , device)
LITMUS_REF(ref_seq_cst, kSequential, true, seq_cst, seq_cst, , device)
LITMUS_REF(ref_seq_cst_system, kSequential, true, seq_cst, seq_cst, , system)
LITMUS_REF(ref_seq_cst_block, kSequential, false, seq_cst, seq_cst, , block)
LITMUS_REF(ref_relaxed_fence_seq_cst, kSequential, true, relaxed, relaxed,
           cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device), device)
}  // namespace litmus

int main() {
  using namespace litmus;
  run<ref_relaxed, Lanes::kOne>();
  run<ref_acquire_release, Lanes::kMasked>();
  run<ref_seq_cst>();
  run<ref_seq_cst_system, Lanes::kOne>();
  run<ref_seq_cst_block, Lanes::kOne>();
  run<ref_relaxed_fence_seq_cst, Lanes::kOne, Lanes::kMasked>();
  return result();
}
