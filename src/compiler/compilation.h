// SPDX-License-Identifier: Apache-2.0
// One compilation on its way through the passes of pipeline.cpp.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/compile_log.h"
#include "compiler/ir/function_handle.h"
#include "compiler/request.h"
#include "compiler/target.h"
#include "compiler/warp_turns.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

struct Compilation {
  const Request& request;
  Compilation(const Request& r, bool threads) : request(r), single_threads(threads) {}

  // A kernel, or a code module: all functions that are pointed to.
  bool is_kernel() const { return !request.kernel.empty(); }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  Machine machine;

  abi::KernelMode mode = abi::KernelMode::kBlock;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t frame_bytes = 0;
  std::uint32_t counter_words = 0;                      // insert_counters: of each worker
  std::map<std::string, std::uint64_t> shared_offsets;  // of shared variables with a size
  std::vector<std::string> symbols;  // device variables and pointed-to functions, in table order
  std::vector<std::string> barrier_places;  // kStep: "file:line" or empty, see KernelCode
  std::vector<std::string> pointed_to;      // code module: the functions that it exports

  FunctionHandle body;                  // the kernel's one-thread view, no arguments
  FunctionHandle full_warp, last_warp;  // 32 lanes / the lanes of a partial last warp
  unsigned full_states = 0;             // warp_loops: states of the step function of full warps
  bool one_way = false;                 // warp_loops: no warp goes another way than the others
  bool warp_loops = false;              // kBlock by loops over the warps, see warp_loops.h
  // warp_loops, where tools leave out what is in step: tables of the barriers' sites by state.
  llvm::Constant *full_sites = nullptr, *last_sites = nullptr;
  bool waits = false;           // a loop waits for other threads, see insert_yields.h
  bool stands_alone = false;    // whatever other threads do, see analysis/stands_alone.h
  bool single_threads;          // KernelMode::kFiberThread, asked for or found necessary
  bool hurried = false;         // single threads, because the budget does not allow for vectors
  bool keeps_warps = false;     // it never becomes so, see weigh_kernel.h
  bool threads_meet = false;    // as single threads they would be fibers, see weigh_kernel.h
  bool in_turn = false;         // kBlock by a loop over the threads, see threads_in_turn.h
  bool quick_code = false;      // code generation that hardly optimises, see weigh_code.h
  bool lanes_wait = false;      // for each other, see insert_yields.h
  bool has_warp_ops = false;    // code module, see thread_forms.h
  bool calls_pointers = false;  // the kernel calls functions through pointers

  WarpTurns turns;                        // kBlock: what the loops over a block's warps call
  llvm::Function* entry_point = nullptr;  // what the engine calls

  CompileLog log;
};

inline std::uint32_t threads_of(const BlockShape& block) {
  return block[0] * block[1] * block[2];
}
// Lanes of the block's last warp, 0 when it is full.
inline std::uint32_t last_warp_lanes(const BlockShape& block) {
  return threads_of(block) % abi::kWarpSize;
}
inline std::uint32_t full_warps(const BlockShape& block) {
  return threads_of(block) / abi::kWarpSize;
}

}  // namespace heddle::compiler
