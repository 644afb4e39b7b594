// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/child_grid.h"

#include <fmt/format.h>

#include <atomic>
#include <cstring>
#include <utility>

#include "engine/device/device.h"
#include "engine/grid/misplaced.h"
#include "engine/launch/descendants.h"
#include "engine/launch/launcher.h"
#include "engine/stream/operation_memory.h"
#include "support/demangle.h"
#include "support/message.h"

namespace heddle::engine {
namespace {

std::atomic<std::uint64_t> next_id{1};
std::atomic<std::uint64_t> next_handle{0x100};
std::atomic<std::uint64_t> next_given{1};

// include/heddle/device_launch.h, types_launch.h
constexpr std::uint64_t kPerThread = 2, kTail = 3, kFireAndForget = 4;
constexpr std::uint32_t kStreamNonBlocking = 1, kEventDisableTiming = 2;

// Pointers among the parameters to what is the launching block's own become ones that nobody may
// use. Of parameters that are no pointers, structures among them, it is not known what they hold.
// False: there are none.
bool misplace_own_memory(const ChildLaunch& launch, const image::KernelRecord& record,
                         std::byte* parameters) {
  bool any = false;
  for (const image::Param& parameter : record.params) {
    std::uint64_t word = 0;
    if (parameter.size != sizeof word) continue;
    std::memcpy(&word, parameters + parameter.offset, sizeof word);
    if (word == 0 || !launch.is_own(launch.by.runner, word)) continue;
    word = misplaced(word);
    std::memcpy(parameters + parameter.offset, &word, sizeof word);
    any = true;
  }
  return any;
}

ChildRef task_in(const std::shared_ptr<GivenWork>& work) {
  return std::static_pointer_cast<ChildTask>(work);
}

std::uint64_t given_of(const ChildRef& task) {
  return task ? task->given : 0;
}

// Tools hear of it before it can begin.
void tell(const GivingThread& by, const GivenOrder& order) {
  if (by.tell) by.tell(by, order);
}

}  // namespace

ChildGrid::ChildGrid(Descendants& all, ChildRef task)
    : all_(all), id_(next_id++), task_(std::move(task)) {}

bool ChildGrid::crowded() const {
  return all_.crowded();
}

std::shared_ptr<GivenWork>* ChildGrid::last_of(BlockChildren& block, std::uint64_t stream) {
  if (stream <= kPerThread) return &block.last;
  const auto it = streams_.find(stream);
  return it == streams_.end() ? nullptr : &it->second;
}

ChildRef ChildGrid::task_of(Function& function, const ChildLaunch& launch, std::uint64_t bytes) {
  auto task = make_operation<ChildTask>();
  task->given = next_given++;
  task->function = &function;
  task->grid = launch.grid;
  task->block = launch.block;
  task->dynamic_shared = launch.dynamic_shared;
  if (bytes > task->few_parameters.size()) task->many_parameters.reset(new std::byte[bytes]);
  if (bytes > 0) std::memcpy(task->parameters(), launch.parameters, bytes);
  task->parent = shared_from_this();
  return task;
}

Error ChildGrid::launch(BlockChildren& block, const ChildLaunch& launch) {
  Launcher& launcher = all_.launcher();
  Function* function = launcher.device_kernel(launch.kernel);
  if (!function) return Error::kInvalidDeviceFunction;
  Launch asked;
  asked.function = function;
  asked.grid = launch.grid;
  asked.block = launch.block;
  asked.dynamic_shared = launch.dynamic_shared;
  asked.stream = &all_.device().null_stream;
  const image::KernelRecord* record = nullptr;
  const Error error = launcher.check(asked, &record);
  // An H100 says so of shared memory, too.
  if (error == Error::kInvalidValue) return Error::kInvalidConfiguration;
  HEDDLE_RETURN_IF_ERROR(error);
  const ChildRef task = task_of(*function, launch, record->param_bytes);
  if (misplace_own_memory(launch, *record, task->parameters()) &&
      !told_of_own_memory_.exchange(true)) {
    support::message(fmt::format(
        "kernel {}: a launch of {} is given a pointer to local or shared memory, which is the "
        "launching block's alone",
        support::demangle(task_->function->name), support::demangle(function->name)));
  }
  const auto lock = all_.lock();
  if (launch.stream == kTail) {
    if (tail.size() >= all_.device().most_pending_launches.load(std::memory_order_relaxed)) {
      return Error::kLaunchPendingCountExceeded;
    }
    tell(launch.by, {task->given, 0, 0, true});
    tail.push_back(task);
  } else if (launch.stream == kFireAndForget) {
    tell(launch.by, {task->given, 0, 0, false});
    ++open;
    all_.give(task, nullptr);
  } else {
    auto* last = last_of(block, launch.stream);
    if (!last) return Error::kInvalidValue;
    const ChildRef before = task_in(std::exchange(*last, task));
    tell(launch.by, {task->given, given_of(before), 0, false});
    ++open;
    all_.give(task, before);
  }
  all_.note_pending();
  return Error::kSuccess;
}

std::uint64_t ChildGrid::create_stream(std::uint32_t flags) {
  if (flags & ~kStreamNonBlocking) return 0;
  const auto lock = all_.lock();
  const std::uint64_t handle = next_handle++;
  streams_.emplace(handle, nullptr);
  return handle;
}

std::uint64_t ChildGrid::create_event(std::uint32_t flags) {
  if (flags != kEventDisableTiming) return 0;
  const auto lock = all_.lock();
  const std::uint64_t handle = next_handle++;
  events_.emplace(handle, nullptr);
  return handle;
}

// What has been given to it runs all the same.
Error ChildGrid::destroy_stream(std::uint64_t stream) {
  const auto lock = all_.lock();
  return streams_.erase(stream) ? Error::kSuccess : Error::kInvalidValue;
}

Error ChildGrid::destroy_event(std::uint64_t event) {
  const auto lock = all_.lock();
  return events_.erase(event) ? Error::kSuccess : Error::kInvalidValue;
}

Error ChildGrid::record(BlockChildren& block, std::uint64_t event, std::uint64_t stream) {
  const auto lock = all_.lock();
  const auto found = events_.find(event);
  const auto* last = last_of(block, stream);
  if (found == events_.end() || !last) return Error::kInvalidValue;
  found->second = *last;
  return Error::kSuccess;
}

// A task without a kernel is a place in the order: behind the stream's last work and the event's.
Error ChildGrid::wait(BlockChildren& block, std::uint64_t stream, std::uint64_t event,
                      const GivingThread& by) {
  const auto lock = all_.lock();
  const auto found = events_.find(event);
  auto* last = last_of(block, stream);
  if (found == events_.end() || !last) return Error::kInvalidValue;
  const ChildRef recorded = task_in(found->second);
  // Tools hear of an order whether it still makes a difference or not.
  if (!recorded || (recorded->ended && !by.tell)) return Error::kSuccess;
  const ChildRef place = make_operation<ChildTask>();
  place->given = next_given++;
  place->parent = shared_from_this();
  const ChildRef before = task_in(std::exchange(*last, place));
  tell(by, {place->given, given_of(before), given_of(recorded), false});
  ++open;
  Descendants::follow(place, recorded);
  all_.give(place, before);
  return Error::kSuccess;
}

Error ChildGrid::ask(DeviceCall call, const std::uint64_t* words, std::int32_t* value) {
  const auto answer = all_.launcher().device_queries();
  return answer ? answer(all_.device(), call, words, value) : Error::kNotSupported;
}

}  // namespace heddle::engine
