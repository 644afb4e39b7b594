// SPDX-License-Identifier: Apache-2.0
// Loads whose addresses are known before they are due, and how they are asked for early.
//
// A GPU keeps several blocks and warps on a multiprocessor, so that one can load while others
// compute or wait at barriers. Here a block runs alone, its warps one after the other; what they
// load first would be waited for each time.
#pragma once

#include <cstdint>
#include <optional>

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

inline constexpr unsigned kPrefetchLine = 64;                 // bytes
inline constexpr unsigned kMinPrefetched = 32;                // bytes of a load that is worth it
inline constexpr unsigned kFirstCache = 3, kSecondCache = 2;  // llvm.prefetch's locality

// Asks for the lines of `bytes` bytes. `locality` as of llvm.prefetch.
void prefetch_lines(llvm::IRBuilderBase& b, llvm::Value* address, unsigned bytes,
                    unsigned locality);

// Where a value lies in the warp's frame, if it is known to.
std::optional<std::int64_t> frame_offset(const llvm::Value* pointer, const llvm::Function& step);

// Vectors that a step function loads from device memory, and how their addresses are computed.
class PrefetchLoads {
 public:
  enum class Known : std::uint8_t {
    kAtTheStart,  // of a block, of its parameters and indices
    kInTheFrame,  // of a warp, as well
  };
  using Slice = llvm::SmallSetVector<llvm::Instruction*, 16>;

  using Wanted = llvm::function_ref<bool(const llvm::LoadInst&)>;
  enum class Where : std::uint8_t { kAnywhere, kInOneBlock };  // of code: the first that has some
  PrefetchLoads(
      llvm::Function& step, Known known, unsigned max_lines,
      Wanted wanted = [](const auto&) { return true; }, Where where = Where::kAnywhere);

  const Slice& slice() const { return slice_; }
  unsigned lines() const { return lines_; }
  // There were more lines.
  bool leaves_some() const { return leaves_some_; }

  // void (block, frame, warp), which asks for the lines. `locality` as of llvm.prefetch. `change`
  // may put another value in the place of a copied instruction.
  llvm::Function* make(
      unsigned locality,
      llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, llvm::Instruction&)> change);

 private:
  bool add_slice(llvm::Value* value, Slice& slice) const;

  llvm::Function& step_;
  const Known known_;
  unsigned lines_ = 0;
  bool leaves_some_ = false;
  Slice slice_;
  llvm::SmallVector<std::pair<llvm::Value*, unsigned>, 8> addresses_;  // with bytes
};

}  // namespace heddle::compiler
