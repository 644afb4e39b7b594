// SPDX-License-Identifier: Apache-2.0
#include "checker/races/clocks.h"

#include <algorithm>

namespace heddle::checker::races {
namespace {

// Loops over all lanes without a way out, which compilers make vectors of.
Clock latest(const LaneClocks& lanes) {
  Clock result = 0;
  for (const Clock clock : lanes) result = std::max(result, clock);
  return result;
}
bool any_above(const LaneClocks& lanes, const LaneClocks& others, Clock all) {
  std::uint32_t above = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    above |= std::uint32_t{lanes[lane] > std::max(others[lane], all)};
  }
  return above != 0;
}

WarpClocks joined(const WarpClocks& a, const WarpClocks& b) {
  WarpClocks result{a.warp, std::max(a.all, b.all), nullptr};
  if (a.lanes == b.lanes || !b.lanes) {
    result.lanes = a.lanes;
  } else if (!a.lanes || !any_above(*a.lanes, *b.lanes, result.all)) {
    result.lanes = b.lanes;
  } else if (!any_above(*b.lanes, *a.lanes, result.all)) {
    result.lanes = a.lanes;
  } else {
    auto lanes = std::make_shared<LaneClocks>();
    for (unsigned lane = 0; lane < 32; ++lane) {
      (*lanes)[lane] = std::max((*a.lanes)[lane], (*b.lanes)[lane]);
    }
    result.lanes = std::move(lanes);
  }
  if (result.lanes && latest(*result.lanes) <= result.all) result.lanes = nullptr;
  return result;
}

bool covers(const BlockClocks& a, const BlockClocks& b) {
  if (b.all > a.all) return false;
  for (const auto& warp : b.warps) {
    const auto* mine = a.find(warp.warp);
    const Clock all = mine ? std::max(mine->all, a.all) : a.all;
    if (warp.all > all) return false;
    if (!warp.lanes || (mine && mine->lanes == warp.lanes)) continue;
    const bool more =
        mine && mine->lanes ? any_above(*warp.lanes, *mine->lanes, all) : latest(*warp.lanes) > all;
    if (more) return false;
  }
  return true;
}

bool more_than(const WarpClocks& warp, Clock all) {
  return warp.all > all || (warp.lanes && latest(*warp.lanes) > all);
}

}  // namespace

const WarpClocks* BlockClocks::find(unsigned warp) const {
  const auto at = std::ranges::lower_bound(warps, warp, {}, &WarpClocks::warp);
  return at != warps.end() && at->warp == warp ? &*at : nullptr;
}

std::uint32_t unknown_lanes(const BlockClocks* known, unsigned warp, Clock clock) {
  if (!known) return ~0u;
  if (clock <= known->all) return 0;
  const auto* found = known->find(warp);
  if (!found) return ~0u;
  if (clock <= found->all) return 0;
  if (!found->lanes) return ~0u;
  std::uint32_t result = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    result |= std::uint32_t{(*found->lanes)[lane] < clock} << lane;
  }
  return result;
}

BlockKnown join(const BlockKnown& a, const BlockKnown& b) {
  if (a == b || !b) return a;
  if (!a || covers(*b, *a)) return b;
  if (covers(*a, *b)) return a;
  auto result = std::make_shared<BlockClocks>();
  result->all = std::max(a->all, b->all);
  const auto keep = [&](WarpClocks warp) {
    if (more_than(warp, result->all)) result->warps.push_back(std::move(warp));
  };
  auto x = a->warps.begin();
  auto y = b->warps.begin();
  while (x != a->warps.end() || y != b->warps.end()) {
    if (y == b->warps.end() || (x != a->warps.end() && x->warp < y->warp)) {
      keep(*x++);
    } else if (x == a->warps.end() || y->warp < x->warp) {
      keep(*y++);
    } else {
      keep(joined(*x++, *y++));
    }
  }
  return result;
}

BlockKnown whole_block(Clock clock) {
  auto result = std::make_shared<BlockClocks>();
  result->all = clock;
  return result;
}

