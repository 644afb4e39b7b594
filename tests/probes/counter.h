// SPDX-License-Identifier: Apache-2.0
// A listener that counts, and the checks of what it counted.
//
//   const auto c = counter::count([&] { kernel<<<...>>>(...); });
//   EXPECT(c.loads.events, 4);
//   return counter::result();     0, or 1 after a message for each wrong number
#pragma once

#include <cuda_runtime.h>

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "probes/listener.h"

namespace counter {

namespace probes = heddle::probes;

// The active lanes for which `holds(lane)`.
template <class Holds>
std::uint32_t lanes_where(const probes::At& at, Holds holds) {
  std::uint32_t result = 0;
  for (std::uint32_t rest = at.active; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (holds(lane)) result |= 1u << lane;
  }
  return result;
}

struct Tally : std::map<std::uint32_t, unsigned> {
  unsigned of(std::uint32_t key) const {
    const auto found = find(key);
    return found == end() ? 0 : found->second;
  }
};

// Of one kind of event.
struct Count {
  std::uint64_t events = 0;
  std::uint64_t lanes = 0;  // active ones, of all events
  Tally masks;              // active mask: events
  Tally bytes;              // accesses: bytes of a lane: events
  std::set<const probes::Site*> sites;

  void add(const probes::At& at) {
    ++events;
    lanes += static_cast<unsigned>(std::popcount(at.active));
    ++masks[at.active];
    ++bytes[at.site.bytes];
    sites.insert(&at.site);
  }
};

struct Counts {
  unsigned kernels_begun = 0, kernels_ended = 0, blocks_begun = 0, blocks_ended = 0;
  bool faulted = false;
  Count loads, stores, local_loads, local_stores, atomics, reductions;
  Count branches, barriers, warp_operations, fences, exits;
  std::uint64_t taken = 0, ended = 0;  // lanes
  std::vector<probes::Space> spaces;   // of the accesses, by site
  std::uint64_t shared_lanes = 0, local_lanes = 0;
};

class Counter : public probes::Listener {
 public:
  explicit Counter(probes::EventMask events = probes::all_events()) : events_(events) {}

  probes::EventMask events() const override { return events_; }

  void kernel_begin(const probes::Launch&) override { ++counts.kernels_begun; }
  void kernel_end(const probes::Launch&, bool faulted) override {
    ++counts.kernels_ended;
    counts.faulted |= faulted;
  }
  void block_begin(const probes::Block&) override {
    const std::lock_guard lock(mutex_);
    ++counts.blocks_begun;
  }
  void block_end(const probes::Block&) override {
    const std::lock_guard lock(mutex_);
    ++counts.blocks_ended;
  }
  void access(const probes::Access& event) override {
    const bool load = event.site.access == probes::AccessKind::kLoad;
    const bool local = event.site.event == probes::Event::kLocal;
    const std::lock_guard lock(mutex_);
    (local ? (load ? counts.local_loads : counts.local_stores)
           : (load ? counts.loads : counts.stores))
        .add(event);
    counts.shared_lanes += static_cast<unsigned>(std::popcount(event.shared));
    counts.local_lanes += static_cast<unsigned>(std::popcount(event.local));
  }
  void atomic(const probes::Access& event) override {
    const std::lock_guard lock(mutex_);
    (event.site.access == probes::AccessKind::kReduction ? counts.reductions : counts.atomics)
        .add(event);
    counts.shared_lanes += static_cast<unsigned>(std::popcount(event.shared));
  }
  void branch(const probes::Branch& event) override {
    const std::lock_guard lock(mutex_);
    counts.branches.add(event);
    counts.taken += static_cast<unsigned>(std::popcount(event.taken));
  }
  void barrier(const probes::Barrier& event) override { add(counts.barriers, event); }
  void warp_operation(const probes::WarpOperation& event) override {
    add(counts.warp_operations, event);
  }
  void fence(const probes::Fence& event) override { add(counts.fences, event); }
  void exit(const probes::Exit& event) override {
    const std::lock_guard lock(mutex_);
    counts.exits.add(event);
    counts.ended += static_cast<unsigned>(std::popcount(event.ended));
  }

  Counts counts;

 protected:
  void add(Count& count, const probes::At& at) {
    const std::lock_guard lock(mutex_);
    count.add(at);
  }
  std::mutex mutex_;

 private:
  const probes::EventMask events_;
};

inline bool& failed() {
  static bool value = false;
  return value;
}

inline void expect_at(int line, const char* what, std::uint64_t got, std::uint64_t want) {
  if (got == want) return;
  std::fprintf(stderr, "line %d: %s: %llu, expected %llu\n", line, what,
               static_cast<unsigned long long>(got), static_cast<unsigned long long>(want));
  failed() = true;
}
#define EXPECT(got, want)                                             \
  counter::expect_at(__LINE__, #got, static_cast<std::uint64_t>(got), \
                     static_cast<std::uint64_t>(want))

// Runs `work` with `listener` in place.
template <class Work>
void listen(probes::Listener& listener, Work work) {
  heddle_add_listener(&listener);
  work();
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  heddle_remove_listener(&listener);
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  failed() = true;
}

template <class Work>
Counts count(Work work, probes::EventMask events = probes::all_events()) {
  Counter listener(events);
  listen(listener, work);
  return listener.counts;
}

// Device memory that host code can read: on this machine they are one.
template <class T>
T* device_array(std::size_t elements) {
  void* memory = nullptr;
  if (cudaMalloc(&memory, elements * sizeof(T)) != cudaSuccess) failed() = true;
  cudaMemset(memory, 0, elements * sizeof(T));
  return static_cast<T*>(memory);
}

inline int result() {
  return failed() ? 1 : 0;
}

}  // namespace counter
