// SPDX-License-Identifier: Apache-2.0
// Litmus tests: two to four threads, a few accesses each, and what they may not find. The tests are
// the rows of kTests (tests.h); how a thread accesses memory is a policy (policies.cuh):
//
//   struct Policy {
//     static constexpr const char* name;
//     static constexpr Strength strength;   what it promises
//     static constexpr bool between_blocks; its scope reaches other blocks
//     static __device__ void store(unsigned* at, unsigned value);
//     static __device__ unsigned load(unsigned* at);
//     static __device__ void fence();       between two accesses of a thread
//   };
//   litmus::run<Policy>();  prints one line a test and way of running it; counts what is forbidden
//   return litmus::result();
//
// Every round has locations of its own, which start at 0. Threads meet before each round, but do
// not wait long for one another: a thread that is not there shall not stop the others.
//
// LITMUS_ROUNDS: rounds a launch (1000; nightly 100000). LITMUS_LAUNCHES: launches of each (3;
// nightly 1).
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "tests.h"

namespace litmus {

// Which lanes of a warp take part, each with locations of its own.
enum class Lanes {
  kOne,        // lane 0, at a place that is the same for all
  kAll,        // neighbours, all lanes
  kMasked,     // neighbours, two of three lanes
  kScattered,  // at places that are no neighbours
};
enum class Place { kBlocks, kWarps };  // the threads of a test are in different blocks, or warps

struct Arrays {
  unsigned *x, *y;
  unsigned* r[4];
  unsigned* met;  // the round that each thread is in
};

constexpr unsigned kLanes = 32;
// Blocks have warps for the longest test, also where fewer take part: one shape is compiled once.
constexpr unsigned kMostThreads = 4;
// How often a thread looks at the others before a round, and cycles from look to look. Now and then
// it looks longer, so that they meet again; before the first round they are given time to begin.
constexpr unsigned kLooks = 12, kMeetings = 64, kMore = 16, kBegin = 20;
constexpr long long kPause = 30, kLongPause = 100000;

static __device__ __forceinline__ void pause(long long cycles) {
  for (const long long begin = clock64(); clock64() - begin < cycles;) {
  }
}

static __device__ __forceinline__ bool is_there(const volatile unsigned* met, unsigned round) {
  bool there = *met >= round;
#pragma unroll
  for (unsigned look = 1; look < kLooks; ++look) {
    if (!there) pause(kPause), there = *met >= round;
  }
  return there;
}

// Nobody waits for ever: a wait that does not count would be one that the threads depend on. And
// few looks at a time are no loop, since Heddle lets others run in one: on a busy machine for
// milliseconds, and on one thread the blocks would take turns.
static __device__ __forceinline__ void meet(const Arrays& a, unsigned thread, unsigned threads,
                                            unsigned round) {
  *(volatile unsigned*)&a.met[thread * kLanes] = round;
  const unsigned times = round == 1 ? kBegin : round % kMeetings == 1 ? kMore : 1;
  for (unsigned other = 0; other < threads; ++other) {
    const volatile unsigned* met = &a.met[other * kLanes];
    for (unsigned time = 0; time < times && !is_there(met, round); ++time) {
      if (round == 1) pause(kLongPause);
    }
  }
}

template <typename P>
static __device__ __forceinline__ void act(unsigned what, unsigned* x, unsigned* y, unsigned* r0,
                                           unsigned* r1, unsigned* r2, unsigned* r3) {
  switch (what) {
    case 4 * kSB:
      P::store(x, 1), P::fence(), *r0 = P::load(y);
      break;
    case 4 * kSB + 1:
      P::store(y, 1), P::fence(), *r1 = P::load(x);
      break;
    case 4 * kLB:
      *r0 = P::load(y), P::fence(), P::store(x, 1);
      break;
    case 4 * kLB + 1:
      *r1 = P::load(x), P::fence(), P::store(y, 1);
      break;
    case 4 * kMP:
      P::store(x, 1), P::fence(), P::store(y, 1);
      break;
    case 4 * kMP + 1:
    case 4 * kIRIW + 3: {
      const unsigned first = P::load(y);
      P::fence();
      *r3 = P::load(x), *r2 = first;
      break;
    }
    case 4 * kS:
      P::store(x, 2), P::fence(), P::store(y, 1);
      break;
    case 4 * kS + 1:
      *r1 = P::load(y), P::fence(), P::store(x, 1);
      break;
    case 4 * kR:
      P::store(x, 1), P::fence(), P::store(y, 1);
      break;
    case 4 * kR + 1:
      P::store(y, 2), P::fence(), *r1 = P::load(x);
      break;
    case 4 * kW22:
      P::store(x, 1), P::fence(), P::store(y, 2);
      break;
    case 4 * kW22 + 1:
      P::store(y, 1), P::fence(), P::store(x, 2);
      break;
    case 4 * kIRIW:
      P::store(x, 1);
      break;
    case 4 * kIRIW + 1:
      P::store(y, 1);
      break;
    case 4 * kIRIW + 2: {
      const unsigned first = P::load(x);
      P::fence();
      *r1 = P::load(y), *r0 = first;
      break;
    }
    case 4 * kCoRR:
      P::store(x, 1), P::store(x, 2);
      break;
    case 4 * kCoRR + 1: {
      const unsigned first = P::load(x);
      *r3 = P::load(x), *r2 = first;
      break;
    }
    case 4 * kCoWR:
      P::store(x, 1), *r0 = P::load(x);
      break;
    case 4 * kCoWR + 1:
    case 4 * kCoRW + 1:
      P::store(x, 2);
      break;
    case 4 * kCoRW:
      *r0 = P::load(x), P::store(x, 1);
      break;
    case 4 * kCoWW:
      P::store(x, 1), P::store(x, 2);
      break;
    case 4 * kCoWW + 1:
      P::store(x, 3);
      break;
    default:
      break;
  }
}

// The element of a round and lane. Scattered lanes are not as far apart as a constant says.
template <Lanes lanes>
static __device__ __forceinline__ unsigned element(unsigned round, unsigned lane, unsigned n) {
  if (lanes == Lanes::kOne) return round * kLanes;
  if (lanes == Lanes::kScattered) return (round * kLanes + (lane * lane + lane) / 2 % kLanes) % n;
  return round * kLanes + lane;
}

template <typename P, Lanes lanes>
__global__ void litmus_kernel(unsigned test, unsigned threads, bool blocks, unsigned rounds,
                              Arrays a) {
  const unsigned warp = threadIdx.x / kLanes, thread = blocks ? blockIdx.x : warp;
  const unsigned lane = threadIdx.x % kLanes;
  if (blocks ? warp != 0 : thread >= threads) return;
  if (lanes == Lanes::kOne && lane != 0) return;
  if (lanes == Lanes::kMasked && lane % 3 == 1) return;
  for (unsigned round = 0; round < rounds; ++round) {
    meet(a, thread, threads, round + 1);
    const unsigned i = element<lanes>(round, lane, rounds * kLanes);
    act<P>(4 * test + thread, a.x + i, a.y + i, a.r[0] + i, a.r[1] + i, a.r[2] + i, a.r[3] + i);
  }
}

inline unsigned setting(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  return text ? static_cast<unsigned>(std::atoi(text)) : otherwise;
}
inline bool nightly() {
  const char* level = std::getenv("HEDDLE_TEST_LEVEL");
  return level && std::string(level) == "nightly";
}
inline unsigned rounds_of_a_launch() {
  return setting("LITMUS_ROUNDS", nightly() ? 100000 : 1000);
}

inline unsigned long long& failures() {
  static unsigned long long count = 0;
  return count;
}
inline int result() {
  return failures() != 0;
}

inline void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "FAIL %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

inline const char* name(Lanes lanes) {
  const char* const names[] = {"one", "all", "masked", "scattered"};
  return names[static_cast<int>(lanes)];
}

// Memory that a run reuses.
struct Memory {
  explicit Memory(unsigned rounds) : elements(rounds * kLanes) {
    check(cudaMalloc((void**)&base, bytes()), "cudaMalloc");
    arrays.x = base;
    arrays.y = base + elements;
    for (unsigned k = 0; k < 4; ++k) arrays.r[k] = base + (2 + k) * elements;
    arrays.met = base + 6 * elements;
    host.resize(bytes() / sizeof(unsigned));
  }
  ~Memory() { cudaFree(base); }
  std::size_t bytes() const { return (std::size_t{6} * elements + 4 * kLanes) * sizeof(unsigned); }
  void clear() { check(cudaMemset(base, 0, bytes()), "cudaMemset"); }
  void fetch() {
    check(cudaMemcpy(host.data(), base, bytes(), cudaMemcpyDeviceToHost), "cudaMemcpy");
  }
  // Of a value's name in Test::values.
  const unsigned* values(char name) const {
    return host.data() + elements * (name == 'x' ? 0 : name == 'y' ? 1 : 2 + (name - '0'));
  }

