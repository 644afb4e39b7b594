// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph_environment.h"

#include <algorithm>
#include <iterator>

#include "engine/graph/graph_exec.h"
#include "engine/graph/graph_table.h"

namespace heddle::engine {
namespace {

// include/heddle/device_launch.h
constexpr std::uint64_t kTail = 1ull << 56, kFireAndForget = 2ull << 56, kAsSibling = 3ull << 56;
// CUDA C++ Programming Guide, "Device Graph Launch".
constexpr unsigned kMostFired = 120;
constexpr std::size_t kLongestTail = 255;

}  // namespace

Error GraphRun::launch(Environment& by, std::uint64_t handle, std::uint64_t stream) {
  // They go after the locks: with them may go what is the program's.
  const auto exec = services_.table.execs.find(reinterpret_cast<const GraphExec*>(handle));
  DeviceGraph graph;
  if (!exec || !exec->for_device(device_, &graph)) return Error::kInvalidValue;
  const auto scheduler = services_.launcher.scheduler().lock();
  const std::lock_guard lock(mutex_);
  if (stream == kTail) {
    if (by.tail.size() >= kLongestTail) return Error::kLaunchPendingCountExceeded;
    const bool twice = handle == by.graph.handle &&
                       std::any_of(by.tail.begin(), by.tail.end(), [&](const DeviceGraph& pending) {
                         return pending.handle == handle;
                       });
    if (twice) return Error::kInvalidValue;
    by.tail.push_back(std::move(graph));
    return Error::kSuccess;
  }
  if (stream != kFireAndForget && stream != kAsSibling) return Error::kInvalidValue;
  if (graph.running->load() > 0) return Error::kInvalidValue;
  if (by.fired >= kMostFired) return Error::kLaunchPendingCountExceeded;
  ++by.fired;
  begin(stream == kAsSibling ? *by.within : by, std::move(graph), false);
  if (!small_.empty() || !long_.empty()) call_strand();
  return Error::kSuccess;
}

GraphRun::Environment& GraphRun::environment_of(Ready ready) {
  Level* level = ready.level;
  while (level->parent) level = level->parent;
  return static_cast<Environment&>(*level);
}

bool GraphRun::over() const {
  return outside_->open == 0;
}

void GraphRun::begin(Environment& by, DeviceGraph graph, bool in_tail) {
  auto made = std::make_unique<Environment>(*this, &by, std::move(graph), in_tail);
  Environment& one = *launched_.emplace_back(std::move(made));
  ++*one.graph.running;
  ++by.open;
  set_up(one);
  start_all(one);
}

void GraphRun::start_all(Environment& one) {
  one.plan->for_each([](const GraphTask& task) {
    task.begin();
    const auto* work = std::get_if<ConditionalWork>(&task.work);
    if (work && work->conditional->assigned_at_launch) {
      work->conditional->value = work->conditional->initial;
    }
  });
  start(one);
  if (one.left == 0) close(&one);
}

// Its nodes have ended, or one of those that it has launched.
void GraphRun::close(Environment* one) {
  while (one && --one->open == 0) {
    Environment* const within = one->within;
    if (one->in_tail) {
      within->tail.insert(within->tail.begin(), std::make_move_iterator(one->tail.begin()),
                          std::make_move_iterator(one->tail.end()));
    } else if (!one->tail.empty()) {
      DeviceGraph next = std::move(one->tail.front());
      one->tail.pop_front();
      begin(*one, std::move(next), true);
      return;
    }
    if (one != outside_.get() && one != root_.get()) forget(*one);
    one = within;
  }
}

void GraphRun::forget(Environment& one) {
  --*one.graph.running;
  std::erase_if(bodies_, [&](const auto& body) { return &environment_of({body.get()}) == &one; });
  const auto at = std::find_if(launched_.begin(), launched_.end(),
                               [&](const auto& launched) { return launched.get() == &one; });
  gone_.push_back(std::move(*at));
  launched_.erase(at);
}

}  // namespace heddle::engine