BlockKnown whole_warp(unsigned warp, Clock clock) {
  auto result = std::make_shared<BlockClocks>();
  result->warps.push_back({warp, clock, nullptr});
  return result;
}

BlockKnown one_lane(unsigned warp, unsigned lane, Clock clock) {
  auto lanes = std::make_shared<LaneClocks>();
  (*lanes)[lane] = clock;
  auto result = std::make_shared<BlockClocks>();
  result->warps.push_back({warp, 0, std::move(lanes)});
  return result;
}

Known Blocks::one(BlockId block, BlockKnown known) {
  if (!known) return nullptr;
  auto result = std::make_shared<Blocks>();
  std::shared_ptr<const void> child = std::move(known);
  for (;;) {
    auto node = std::make_shared<Node>();
    node->children[block & 15] = std::move(child);
    if ((block >>= 4) == 0) {
      result->root_ = std::move(node);
      return result;
    }
    child = std::move(node);
    ++result->height_;
  }
}

Known Blocks::grid(BlockId first, BlockId end, Clock clock) {
  auto result = std::make_shared<Blocks>();
  result->grids_.push_back({first, end, clock});
  return result;
}

Known Blocks::ended(BlockId first, BlockId end) {
  auto result = std::make_shared<Blocks>();
  result->ended_.push_back({first, end});
  return result;
}

Known Blocks::ended(std::vector<EndedBlocks> blocks) {
  if (blocks.empty()) return nullptr;
  auto result = std::make_shared<Blocks>();
  std::ranges::sort(blocks, {}, &EndedBlocks::first);  // so that each goes to the end
  for (const auto& one : blocks) add_ended(result->ended_, one);
  return result;
}

// False: they were known.
bool Blocks::add_ended(std::vector<EndedBlocks>& to, const EndedBlocks& blocks) {
  // The first one that touches them, or comes behind.
  auto at = std::ranges::lower_bound(to, blocks.first, {}, &EndedBlocks::end);
  if (at != to.end() && at->first <= blocks.first && blocks.end <= at->end) return false;
  auto joined = blocks;
  auto last = at;
  for (; last != to.end() && last->first <= blocks.end; ++last) {
    joined.first = std::min(joined.first, last->first);
    joined.end = std::max(joined.end, last->end);
  }
  to.insert(to.erase(at, last), joined);
  return true;
}

BlockKnown Blocks::find(BlockId block) const {
  if (!root_ || block >> 4 * (height_ + 1) != 0) return nullptr;
  const Node* node = root_.get();
  for (unsigned height = height_; height > 0; --height) {
    node = static_cast<const Node*>(node->children[block >> 4 * height & 15].get());
    if (!node) return nullptr;
  }
  return std::static_pointer_cast<const BlockClocks>(node->children[block & 15]);
}

std::uint32_t Blocks::unknown_lanes(BlockId block, unsigned warp, Clock clock) const {
  for (const auto& grid : grids_) {
    if (grid.first <= block && block < grid.end && clock <= grid.all) return 0;
  }
  const auto after = std::ranges::upper_bound(ended_, block, {}, &EndedBlocks::first);
  if (after != ended_.begin() && block < std::prev(after)->end) return 0;
  return races::unknown_lanes(find(block).get(), warp, clock);
}

Blocks::NodePointer Blocks::raised(NodePointer root, unsigned from, unsigned to) {
  for (; root && from < to; ++from) {
    auto node = std::make_shared<Node>();
    node->children[0] = std::move(root);
    root = std::move(node);
  }
  return root;
}

