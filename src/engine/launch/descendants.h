// SPDX-License-Identifier: Apache-2.0
// What device code launches, of one launch by the host: its children, theirs, and so on. All of it
// runs in the threads that work on that launch, which has ended when all of it has. A thread takes
// what it finds: blocks of a grid that runs, or the grid that has waited for longest. Blocks that
// take long it leaves in the middle where there is other work: a parent may wait for its child. So
// one thread is enough.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

#include "engine/launch/child_grid.h"
#include "engine/launch/child_task.h"
#include "engine/launch/left_blocks.h"

namespace heddle::engine {

class Device;
class Launcher;

class Descendants {
 public:
  // `root`: the launch by the host.
  Descendants(Launcher& launcher, Device& device, KernelOperation& root);
  ~Descendants();
  Descendants(const Descendants&) = delete;
  Descendants& operator=(const Descendants&) = delete;

  Launcher& launcher() { return launcher_; }
  Device& device() { return device_; }
  ChildGrid& root() { return *root_->as_parent; }

  // The launch begins, with so many threads.
  void begin(unsigned places);
  // The calling thread does what there is, until all has ended. `leaves`: false as soon as
  // something takes long; another call goes on.
  bool run(bool leaves);

  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }
  // Under the lock: `task` runs when `before` has ended, null: at once.
  void give(const ChildRef& task, const ChildRef& before);
  // Under the lock: `task` comes after that, too.
  static void follow(const ChildRef& task, const ChildRef& before);
  void note_pending() { add_pending(1); }
  // More is pending than should be: what can be done is done before more is launched.
  bool crowded() const { return crowded_.load(std::memory_order_relaxed); }

 private:
  // A thread's part of a grid.
  struct Part {
    ChildRef task;
    unsigned share = 0;
    LeftBlocks blocks;
  };
  class Others;

  ChildRef choose();
  Part take_part(std::unique_lock<std::mutex>& lock, ChildRef task);
  bool run(std::unique_lock<std::mutex>& lock, Part part, bool leaves);
  unsigned start(const ChildRef& task);
  void leave(std::unique_lock<std::mutex>& lock, const ChildRef& task, unsigned share);
  void list(const ChildRef& task);
  void unlist(const ChildRef& task);
  void offer(const ChildRef& task);
  void complete(ChildRef task);
  ChildRef close(const std::shared_ptr<ChildGrid>& grid);
  void wait(std::unique_lock<std::mutex>& lock);
  void tell();
  void add_pending(int more);

  Launcher& launcher_;
  Device& device_;
  ChildRef root_;
  std::mutex mutex_;
  std::condition_variable news_there_;
  std::deque<ChildRef> ready_;      // come after nothing any more, and have not begun
  std::vector<ChildRef> joinable_;  // run, and have room for another thread
  std::deque<Part> left_;           // in the middle
  unsigned working_ = 0;            // threads in blocks
  unsigned asleep_ = 0;
  std::size_t pending_ = 0;  // kernels that have not begun
  std::atomic<unsigned> news_{0};
  std::atomic<bool> crowded_{false};
  std::atomic<bool> failed_{false};  // one of them has: what has not begun does not
  bool over_ = false;
};

}  // namespace heddle::engine
