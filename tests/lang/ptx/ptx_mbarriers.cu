// SPDX-License-Identifier: Apache-2.0
// Inline PTX: mbarriers in shared memory. Phases by state and by parity, counts, arrivals that drop
// out, bytes that are expected, bulk copies; producer and consumer warps and lanes.
#include "../check.h"

using Barrier = unsigned long long;

__device__ unsigned at(const void* p) {
  return (unsigned)__cvta_generic_to_shared(p);
}
__device__ void init(Barrier* b, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(b)), "r"(count) : "memory");
}
__device__ unsigned long long arrive(Barrier* b) {
  unsigned long long state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at(b)) : "memory");
  return state;
}
__device__ bool done(Barrier* b, unsigned long long state) {
  unsigned ready;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(ready)
               : "r"(at(b)), "l"(state)
               : "memory");
  return ready;
}
__device__ void wait(Barrier* b, unsigned parity) {
  asm volatile(
      "{ .reg .pred p;\n"
      "AGAIN: mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%0], %1, 1000;\n"
      "  @!p bra AGAIN; }" ::"r"(at(b)),
      "r"(parity)
      : "memory");
}

// All threads meet several times and read what others wrote.
__global__ void meet(const unsigned* in, unsigned* out) {
  __shared__ Barrier barrier;
  __shared__ unsigned words[1024];
  unsigned t = check::tid(), n = check::block_threads(), v = in[check::gid()];
  if (t == 0) init(&barrier, n);
  __syncthreads();
  for (unsigned round = 0; round < 5; ++round) {
    words[t] = v;
    unsigned long long state = arrive(&barrier);
    while (!done(&barrier, state)) {
    }
    unsigned next = words[(t + 7 * round + 1) % n];
    state = arrive(&barrier);
    while (!done(&barrier, state)) {
    }
    v = v * 3 + next;
  }
  out[check::gid()] = v;
}
unsigned met(const check::Thread& thread, const unsigned* in) {
  static unsigned now[1024], old[1024], block = ~0u, seed = 0;
  unsigned n = thread.block_threads;
  if (block != thread.block || seed != in[thread.block_first]) {
    for (unsigned i = 0; i < n; ++i) now[i] = in[thread.block_first + i];
    for (unsigned round = 0; round < 5; ++round) {
      memcpy(old, now, sizeof now);
      for (unsigned i = 0; i < n; ++i) now[i] = old[i] * 3 + old[(i + 7 * round + 1) % n];
    }
    block = thread.block, seed = in[thread.block_first];
  }
  return now[thread.linear];
}

// Thread 0 brings what all read, in two buffers: bulk copies that a barrier waits for.
__global__ void bulk(const unsigned* in, unsigned* out) {
  __shared__ alignas(16) unsigned buffer[2][1024];
  __shared__ Barrier full[2], empty[2];
  unsigned t = check::tid(), n = check::block_threads();
  unsigned words = (n + 3) / 4 * 4, bytes = 4 * words, sum = 0;
  const unsigned* from = in + check::block_threads() * blockIdx.x / 4 * 4;
  if (t == 0) {
    for (unsigned k = 0; k < 2; ++k) init(&full[k], 1), init(&empty[k], n);
    asm volatile("fence.mbarrier_init.release.cluster; fence.proxy.async.shared::cta;" ::
                     : "memory");
  }
  __syncthreads();
  for (unsigned round = 0; round < 6; ++round) {
    unsigned k = round & 1, parity = round >> 1 & 1;
    if (t == 0) {
      if (round > 1) wait(&empty[k], parity ^ 1);
      asm volatile(
          "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(at(&full[k])),
          "r"(bytes)
          : "memory");
      asm volatile(
          "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
          "[%3];" ::"r"(at(buffer[k])),
          "l"(from + 4 * round), "r"(bytes), "r"(at(&full[k]))
          : "memory");
    }
    wait(&full[k], parity);
    sum = sum * 3 + buffer[k][n - 1 - t];
    arrive(&empty[k]);
  }
  out[check::gid()] = sum;
}
unsigned copied(const check::Thread& t, const unsigned* in) {
  unsigned from = t.block_first / 4 * 4, sum = 0;
  for (unsigned round = 0; round < 6; ++round) {
    sum = sum * 3 + in[from + 4 * round + t.block_threads - 1 - t.linear];
  }
  return sum;
}

// One thread's view of the counts.
__global__ void counts(const unsigned* in, unsigned* out) {
  __shared__ Barrier barriers[1024];
  Barrier* b = &barriers[check::tid()];
  unsigned long long first, second;
  unsigned pending, r = 0, i = check::gid();
  init(b, 4);
  asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 3;"
               : "=l"(first)
               : "r"(at(b))
               : "memory");
  asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(first));
  r = r * 10 + pending;  // 4
  second = arrive(b);
  asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(second));
  r = r * 10 + pending;                               // 1
  r = r * 10 + done(b, first) + 2 * done(b, second);  // 3
  asm volatile("mbarrier.arrive_drop.shared::cta.b64 %0, [%1], 2;"
               : "=l"(first)
               : "r"(at(b))
               : "memory");
  r = r * 10 + done(b, first);  // 0
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], 2;"
               : "=l"(first)
               : "r"(at(b))
               : "memory");
  r = r * 10 + done(b, first);  // 1
  // Two are left, and bytes in any order.
  asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at(b)),
               "r"(in[i] % 100)
               : "memory");
  first = arrive(b), second = arrive(b);
  r = r * 10 + done(b, second) + 2 * (in[i] % 100 == 0);  // 0, or 3
  if (in[i] % 100) {
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at(b)),
                 "r"(in[i] % 100 + 5)
                 : "memory");
    r = r * 10 + done(b, first);  // 0
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 5;" ::"r"(at(b))
                 : "memory");
    r = r * 10 + done(b, first);  // 1
  }
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(at(b)) : "memory");
  out[i] = r;
}

// Odd lanes wait for what even lanes of the same warp do in the other branch.
__global__ void lanes(const unsigned* in, unsigned* out) {
  __shared__ Barrier barriers[512];
  __shared__ unsigned words[1024];
  unsigned t = check::tid(), i = check::gid();
  Barrier* b = &barriers[t / 2];
  if (t % 2 == 0) init(b, 1);
  __syncthreads();
  bool alone = t % 2 == 0 ? t + 1 >= check::block_threads() : false;
  if (alone) {
    out[i] = in[i];
  } else if (t % 2) {
    wait(b, 0);
    out[i] = words[t - 1] + in[i];
  } else {
    words[t] = in[i] * 3;
    arrive(b);
    out[i] = in[i];
  }
}

int main() {
  check::run<unsigned>(
      "meet", [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { meet<<<g, b>>>(in, out); },
      met);
  check::run<unsigned>(
      "bulk copies",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { bulk<<<g, b>>>(in, out); }, copied);
  check::run<unsigned>(
      "counts",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { counts<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        return in[t.global] % 100 ? 41301001u : 413013u;
      });
  check::run<unsigned>(
      "lanes", [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { lanes<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        return in[t.global] + (t.linear % 2 ? in[t.global - 1] * 3 : 0);
      });
  return check::result();
}