  unsigned elements;
  unsigned* base = nullptr;
  Arrays arrays;
  std::vector<unsigned> host;
};

// How often each outcome was seen: of each value three bits, the last one's the lowest.
struct Counts {
  explicit Counts(const Test& which) : test(which) {}

  template <Lanes lanes>
  void add(const Memory& memory) {
    const unsigned* of[4] = {};
    const unsigned values = static_cast<unsigned>(std::strlen(test.values));
    for (unsigned k = 0; k < values; ++k) of[k] = memory.values(test.values[k]);
    for (unsigned i = 0; i < memory.elements; i += lanes == Lanes::kOne ? kLanes : 1) {
      if (lanes == Lanes::kMasked && i % kLanes % 3 == 1) continue;
      unsigned key = 0;
      for (unsigned k = 0; k < values; ++k) key = key << 3 | std::min(of[k][i], 7u);
      ++seen[key];
    }
  }

  // What `key` says, and its text.
  Outcome outcome(unsigned key, std::string& text) const {
    Outcome o{};
    text.clear();
    for (unsigned k = static_cast<unsigned>(std::strlen(test.values)); k-- > 0; key >>= 3) {
      const char name = test.values[k];
      (name == 'x' ? o.x : name == 'y' ? o.y : o.r[name - '0']) = key & 7;
      text.insert(text.begin(), static_cast<char>('0' + (key & 7)));
    }
    return o;
  }

