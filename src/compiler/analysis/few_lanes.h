// SPDX-License-Identifier: Apache-2.0
// Up to how many lanes code is faster one lane after the other than for the whole warp at once.
//
// A gather takes as long for one active lane as for 32, and a CPU gathers one element at a time. So
// where most of what code does is to access unrelated places, few lanes do better with plain loads,
// of which the CPU has those of several lanes in flight.
#pragma once

#include "compiler/analysis/region.h"
#include "compiler/analysis/shape_analysis.h"
#include "compiler/target.h"

namespace heddle::compiler {

// 0: even a single lane is not. `around`: the loop that the region is, when lanes have been round
// it; else null.
unsigned lanes_worth_a_walk(const Region& region, const ShapeAnalysis& shapes,
                            const llvm::LoopInfo& loops, const Isa& isa, const llvm::Loop* around);

// What it gains to run a region, which ends at `join`, for all 32 lanes one after the other, in
// simple instructions; 0: nothing. Where lanes leave loops, or what was one, early, and gathers
// outweigh.
unsigned gain_lane_by_lane(const Region& region, const llvm::BasicBlock* join,
                           const ShapeAnalysis& shapes, const llvm::LoopInfo& loops,
                           const Isa& isa);

}  // namespace heddle::compiler
