// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/descendants.h"

#include <algorithm>
#include <chrono>

#include "engine/device/device.h"
#include "engine/launch/kernel_operation.h"
#include "engine/launch/launcher.h"
#include "engine/stream/operation_memory.h"
#include "engine/stream/scheduler.h"

namespace heddle::engine {
namespace {

// Kernels that wait take memory, some 500 bytes each.
constexpr std::size_t kMostPending = 16384;

// As long as a thread looks around before it sleeps (scheduler.cpp).
constexpr std::chrono::microseconds kLookAround{30};

}  // namespace

Descendants::Descendants(Launcher& launcher, Device& device, KernelOperation& root)
    : launcher_(launcher), device_(device), root_(std::make_shared<ChildTask>()) {
  root_->function = &root.function();
  root_->kernel = &root;
  root_->begun = true;
  root_->as_parent = std::make_shared<ChildGrid>(*this, root_);
}

Descendants::~Descendants() {
  // Of a launch that never began.
  if (root_->as_parent) root_->as_parent->forget();
}

void Descendants::begin(unsigned places) {
  const std::lock_guard lock(mutex_);
  root_->places = places;
  list(root_);
}

// What a thread that runs `task` could do instead.
class Descendants::Others final : public OtherWork {
 public:
  Others(Descendants& all, const ChildTask& task, bool leaves)
      : all_(all), task_(task), leaves_(leaves) {}

  bool is_there() override {
    if (leaves_) return true;
    const auto lock = all_.lock();
    const auto is_other = [&](const ChildRef& task) { return task.get() != &task_; };
    return !all_.ready_.empty() || !all_.left_.empty() ||
           std::any_of(all_.joinable_.begin(), all_.joinable_.end(), is_other);
  }
  bool is_done_elsewhere() override {
    const auto lock = all_.lock();
    return all_.working_ > task_.working;
  }

