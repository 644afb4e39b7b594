// SPDX-License-Identifier: Apache-2.0
#include "checker/races/families.h"

#include <unordered_set>
#include <utility>

namespace heddle::checker::races {

void Families::give(const probes::DeviceLaunch& event, Known known) {
  const std::scoped_lock lock(mutex_);
  const auto parent = event.block.launch.id;
  const auto grid = grids_.find(parent);
  if (grid == grids_.end()) return;
  grid->second.children.push_back(event.given);
  Given given;
  given.root = grid->second.root;
  given.parent = parent;
  given.known = std::move(known);
  given.after = event.after;
  given.also = event.also;
  given.tail = event.tail;
  givens_[event.given] = std::move(given);
}

Known Families::begin(const probes::Launch& launch, BlockId first, BlockId end) {
  if (launch.given == 0 && !launch.may_launch) return nullptr;
  const std::scoped_lock lock(mutex_);
  Grid grid{launch.id, first, end, nullptr, {}};
  const auto given = givens_.find(launch.given);
  if (given != givens_.end()) {
    grid.root = given->second.root;
    grid.known = before(given->second);
    given->second.launch = launch.id;
  }
  return grids_.emplace(launch.id, std::move(grid)).first->second.known;
}

void Families::block_end(std::uint64_t launch, const Known& known) {
  const std::scoped_lock lock(mutex_);
  const auto grid = grids_.find(launch);
  if (grid != grids_.end()) grid->second.known = join(grid->second.known, known);
}

void Families::end(const probes::Launch& launch) {
  const std::scoped_lock lock(mutex_);
  const auto grid = grids_.find(launch.id);
  if (grid == grids_.end() || grid->second.root != launch.id) return;
  const auto is_of_it = [&](const auto& one) { return one.second.root == launch.id; };
  std::erase_if(grids_, is_of_it);
  std::erase_if(givens_, is_of_it);
}

std::uint64_t Families::of(std::uint64_t launch) {
  const std::scoped_lock lock(mutex_);
  const auto grid = grids_.find(launch);
  return grid == grids_.end() ? 0 : grid->second.root;
}

// What it knows when it begins: all that it comes after has ended.
Known Families::before(const Given& child) {
  Known known = join(child.known, join(through(child.after), through(child.also)));
  if (!child.tail) return known;
  const auto& parent = grids_.at(child.parent);
  known = join(known, join(parent.known, Blocks::ended(parent.first, parent.end)));
  // Of those that have not begun, nothing comes: they are tails that come later, and it itself.
  for (const auto other : parent.children) known = join(known, through(other));
  return known;
}

// What was given, and all that it has launched. There is no bound to how deep that is.
Known Families::through(std::uint64_t number) {
  const auto start = givens_.find(number);
  if (start == givens_.end()) return nullptr;
  if (start->second.is_counted) return start->second.all;
  Known known;
  std::vector<EndedBlocks> ended;  // joined at once: each join copies what is known
  std::vector<std::uint64_t> work{number};
  std::unordered_set<std::uint64_t> seen{number};
  const auto come_to = [&](std::uint64_t other) {
    if (other != 0 && seen.insert(other).second) work.push_back(other);
  };
  while (!work.empty()) {
    const auto at = givens_.find(work.back());
    work.pop_back();
    if (at == givens_.end()) continue;
    const auto& given = at->second;
    const auto grid = grids_.find(given.launch);
    if (given.is_counted) {
      known = join(known, given.all);
    } else if (grid == grids_.end()) {
      come_to(given.after);
      come_to(given.also);
    } else {
      ended.push_back({grid->second.first, grid->second.end});
      known = join(known, grid->second.known);
      for (const auto child : grid->second.children) come_to(child);
    }
  }
  known = join(known, Blocks::ended(std::move(ended)));
  // A kernel that has not begun may begin yet.
  if (start->second.launch != 0) {
    start->second.is_counted = true;
    start->second.all = known;
  }
  return known;
}

}  // namespace heddle::checker::races
