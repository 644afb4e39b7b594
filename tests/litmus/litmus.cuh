// SPDX-License-Identifier: Apache-2.0
// Litmus tests: two to four threads, a few accesses each, and what they may not find. The tests are
// the rows of kTests; how a thread accesses memory is a policy (policies.cuh):
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
// LITMUS_ROUNDS: rounds a launch (8000; nightly 100000). LITMUS_LAUNCHES: launches of each (1).
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace litmus {

enum class Strength { kRelaxed, kAcquireRelease, kSequential };

// Which lanes of a warp take part, each with locations of its own.
enum class Lanes {
  kOne,        // lane 0, at a place that is the same for all
  kAll,        // neighbours, all lanes
  kMasked,     // neighbours, two of three lanes
  kScattered,  // at places that are no neighbours
};
enum class Place { kBlocks, kWarps };  // the threads of a test are in different blocks, or warps

struct Outcome {
  unsigned r[4];  // what the threads have read, 0 where they did not
  unsigned x, y;  // what is there in the end
};

struct Test {
  const char* name;
  const char* program;  // thread | thread ...; W x1: write 1 to x, R x: read x
  unsigned threads;
  const char* values;  // of the outcome, those that are printed
  Strength needs;      // from here on `forbidden` is forbidden
  bool (*forbidden)(const Outcome& o);
  const char* rule;  // in words
};

enum Name { kSB, kLB, kMP, kS, kR, kW22, kIRIW, kCoRR, kCoWR, kCoRW, kNames };

inline const Test kTests[kNames] = {
    {"SB", "W x1, R y | W y1, R x", 2, "01", Strength::kSequential,
     [](const Outcome& o) { return o.r[0] == 0 && o.r[1] == 0; }, "both read 0"},
    {"LB", "R y, W x1 | R x, W y1", 2, "01", Strength::kAcquireRelease,
     [](const Outcome& o) { return o.r[0] == 1 && o.r[1] == 1; }, "both read 1"},
    {"MP", "W x1, W y1 | R y, R x", 2, "23", Strength::kAcquireRelease,
     [](const Outcome& o) { return o.r[2] == 1 && o.r[3] == 0; }, "reads y1, then x0"},
    {"S", "W x2, W y1 | R y, W x1", 2, "1x", Strength::kAcquireRelease,
     [](const Outcome& o) { return o.r[1] == 1 && o.x == 2; }, "reads y1, x ends as 2"},
    {"R", "W x1, W y1 | W y2, R x", 2, "1y", Strength::kSequential,
     [](const Outcome& o) { return o.r[1] == 0 && o.y == 2; }, "y ends as 2, reads x0"},
    {"2+2W", "W x1, W y2 | W y1, W x2", 2, "xy", Strength::kSequential,
     [](const Outcome& o) { return o.x == 1 && o.y == 1; }, "both end as 1"},
    {"IRIW", "W x1 | W y1 | R x, R y | R y, R x", 4, "0123", Strength::kSequential,
     [](const Outcome& o) { return o.r[0] == 1 && o.r[1] == 0 && o.r[2] == 1 && o.r[3] == 0; },
     "the readers see the writes in different orders"},
    {"CoRR", "W x1, W x2 | R x, R x", 2, "23x", Strength::kRelaxed,
     [](const Outcome& o) { return o.r[3] < o.r[2] || o.x != 2; },
     "the second read is older, or x ends as 1"},
    {"CoWR", "W x1, R x | W x2", 2, "0x", Strength::kRelaxed,
     [](const Outcome& o) { return o.r[0] == 0 || (o.r[0] == 2 && o.x == 1) || o.x == 0; },
     "reads what is older than its own write"},
    {"CoRW", "R x, W x1 | W x2", 2, "0x", Strength::kRelaxed,
     [](const Outcome& o) { return o.r[0] == 1 || (o.r[0] == 2 && o.x == 2) || o.x == 0; },
     "reads its own write, or what comes after it"},
};

struct Arrays {
  unsigned *x, *y;
  unsigned* r[4];
  unsigned* met;  // the round that each thread is in
};

constexpr unsigned kLanes = 32;
// Looks at the others before a round: now and then many, so that they meet again.
constexpr unsigned kPatience = 60, kLongPatience = 100000, kMeetings = 128;

// Nobody waits for ever: a wait that does not count would be one that the threads depend on.
static __device__ __forceinline__ void meet(const Arrays& a, unsigned thread, unsigned threads,
                                            unsigned round, bool blocks) {
  *(volatile unsigned*)&a.met[thread * kLanes] = round;
  const unsigned patience = blocks && round % kMeetings == 1 ? kLongPatience : kPatience;
  for (unsigned other = 0; other < threads; ++other) {
    for (unsigned look = 0; look < patience; ++look) {
      if (*(volatile unsigned*)&a.met[other * kLanes] >= round) break;
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
  const unsigned thread = blocks ? blockIdx.x : threadIdx.x / kLanes;
  const unsigned lane = threadIdx.x % kLanes;
  if (lanes == Lanes::kOne && lane != 0) return;
  if (lanes == Lanes::kMasked && lane % 3 == 1) return;
  for (unsigned round = 0; round < rounds; ++round) {
    meet(a, thread, threads, round + 1, blocks);
    const unsigned i = element<lanes>(round, lane, rounds * kLanes);
    act<P>(4 * test + thread, a.x + i, a.y + i, a.r[0] + i, a.r[1] + i, a.r[2] + i, a.r[3] + i);
  }
}

inline unsigned setting(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  return text ? static_cast<unsigned>(std::atoi(text)) : otherwise;
}
inline unsigned rounds_of_a_launch() {
  const char* level = std::getenv("HEDDLE_TEST_LEVEL");
  return setting("LITMUS_ROUNDS", level && std::string(level) == "nightly" ? 100000 : 8000);
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
  Outcome outcome(unsigned i) const {
    Outcome o{};
    for (unsigned k = 0; k < 4; ++k) o.r[k] = host[(2 + k) * elements + i];
    o.x = host[i];
    o.y = host[elements + i];
    return o;
  }

  unsigned elements;
  unsigned* base = nullptr;
  Arrays arrays;
  std::vector<unsigned> host;
};

template <typename P, Lanes lanes>
void run_test(unsigned index, Place place, unsigned rounds, unsigned launches, Memory& memory) {
  const Test& test = kTests[index];
  const bool blocks = place == Place::kBlocks;
  const bool strict = P::strength >= test.needs && (P::between_blocks || !blocks);
  std::map<std::string, unsigned long long> seen;
  unsigned long long bad = 0;
  for (unsigned launch = 0; launch < launches; ++launch) {
    memory.clear();
    litmus_kernel<P, lanes><<<blocks ? test.threads : 1, blocks ? kLanes : kLanes * test.threads>>>(
        index, test.threads, blocks, rounds, memory.arrays);
    check(cudaGetLastError(), P::name);
    check(cudaDeviceSynchronize(), P::name);
    memory.fetch();
    for (unsigned i = 0; i < memory.elements; ++i) {
      const unsigned lane = i % kLanes;
      if (lanes == Lanes::kOne && lane != 0) continue;
      if (lanes == Lanes::kMasked && lane % 3 == 1) continue;
      const Outcome o = memory.outcome(i);
      std::string values;
      for (const char* v = test.values; *v; ++v) {
        values += std::to_string(*v == 'x' ? o.x : *v == 'y' ? o.y : o.r[*v - '0']);
      }
      if (test.forbidden(o)) {
        values += '!';
        ++bad;
      }
      ++seen[values];
    }
  }
  std::printf("%-5s %-28s %-9s %-6s", test.name, P::name, name(lanes), blocks ? "blocks" : "warps");
  for (const auto& [values, count] : seen) std::printf(" %s=%llu", values.c_str(), count);
  std::printf("%s\n", bad == 0 ? "" : strict ? "  FORBIDDEN" : "  (allowed)");
  if (bad == 0 || !strict) return;
  failures() += bad;
  std::fprintf(stderr, "FAIL %s (%s) by %s, lanes: %s, between %s: %llu times %s\n", test.name,
               test.program, P::name, name(lanes), blocks ? "blocks" : "warps", bad, test.rule);
}

template <typename P, Lanes lanes>
void run_lanes() {
  const unsigned rounds = rounds_of_a_launch();
  const unsigned launches = setting("LITMUS_LAUNCHES", 1);
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