 private:
  Descendants& all_;
  const ChildTask& task_;
  const bool leaves_;
};

bool Descendants::run(bool leaves) {
  std::unique_lock lock(mutex_);
  while (!over_) {
    Part part;
    if (ChildRef task = choose()) {
      part = take_part(lock, std::move(task));
    } else if (!left_.empty()) {
      part = std::move(left_.front());
      left_.pop_front();
    } else {
      wait(lock);
      continue;
    }
    if (!run(lock, std::move(part), leaves) && leaves) return false;
  }
  return true;
}

// False: it takes long, and somebody goes on with it later.
bool Descendants::run(std::unique_lock<std::mutex>& lock, Part part, bool leaves) {
  const ChildRef task = part.task;
  bool ended = true;
  if (task->kernel && task->places > 0) {
    ++task->working;
    ++working_;
    lock.unlock();
    Others others(*this, *task, leaves);
    ended = task->kernel->work_on_blocks(part.share, part.blocks, others);
    lock.lock();
    --task->working;
    --working_;
  }
  if (ended) {
    leave(lock, task, part.share);
  } else {
    left_.push_back(std::move(part));
    tell();
  }
  return ended;
}

ChildRef Descendants::choose() {
  const bool crowded = this->crowded();
  if (!joinable_.empty() && !(crowded && !ready_.empty())) return joinable_.front();
  if (ready_.empty()) return nullptr;
  // Of many, the last one: what it launches comes next, so that the others need not be kept beside
  // the children of all of them.
  ChildRef task = crowded ? ready_.back() : ready_.front();
  if (crowded) {
    ready_.pop_back();
  } else {
    ready_.pop_front();
  }
  return task;
}

// Which it begins, where nobody has.
Descendants::Part Descendants::take_part(std::unique_lock<std::mutex>& lock, ChildRef task) {
  unsigned share = task->next_share;
  if (task->given_back.empty()) {
    ++task->next_share;
  } else {
    share = task->given_back.back();
    task->given_back.pop_back();
  }
  ++task->inside;
  if (task->next_share >= task->places && task->given_back.empty()) unlist(task);
  if (!task->begun) {
    task->begun = true;
    lock.unlock();
    const unsigned places = start(task);
    lock.lock();
    if (task->function) add_pending(-1);
    task->places = places;
    if (places > 1) list(task);
  }
  return {std::move(task), share, {}};
}

// How many threads may work on it; 0: there is nothing to do.
unsigned Descendants::start(const ChildRef& task) {
  if (!task->function || failed_.load(std::memory_order_relaxed)) return 0;
  Launch launch;
  launch.function = task->function;
  launch.grid = task->grid;
  launch.block = task->block;
  launch.dynamic_shared = task->dynamic_shared;
  launch.stream = &device_.null_stream;
  ReadyKernel ready;
  const image::KernelRecord* record = nullptr;
  std::vector<void*> arguments;
  Error error = launcher_.kernel_record(*task->function, device_, &record);
  if (ok(error)) {
    for (const image::Param& parameter : record->params) {
      arguments.push_back(task->parameters() + parameter.offset);
    }
    launch.args = arguments.data();
    error = launcher_.make_ready(launch, &ready);
  }
  if (!ok(error)) {
    device_.fail(error);
    failed_ = true;
    return 0;
  }
  task->own = make_operation<KernelOperation>(launcher_, ready, *root_->kernel);
  task->kernel = task->own.get();
  if (task->kernel->may_launch()) {
    task->as_parent = std::make_shared<ChildGrid>(*this, task);
  }
  task->kernel->launched_by(*task->parent->task()->function, task->given, task->as_parent.get());
  return task->kernel->prepare();
}

void Descendants::leave(std::unique_lock<std::mutex>& lock, const ChildRef& task, unsigned share) {
  --task->inside;
  task->given_back.push_back(share);
  const bool is_left = task->kernel && task->kernel->is_left();
  if (!is_left) {
    task->exhausted = true;
    unlist(task);
  }
  if (is_left && !task->exhausted) list(task);
  if (task->inside > 0) return;
  if (is_left) {  // blocks were given back while others found none
    task->exhausted = false;
    list(task);
    return;
  }
  if (task->kernel && task->kernel->failed()) failed_ = true;
  if (task->own) {
    task->kernel = nullptr;
    lock.unlock();
    task->own->finish();
    task->own = nullptr;
    lock.lock();
  }
  const auto grid = task->as_parent;
  complete(grid ? close(grid) : task);
}

void Descendants::list(const ChildRef& task) {
  if (task->listed) return;
  task->listed = true;
  joinable_.push_back(task);
  tell();
}

void Descendants::unlist(const ChildRef& task) {
  if (!task->listed) return;
  task->listed = false;
  joinable_.erase(std::find(joinable_.begin(), joinable_.end(), task));
}

void Descendants::give(const ChildRef& task, const ChildRef& before) {
  follow(task, before);
  if (task->comes_after == 0) offer(task);
}

void Descendants::follow(const ChildRef& task, const ChildRef& before) {
  if (!before || before->ended) return;
  before->followers.push_back(task);
  ++task->comes_after;
}

void Descendants::offer(const ChildRef& task) {
  ready_.push_back(task);
  tell();
}

// And those that have ended with it: kernels that launch themselves may be nested without a bound.
// Null: nothing has ended.
void Descendants::complete(ChildRef task) {
  while (task) {
    task->ended = true;
    for (const ChildRef& follower : task->followers) {
      if (--follower->comes_after == 0) offer(follower);
    }
    task->followers.clear();
    task->many_parameters = nullptr;
    const auto parent = std::move(task->parent);
    if (!parent) {
      over_ = true;
      ++news_;
      news_there_.notify_all();
      return;
    }
    task = close(parent);
  }
}

// Its blocks or one of its children have ended. Returns its task where that has ended, too.
ChildRef Descendants::close(const std::shared_ptr<ChildGrid>& grid) {
  if (--grid->open > 0) return nullptr;
  if (!grid->tail.empty()) {
    const ChildRef next = std::move(grid->tail.front());
    grid->tail.pop_front();
    ++grid->open;
    offer(next);
    return nullptr;
  }
  ChildRef task = grid->task();
  grid->forget();
  task->as_parent = nullptr;
  return task;
}

void Descendants::tell() {
  news_.fetch_add(1, std::memory_order_release);
  if (asleep_ > 0) news_there_.notify_one();
}

// Others may launch something, or end.
void Descendants::wait(std::unique_lock<std::mutex>& lock) {
  const unsigned seen = news_.load(std::memory_order_relaxed);
  const auto is_news = [&] { return news_.load(std::memory_order_acquire) != seen; };
  lock.unlock();
  const auto until = std::chrono::steady_clock::now() + kLookAround;
  while (!is_news() && std::chrono::steady_clock::now() < until) {
  }
  if (!is_news()) launcher_.scheduler().may_wait();
  lock.lock();
  ++asleep_;
  news_there_.wait(lock, is_news);
  --asleep_;
}

void Descendants::add_pending(int more) {
  pending_ += static_cast<std::size_t>(more);
  if (pending_ > kMostPending) crowded_ = true;
  if (pending_ < kMostPending / 2) crowded_ = false;
}

}  // namespace heddle::engine
