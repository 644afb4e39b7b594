// SPDX-License-Identifier: Apache-2.0
// Factorisations on several threads: a matrix is cut into blocks of columns. Each block is factored
// in its turn (a panel), and all blocks behind it take over what it did. The tasks are the parts of
// one work, in an order in which each waits for earlier ones alone; the panel that is next comes
// before the updates that it does not need.
//
//   P0  U01 P1 U02 U03 ...  U12 P2 U13 ...  and then F0 F1 ... (finish)
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "cusolver/lapack.h"

namespace heddle::cusolver {

struct PanelTask {
  enum Kind { kPanel, kUpdate, kFinish } kind;
  int step, block;
};

class Panels {
 public:
  // Panels make up the first `factored` columns of all `columns`.
  Panels(i64 factored, i64 columns, i64 width) {
    for (i64 at = 0; at < factored; at += width) begins_.push_back(at);
    panels_ = static_cast<int>(begins_.size());
    for (i64 at = factored; at < columns; at += width) begins_.push_back(at);
    blocks_ = static_cast<int>(begins_.size());
    begins_.push_back(columns);
    tasks_.push_back({PanelTask::kPanel, 0, 0});
    for (int step = 0; step < panels_; ++step)
      for (int block = step + 1; block < blocks_; ++block) {
        tasks_.push_back({PanelTask::kUpdate, step, block});
        if (block == step + 1 && block < panels_)
          tasks_.push_back({PanelTask::kPanel, block, block});
      }
    for (int block = 0; block < panels_; ++block)
      tasks_.push_back({PanelTask::kFinish, panels_, block});
  }
  int panels() const { return panels_; }
  int blocks() const { return blocks_; }
  int tasks() const { return static_cast<int>(tasks_.size()); }
  const PanelTask& task(unsigned part) const { return tasks_[part]; }
  i64 begin(int block) const { return begins_[static_cast<std::size_t>(block)]; }
  i64 width(int block) const { return begin(block + 1) - begin(block); }

 private:
  std::vector<i64> begins_;
  std::vector<PanelTask> tasks_;
  int panels_ = 0, blocks_ = 0;
};

// How many columns a panel has, or 0: it is not worth several threads.
inline i64 panel_width(library::Cost cost, i64 rows, i64 columns) {
  const i64 least = std::min(rows, columns);
  if (least < 640 || library::threads_for(cost, 2) < 2) return 0;
  return std::clamp<i64>(least / 12 / 32 * 32, 64, 256);
}

// What was done to each block is counted in memory of the work: a run begins with zeros. panel(k),
// update(k, j) and finish(k) get the bytes of scratch that are the factorisation's own. end() runs
// behind all of them.
template <class Panel, class Update, class Finish, class End>
Status by_panels(Call& call, library::Cost cost, const Panels& shape, std::size_t own_bytes,
                 Panel panel, Update update, Finish finish, End end) {
  const auto panels = std::make_shared<const Panels>(shape);
  // Updates and panels done of each block; at [blocks] how many of all.
  const std::size_t head = (sizeof(int) * (panels->blocks() + 1) + 63) / 64 * 64;
  return call.with_end(
      panels->tasks(), cost, head + own_bytes,
      [=](unsigned part, std::byte* scratch) {
        auto* const done = reinterpret_cast<int*>(scratch);
        const auto counter = [&](int block) { return std::atomic_ref<int>(done[block]); };
        const auto wait_for = [&](int block, int wanted) {
          for (int now = 0; (now = counter(block).load(std::memory_order_acquire)) < wanted;)
            counter(block).wait(now, std::memory_order_acquire);
        };
        const auto tell_done = [&](int block) {
          counter(block).fetch_add(1, std::memory_order_release);
          counter(block).notify_all();
        };
        const PanelTask& task = panels->task(part);
        const int all = panels->blocks();
        std::byte* const own = scratch + head;
        switch (task.kind) {
          case PanelTask::kPanel:
            wait_for(task.block, task.step);
            panel(task.block, own);
            tell_done(task.block);
            break;
          case PanelTask::kUpdate:
            wait_for(task.step, task.step + 1);
            wait_for(task.block, task.step);
            update(task.step, task.block, own);
            tell_done(task.block);
            break;
          case PanelTask::kFinish:
            wait_for(all, panels->tasks() - panels->panels());
            finish(task.block, own);
            return;
        }
        tell_done(all);
      },
      [=](std::byte* scratch) { end(scratch + head); });
}

}  // namespace heddle::cusolver
