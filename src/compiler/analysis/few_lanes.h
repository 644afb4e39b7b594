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

}  // namespace heddle::compiler
