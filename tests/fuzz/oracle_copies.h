// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies, which are made at once, and barriers with phases, for the oracle.
#pragma once

#include <cstring>

#include "oracle_cuda.h"

// In loops that wait: another thread's turn.
inline void look_again() {
  oracle::wait(oracle::State::kReady);
}

inline void __pipeline_memcpy_async(void* to, const void* from, std::size_t bytes,
                                    std::size_t zeros = 0) {
  std::memcpy(to, from, bytes - zeros);
  std::memset(static_cast<char*>(to) + bytes - zeros, 0, zeros);
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(std::size_t) {}

using __mbarrier_t = unsigned long long;  // expected, missing, phase: 16 bits each
using __mbarrier_token_t = unsigned long long;
inline void __mbarrier_init(__mbarrier_t* barrier, unsigned count) {
  *barrier = count | count << 16;
}
inline void __mbarrier_inval(__mbarrier_t* barrier) {
  *barrier = 0;
}
inline __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  const __mbarrier_token_t phase = *barrier >> 32;
  *barrier -= 1u << 16;
  if ((*barrier >> 16 & 0xffff) == 0) *barrier = (phase + 1) << 32 | (*barrier & 0xffff) * 0x10001u;
  return phase;
}
inline bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t phase) {
  return *barrier >> 32 != phase;
}

// A named barrier of the first `threads` threads: in the next launch it may be of others.
inline void barrier_of(unsigned id, unsigned threads) {
  static struct {
    unsigned threads;
    __mbarrier_t barrier;
  } all[16];
  auto& own = all[id % 16];
  if (own.threads != threads) __mbarrier_init(&own.barrier, own.threads = threads);
  const __mbarrier_token_t phase = __mbarrier_arrive(&own.barrier);
  while (!__mbarrier_test_wait(&own.barrier, phase)) look_again();
}