  const Test& test;
  std::array<unsigned long long, 1 << 12> seen{};
};

template <typename P, Lanes lanes>
void run_test(unsigned index, Place place, unsigned rounds, unsigned launches, Memory& memory) {
  const Test& test = kTests[index];
  const bool blocks = place == Place::kBlocks;
  const bool strict = P::strength >= test.needs && (P::between_blocks || !blocks);
  Counts counts(test);
  for (unsigned launch = 0; launch < launches; ++launch) {
    memory.clear();
    litmus_kernel<P, lanes><<<blocks ? test.threads : 1, kMostThreads * kLanes>>>(
        index, test.threads, blocks, rounds, memory.arrays);
    check(cudaGetLastError(), P::name);
    check(cudaDeviceSynchronize(), P::name);
    memory.fetch();
    counts.add<lanes>(memory);
  }
  unsigned long long bad = 0;
  bool never_written = false;
  std::printf("%-5s %-28s %-9s %-6s", test.name, P::name, name(lanes), blocks ? "blocks" : "warps");
  for (unsigned key = 0; key < counts.seen.size(); ++key) {
    if (counts.seen[key] == 0) continue;
    std::string text;
    const bool forbidden = test.forbidden(counts.outcome(key, text));
    never_written |= text.find_first_of("4567") != text.npos;
    if (forbidden) bad += counts.seen[key];
    std::printf(" %s%s=%llu", text.c_str(), forbidden ? "!" : "", counts.seen[key]);
  }
  const bool failed = never_written || (bad != 0 && strict);
  std::printf("%s\n", failed ? "  FORBIDDEN" : bad != 0 ? "  (allowed)" : "");
  if (!failed) return;
  ++failures();
  std::fprintf(stderr, "FAIL %s (%s) by %s, lanes: %s, between %s: %llu times %s\n", test.name,
               test.program, P::name, name(lanes), blocks ? "blocks" : "warps", bad,
               never_written ? "what nobody has written" : test.rule);
}

template <typename P, Lanes lanes>
void run_lanes() {
  const unsigned rounds = rounds_of_a_launch();
  const unsigned launches = setting("LITMUS_LAUNCHES", nightly() ? 1 : 3);
  // Lanes that come one after another take as long as 32 rounds of one.
  Memory memory(lanes == Lanes::kOne ? rounds : std::max(rounds / 8, 1u));
  for (const Place place : {Place::kBlocks, Place::kWarps}) {
    if (place == Place::kBlocks && !P::between_blocks) continue;
    for (unsigned test = 0; test < kNames; ++test) {
      run_test<P, lanes>(test, place, memory.elements / kLanes, launches, memory);
    }
  }
}

// The ways that are named, or all.
template <typename P, Lanes... lanes>
void run() {
  if constexpr (sizeof...(lanes) == 0) {
    run<P, Lanes::kOne, Lanes::kAll, Lanes::kMasked, Lanes::kScattered>();
  } else {
    (run_lanes<P, lanes>(), ...);
  }
}

}  // namespace litmus