// A new node is made only where neither of the two is what both are together.
Blocks::NodePointer Blocks::joined(const NodePointer& a, const NodePointer& b, unsigned height) {
  if (a == b || !b) return a;
  if (!a) return b;
  std::shared_ptr<Node> result;
  bool is_a = true, is_b = true;  // up to child i
  for (unsigned i = 0; i < 16; ++i) {
    const auto& x = a->children[i];
    const auto& y = b->children[i];
    if (x == y) {
      if (result) result->children[i] = x;
      continue;
    }
    const auto add = [&](const std::shared_ptr<const void>& child) {
      const bool still_a = is_a && child == x, still_b = is_b && child == y;
      if (!result && !still_a && !still_b) {
        result = std::make_shared<Node>();
        std::copy_n((is_a ? a : b)->children.begin(), i, result->children.begin());
      }
      if (result) result->children[i] = child;
      is_a = still_a;
      is_b = still_b;
    };
    if (!y) {
      add(x);
    } else if (!x) {
      add(y);
    } else if (height == 0) {
      add(join(std::static_pointer_cast<const BlockClocks>(x),
               std::static_pointer_cast<const BlockClocks>(y)));
    } else {
      add(joined(std::static_pointer_cast<const Node>(x), std::static_pointer_cast<const Node>(y),
                 height - 1));
    }
  }
  return result ? result : is_a ? a : b;
}

// The tree with one block's clocks, which are joined with what is there.
Blocks::NodePointer Blocks::with(const NodePointer& node, unsigned height, BlockId block,
                                 const BlockKnown& known) {
  const auto at = block >> 4 * height & 15;
  const auto old = node ? node->children[at] : nullptr;
  std::shared_ptr<const void> child;
  if (height != 0) {
    child = with(std::static_pointer_cast<const Node>(old), height - 1, block, known);
  } else {
    child = join(std::static_pointer_cast<const BlockClocks>(old), known);
  }
  if (child == old) return node;
  auto result = node ? std::make_shared<Node>(*node) : std::make_shared<Node>();
  result->children[at] = std::move(child);
  return result;
}

Known Blocks::with(const Known& known, BlockId block, const BlockKnown& its) {
  if (!known || !its) return known ? known : one(block, its);
  auto result = std::make_shared<Blocks>(*known);
  while (block >> 4 * (result->height_ + 1) != 0) {
    result->root_ = raised(std::move(result->root_), result->height_, result->height_ + 1);
    ++result->height_;
  }
  result->root_ = with(result->root_, result->height_, block, its);
  return result->root_ == known->root_ ? known : result;
}

Known join(const Known& a, const Known& b) {
  if (a == b || !b) return a;
  if (!a) return b;
  if (a->grids_.empty() && b->grids_.empty() && a->ended_.empty() && b->ended_.empty() &&
      a->height_ == b->height_) {
    auto root = Blocks::joined(a->root_, b->root_, a->height_);
    if (root == a->root_) return a;
    if (root == b->root_) return b;
    auto result = std::make_shared<Blocks>();
    result->height_ = a->height_;
    result->root_ = std::move(root);
    return result;
  }
  auto result = std::make_shared<Blocks>();
  result->grids_ = a->grids_;
  bool is_a = true;
  for (const auto& grid : b->grids_) {
    const auto same = std::ranges::find(result->grids_, grid.first, &GridClocks::first);
    if (same == result->grids_.end()) {
      result->grids_.push_back(grid);
      is_a = false;
    } else if (same->all < grid.all) {
      same->all = grid.all;
      is_a = false;
    }
  }
  result->ended_ = a->ended_;
  for (const auto& blocks : b->ended_) is_a &= !Blocks::add_ended(result->ended_, blocks);
  result->height_ = std::max(a->height_, b->height_);
  const auto x = Blocks::raised(a->root_, a->height_, result->height_);
  result->root_ =
      Blocks::joined(x, Blocks::raised(b->root_, b->height_, result->height_), result->height_);
  return is_a && result->root_ == x ? a : result;
}

void Knowledge::absorb(BlockId own, const Known& published) {
  if (!published) return;
  near = join(near, published->find(own));
  far = join(far, published);
}

Known Knowledge::publish(BlockId own) const {
  return Blocks::with(far, own, near);
}

}  // namespace heddle::checker::races
