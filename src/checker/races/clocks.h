// SPDX-License-Identifier: Apache-2.0
// Vector clocks of a GPU's threads. Each thread counts its releases: its accesses carry the clock
// of their time, and who knows a thread up to clock c comes after all of its accesses of clock c
// and before.
//
// Barriers set the clocks of all that take part to one number above all of theirs, so that "all
// threads of the block up to c" is one number. What is known of lanes one by one is kept only where
// something smaller than a warp synchronised. All of this is immutable and shared.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace heddle::checker::races {

using Clock = std::uint32_t;
using BlockId = std::uint64_t;  // of a block that runs: no two in a process have the same

using LaneClocks = std::array<Clock, 32>;

struct WarpClocks {
  std::uint32_t warp;
  Clock all;                                // of each lane
  std::shared_ptr<const LaneClocks> lanes;  // may be null: no more than `all`

  Clock of(unsigned lane) const { return lanes && (*lanes)[lane] > all ? (*lanes)[lane] : all; }
};

// What is known of the threads of one block.
struct BlockClocks {
  Clock all = 0;                  // of each thread
  std::vector<WarpClocks> warps;  // sorted: those of which more is known

  const WarpClocks* find(unsigned warp) const;
};
using BlockKnown = std::shared_ptr<const BlockClocks>;  // null: nothing

// The lanes of a warp that are not known up to `clock`.
std::uint32_t unknown_lanes(const BlockClocks* known, unsigned warp, Clock clock);

BlockKnown join(const BlockKnown& a, const BlockKnown& b);
BlockKnown whole_block(Clock clock);
BlockKnown whole_warp(unsigned warp, Clock clock);
BlockKnown one_lane(unsigned warp, unsigned lane, Clock clock);

// Blocks first to end - 1, all of their threads.
struct GridClocks {
  BlockId first, end;
  Clock all;
};

// Blocks first to end - 1, which have ended.
struct EndedBlocks {
  BlockId first, end;
};

// What is known of blocks: a tree of 16 children a node over their ids, which joins share.
class Blocks {
 public:
  static std::shared_ptr<const Blocks> one(BlockId block, BlockKnown known);
  static std::shared_ptr<const Blocks> grid(BlockId first, BlockId end, Clock clock);
  static std::shared_ptr<const Blocks> ended(BlockId first, BlockId end);
  static std::shared_ptr<const Blocks> ended(std::vector<EndedBlocks> blocks);  // in any order
  // join(known, one(block, its)), without the tree between.
  static std::shared_ptr<const Blocks> with(const std::shared_ptr<const Blocks>& known,
                                            BlockId block, const BlockKnown& its);

  BlockKnown find(BlockId block) const;
  std::uint32_t unknown_lanes(BlockId block, unsigned warp, Clock clock) const;

 private:
  struct Node {
    std::array<std::shared_ptr<const void>, 16> children;  // height 0: BlockClocks
  };
  using NodePointer = std::shared_ptr<const Node>;
  static NodePointer raised(NodePointer root, unsigned from, unsigned to);
  static NodePointer joined(const NodePointer& a, const NodePointer& b, unsigned height);
  static NodePointer with(const NodePointer& node, unsigned height, BlockId block,
                          const BlockKnown& known);
  friend std::shared_ptr<const Blocks> join(const std::shared_ptr<const Blocks>& a,
                                            const std::shared_ptr<const Blocks>& b);

  static bool add_ended(std::vector<EndedBlocks>& to, const EndedBlocks& blocks);
  std::vector<GridClocks> grids_;
  std::vector<EndedBlocks> ended_;  // in order, with others between them
  NodePointer root_;
  unsigned height_ = 0;
};
using Known = std::shared_ptr<const Blocks>;  // null: nothing
Known join(const Known& a, const Known& b);

// What a thread knows: of its own block, and of the others.
struct Knowledge {
  BlockKnown near;
  Known far;

  void add(const Knowledge& other) {
    near = join(near, other.near);
    far = join(far, other.far);
  }
  // What was published by a thread of any block.
  void absorb(BlockId own, const Known& published);
  Known publish(BlockId own) const;
  bool operator==(const Knowledge&) const = default;
};

// The same, made when somebody asks: nearly nobody does.
class LazyKnowledge {
 public:
  using Make = const Knowledge& (*)(const void* from);
  // NOLINTNEXTLINE(google-explicit-constructor): it is knowledge
  LazyKnowledge(const Knowledge& known) : from_(&known), make_(nullptr) {}
  LazyKnowledge(const void* from, Make make) : from_(from), make_(make) {}
  const Knowledge& get() const {
    return make_ ? make_(from_) : *static_cast<const Knowledge*>(from_);
  }

 private:
  const void* from_;
  Make make_;
};

}  // namespace heddle::checker::races
