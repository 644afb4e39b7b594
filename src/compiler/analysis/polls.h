// SPDX-License-Identifier: Apache-2.0
// Where a thread looks at what other threads write, and which writes it may see there.
#pragma once

#include <cstdint>

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// A fence or __nanosleep: who uses it in a loop expects to see the others' writes behind it.
bool lets_others_write(const llvm::Instruction& i);

// The address that a load, a store, an atomic operation or an mbarrier's phase uses, null for
// anything else.
const llvm::Value* address_of(const llvm::Instruction& i);

// How many bytes a load, a store or an atomic operation accesses.
std::uint64_t accessed_bytes(const llvm::Instruction& i);

// The memory that an address lies in, as far as it can be told. What a pointer was loaded from
// stands for what it points at, so that one kernel parameter is one buffer.
struct Buffer {
  enum class Kind { kUnknown, kLocal, kShared, kVariable, kParameter };
  Kind kind = Kind::kUnknown;
  const llvm::Value* base = nullptr;
  std::uint64_t slot = 0;  // where the pointer stands in the table of parameters or variables
  bool is_known() const { return kind != Kind::kUnknown; }
  // Whether all that has this base is one buffer.
  bool is_one() const;
  auto operator<=>(const Buffer& other) const = default;
};
Buffer buffer_of(const llvm::Value* pointer);

// Whether two accesses are known to be of one buffer.
bool same_buffer(const llvm::Instruction& a, const llvm::Instruction& b);

// Whether its function writes to the buffer that `load` reads.
bool is_written(const llvm::LoadInst& load);

// Whether `i` may write what `poll` reads, for any two threads: in one buffer, unless of different
// fields of the structures in it, or in two of which nothing says that they are apart (two
// parameters that are not both __restrict__, a pointer from memory and any other).
class Overlaps {
 public:
  explicit Overlaps(const llvm::Function& function);
  bool may_write(const llvm::Instruction& i, const llvm::Instruction& poll);

 private:
  llvm::TargetLibraryInfoImpl library_;
  llvm::TargetLibraryInfo info_;
  llvm::ScopedNoAliasAAResult scopes_;
  llvm::AAResults results_;
};

// The same in each round of `loop`: computed from nothing that the loop changes.
bool is_fixed(const llvm::Value* value, const llvm::Loop& loop);
// Whether it may be the same in two rounds that follow each other. False: it always moves on.
bool may_repeat(const llvm::Value* value, const llvm::Loop& loop);
// Whether it is computed so that it comes back to what it was a few rounds ago: i % 4, i & mask.
bool comes_back(const llvm::Value* value, const llvm::Loop& loop);
// Whether `value` is computed, within `loop`, from an instruction that is `wanted`.
bool is_computed_from(const llvm::Value* value, const llvm::Loop& loop,
                      llvm::function_ref<bool(const llvm::Instruction&)> wanted);

// Whether an atomic operation changes nothing the second time, so that it answers the same for ever
// at one address if nobody else writes there. `stays_the_same`: of what it writes.
bool repeats_itself(const llvm::AtomicRMWInst& update,
                    llvm::function_ref<bool(const llvm::Value*)> stays_the_same);
bool repeats_itself(const llvm::AtomicRMWInst& update, const llvm::Loop& loop);

// An operation at a fixed address that would answer the same for ever if nobody else wrote.
// `fences`: the loop has something that lets others write.
bool is_poll(const llvm::Instruction& i, const llvm::Loop& loop, bool fences);

}  // namespace heddle::compiler
