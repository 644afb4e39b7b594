// SPDX-License-Identifier: Apache-2.0
// The oracle: generated kernels compiled by the host's C++ compiler and run one CUDA thread at a
// time, each on a context of its own. It shares nothing with Heddle, neither front end nor engine.
//
// A thread runs until it waits, at a block barrier or for the lanes of its mask, or ends. A mask
// that names a lane that has exited, but for the mask of all lanes, and a barrier that some wait
// for in vain, end the program: they would be faults of the generator.
#pragma once

#include <ucontext.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
inline dim3 threadIdx, blockIdx, blockDim, gridDim;

namespace oracle {

enum class State { kReady, kAtBarrier, kAtWarpOperation, kExited };

struct Thread {
  ucontext_t context;
  std::vector<char> stack;
  State state;
  dim3 index;
  int predicate, count, all, any;  // of a block barrier
  unsigned mask;                   // of a warp operation
  unsigned long long value, values[32];
};

inline std::vector<Thread> threads;
inline ucontext_t scheduler;
inline unsigned current, thread_count;
inline void (*body)(void*);
inline void* body_argument;

[[noreturn]] inline void generator_fault(const char* what) {
  std::fprintf(stderr, "oracle: %s\n", what);
  std::exit(3);
}

// Returns when the scheduler lets the thread go on.
inline Thread& wait(State state) {
  Thread& self = threads[current];
  self.state = state;
  swapcontext(&self.context, &scheduler);
  return self;
}

inline void thread_main() {
  body(body_argument);
  wait(State::kExited);
}

inline void start_threads() {
  if (threads.size() < thread_count) threads.resize(thread_count);
  for (unsigned k = 0; k < thread_count; ++k) {
    Thread& t = threads[k];
    t.stack.resize(1 << 18);
    getcontext(&t.context);
    t.context.uc_stack.ss_sp = t.stack.data();
    t.context.uc_stack.ss_size = t.stack.size();
    t.context.uc_link = nullptr;
    makecontext(&t.context, thread_main, 0);
    t.state = State::kReady;
    t.index = dim3(k % blockDim.x, k / blockDim.x % blockDim.y, k / blockDim.x / blockDim.y);
  }
}

// Runs every ready thread until it waits; false when there was none.
inline bool run_ready_threads() {
  bool ran = false;
  for (unsigned k = 0; k < thread_count; ++k) {
    if (threads[k].state != State::kReady) continue;
    current = k;
    threadIdx = threads[k].index;
    swapcontext(&scheduler, &threads[k].context);
    ran = true;
  }
  return ran;
}

// Completes the warp operation that thread k waits for when all lanes of its mask are there.
inline bool complete_warp_operation(unsigned k) {
  const unsigned first = k / 32 * 32, mask = threads[k].mask;
  if (!(mask >> k % 32 & 1)) generator_fault("a mask without the calling lane");
  unsigned long long values[32] = {};
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!(mask >> lane & 1)) continue;
    if (first + lane >= thread_count || threads[first + lane].state == State::kExited) {
      if (mask == ~0u) continue;
      generator_fault("a mask with a lane that is gone");
    }
    const Thread& t = threads[first + lane];
    if (t.state != State::kAtWarpOperation || t.mask != mask) return false;
    values[lane] = t.value;
  }
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!(mask >> lane & 1) || first + lane >= thread_count) continue;
    if (threads[first + lane].state == State::kExited) continue;
    std::memcpy(threads[first + lane].values, values, sizeof values);
    threads[first + lane].state = State::kReady;
  }
  return true;
}

inline void release_barrier() {
  int count = 0, waiting = 0;
  for (unsigned k = 0; k < thread_count; ++k) {
    if (threads[k].state == State::kAtBarrier)
      ++waiting, count += threads[k].predicate;
    else if (threads[k].state != State::kExited)
      generator_fault("a deadlock");
  }
  for (unsigned k = 0; k < thread_count; ++k) {
    Thread& t = threads[k];
    if (t.state != State::kAtBarrier) continue;
    t.count = count, t.all = count == waiting, t.any = count != 0;
    t.state = State::kReady;
  }
}

inline bool all_exited() {
  return std::all_of(threads.begin(), threads.begin() + thread_count,
                     [](const Thread& t) { return t.state == State::kExited; });
}

inline void run_block() {
  start_threads();
  while (true) {
    bool progress = run_ready_threads();
    for (unsigned k = 0; k < thread_count; ++k)
      if (threads[k].state == State::kAtWarpOperation) progress |= complete_warp_operation(k);
    if (progress) continue;
    if (all_exited()) return;
    release_barrier();
  }
}

template <class Kernel>
void launch(unsigned blocks, dim3 block, Kernel kernel) {
  gridDim = dim3(blocks), blockDim = block;
  thread_count = block.x * block.y * block.z;
  body = [](void* k) { (*static_cast<Kernel*>(k))(); };
  body_argument = &kernel;
  for (unsigned b = 0; b < blocks; ++b) {
    blockIdx = dim3(b, 0, 0);
    run_block();
  }
}

// Hands `v` to the lanes of the mask; the result holds what every lane handed over.
template <class T>
Thread& exchange(unsigned mask, T v) {
  Thread& self = threads[current];
  self.mask = mask;
  self.value = 0;
  std::memcpy(&self.value, &v, sizeof v);
  return wait(State::kAtWarpOperation);
}

template <class T>
T value_of(const Thread& t, unsigned lane) {
  T v;
  std::memcpy(&v, &t.values[lane], sizeof v);
  return v;
}

}  // namespace oracle
