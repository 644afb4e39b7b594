// SPDX-License-Identifier: Apache-2.0
// One launch while it runs.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/types.h"
#include "engine/grid/block_set.h"
#include "engine/grid/deadlock.h"
#include "engine/grid/fault.h"
#include "engine/grid/rounds.h"
#include "engine/module/module.h"
#include "engine/module/variant.h"
#include "image/kernel_abi.h"
#include "probes/events.h"

namespace heddle::engine {

class ChildLaunches;
class FewWorkers;
class GraphLaunches;
class LaunchCounters;
class ListenerSet;
class Device;
class Operation;
class Scheduler;
struct Partition;

struct Schedule {
  bool shuffle = false;
  bool at_accesses = false;  // threads and blocks change also before accesses, by chance
  std::uint64_t seed = 0;
};

struct Grid {
  const Variant* variant = nullptr;
  const Function* function = nullptr;
  Device* device = nullptr;
  const Partition* partition = nullptr;  // null: all of the device
  Scheduler* scheduler = nullptr;
  const Operation* operation = nullptr;  // of its stream
  Dim3 grid;
  const void* params = nullptr;
  std::uint32_t dynamic_shared = 0;
  std::uint64_t id = 0;
  std::uint64_t total = 0;  // blocks
  Dim3 cluster;             // in blocks
  std::uint32_t cluster_blocks = 1;
  bool explicit_cluster = false;
  std::uint64_t units = 0;  // what workers take: clusters, blocks when there are none
  std::atomic<unsigned> workers{
      1};                     // that it is cut up for; more where few turned out to be too few
  FewWorkers* few = nullptr;  // where it has fewer than it could have
  Rounds* rounds = nullptr;   // where it is dealt out in rounds, to all workers from its begin
  bool cooperative = false;   // all blocks are resident
  Schedule schedule;
  const ListenerSet* listeners = nullptr;  // null in a plain run
  const probes::Launch* launch = nullptr;  // what the listeners were told of this grid
  LaunchCounters* counters = nullptr;      // where one of them counts
  ChildLaunches* children = nullptr;       // where its code may launch something
  GraphLaunches* graph = nullptr;          // the graph that it is a node of
  const Function* launched_by = nullptr;   // the kernel that did; null: the host

  alignas(64) std::atomic<std::uint64_t> next{0};  // first unit that nobody has taken yet
  alignas(64) std::atomic<bool> failed{false};
  std::atomic<bool> interrupted{false};  // a block has been left: single ones from now on
  std::atomic<bool> has_returned{false};
  std::mutex returned_mutex;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> returned;
  std::atomic<bool> fault_taken{false};
  std::atomic<std::uint64_t> resident_blocks{
      0};  // blocks that have begun and not ended, where they wait
  Deadlock deadlock;
  // Thread numbers of those that work on it now, 0 = none; no slots when there is only one worker.
  std::span<std::atomic<int>> members;
  Fault fault;  // of the worker that failed first

  // The next units to run. Large pieces first, single ones at the end, to keep all workers busy
  // until the end. Who may wait takes nothing that others could begin. Without rounds in launch
  // order, so that a block may wait for a lower one; with them those of `place` first.
  bool take(std::uint64_t* begin, std::uint64_t* end, unsigned place = 0) {
    if (has_returned.load(std::memory_order_acquire) && take_returned(begin, end)) return true;
    if (rounds) {
      if (!rounds->take(place, begin, end)) return false;
      if (interrupted.load(std::memory_order_relaxed) && *end - *begin > 1) {
        give_back(*begin + 1, *end);
        *end = *begin + 1;
      }
      return true;
    }
    const std::uint64_t seen = next.load(std::memory_order_relaxed);
    if (seen >= units) return false;
    const std::uint64_t share =
        variant->waits || interrupted.load(std::memory_order_relaxed) ? 1 : share_of(units - seen);
    const std::uint64_t piece = share ? share : 1;
    *begin = next.fetch_add(piece, std::memory_order_relaxed);
    if (*begin >= units) return false;
    *end = *begin + piece < units ? *begin + piece : units;
    return true;
  }

  // A lone worker that is to look whether it takes longer than expected does so after an eighth.
  std::uint64_t share_of(std::uint64_t rest) const {
    const unsigned by = workers.load(std::memory_order_relaxed);
    if (by > 1) return rest / (4 * by);
    return few && rest == units ? units / 8 : rest;
  }

  // A host thread whose block is left (slices.h) has not begun these, which it had taken.
  void give_back(std::uint64_t begin, std::uint64_t end) {
    const std::lock_guard lock(returned_mutex);
    returned.emplace_back(begin, end);
    has_returned.store(true, std::memory_order_release);
  }
  bool take_returned(std::uint64_t* begin, std::uint64_t* end) {
    const std::lock_guard lock(returned_mutex);
    if (returned.empty()) return false;
    auto& [first, last] = returned.back();
    *begin = first++;
    *end = first;
    if (first == last) returned.pop_back();
    has_returned.store(!returned.empty(), std::memory_order_release);
    return true;
  }
  bool is_left() const {
    return has_returned.load(std::memory_order_relaxed) ||
           (rounds ? rounds->is_left() : next.load(std::memory_order_relaxed) < units);
  }

  std::uint32_t multiprocessors() const;
  // That the block runner, or the block, of this number is said to be on.
  std::uint32_t multiprocessor(std::uint64_t number) const;

  // Whether it runs the block at `index`: null, it runs all.
  const BlockSet* only = nullptr;
  bool runs(const std::uint32_t* index) const { return !only || only->has(index); }

  // Of a block: the dynamic part begins on a vector boundary.
  std::size_t shared_bytes() const { return variant->dynamic_offset() + dynamic_shared; }

  void fail(const Fault& what) {
    if (!fault_taken.exchange(true)) fault = what;
    failed.store(true, std::memory_order_release);
  }
};

}  // namespace heddle::engine
