// SPDX-License-Identifier: Apache-2.0
// InsertCounters: where a tool asks for kCount, code counts how often its blocks run, how often
// branches diverge and what patterns its accesses have (probes/counters.h).
//
//       block:                        block:
//         x = load p          ->        heddle.count.block(word)
//         br c, ...                     heddle.count.access(counted, word, step, p)
//                                       x = load p
//                                       heddle.count.branch(word, c)
//                                       br c, ...
//
// Needs: accesses merged as on a GPU (MergeAccesses), which stands before. Stands before the kernel
// is copied for its partial warp, so that both count in the same words, and before Linearise, which
// gives the counters their masks. In code of single threads the engine puts together again what
// the lanes of a warp do (engine/block/thread_counts.h); not so functions behind pointers, whose
// warp is code of one lane then. Guarantees: the canonical form; the table of probes::Counted
// (kCounted), and c.counter_words; for functions behind pointers, which count for the launch that
// calls them, kFirstWord and kNoCounters.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// The global variable that holds the table, until DescribeKernel names it in the KernelCode.
inline constexpr llvm::StringLiteral kCounted = "heddle.counted";
// Of functions behind pointers: KernelCode::first_word, and where they count in launches that have
// no words for them, behind a head that says so.
inline constexpr llvm::StringLiteral kFirstWord = "heddle.first.word";
inline constexpr llvm::StringLiteral kNoCounters = "heddle.no.counters";

// Returns how many counters it inserted.
unsigned insert_counters(Compilation& c);

}  // namespace heddle::compiler
