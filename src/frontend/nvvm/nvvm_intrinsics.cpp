// SPDX-License-Identifier: Apache-2.0
#include "frontend/nvvm/nvvm_intrinsics.h"

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <optional>

namespace heddle::frontend {
namespace {

using namespace llvm;

// One call: the value that replaces it, or null with `mode` out of range.
using Lower = Value* (*)(IRBuilder<> & b, CallInst& call, std::uint64_t mode);

constexpr unsigned kNoMode = ~0U;

struct Row {
  StringLiteral name;
  unsigned mode;  // the argument that must be a constant
  Lower lower;
};

Value* shuffle(IRBuilder<>& b, CallInst& call, std::uint64_t mode) {
  constexpr Intrinsic::ID kForms[] = {
      Intrinsic::nvvm_shfl_sync_idx_i32p, Intrinsic::nvvm_shfl_sync_up_i32p,
      Intrinsic::nvvm_shfl_sync_down_i32p, Intrinsic::nvvm_shfl_sync_bfly_i32p};
  if (mode >= std::size(kForms)) return nullptr;
  return b.CreateIntrinsic(kForms[mode], {call.getArgOperand(0), call.getArgOperand(2),
                                          call.getArgOperand(3), call.getArgOperand(4)});
}

Value* vote(IRBuilder<>& b, CallInst& call, std::uint64_t mode) {
  constexpr Intrinsic::ID kForms[] = {Intrinsic::nvvm_vote_all_sync, Intrinsic::nvvm_vote_any_sync,
                                      Intrinsic::nvvm_vote_uni_sync,
                                      Intrinsic::nvvm_vote_ballot_sync};
  if (mode >= std::size(kForms)) return nullptr;
  auto* voted = b.CreateIntrinsic(kForms[mode], {call.getArgOperand(0), call.getArgOperand(2)});
  const unsigned element = mode == 3 ? 0 : 1;  // {ballot, predicate}
  return b.CreateInsertValue(Constant::getNullValue(call.getType()), voted, element);
}

template <Intrinsic::ID id>
Value* same(IRBuilder<>& b, CallInst& call, std::uint64_t) {
  return b.CreateIntrinsic(id, {call.getArgOperand(0), call.getArgOperand(1)});
}

Value* barrier(IRBuilder<>& b, CallInst&, std::uint64_t) {
  return b.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {b.getInt32(0)});
}

Value* fence(IRBuilder<>& b, CallInst&, std::uint64_t mode) {
  // A cluster lies within the device.
  constexpr Intrinsic::ID kForms[] = {Intrinsic::nvvm_membar_gl, Intrinsic::nvvm_membar_cta,
                                      Intrinsic::nvvm_membar_sys, Intrinsic::not_intrinsic,
                                      Intrinsic::nvvm_membar_gl};
  if (mode >= std::size(kForms) || kForms[mode] == Intrinsic::not_intrinsic) return nullptr;
  return b.CreateIntrinsic(kForms[mode], {});
}

Value* cluster_barrier(IRBuilder<>& b, CallInst&, std::uint64_t mode) {
  switch (mode) {
    case 0x00:
      return b.CreateIntrinsic(Intrinsic::nvvm_barrier_cluster_arrive, {});
    case 0x01:
      return b.CreateIntrinsic(Intrinsic::nvvm_barrier_cluster_wait, {});
    case 0x10:
      return b.CreateIntrinsic(Intrinsic::nvvm_barrier_cluster_arrive_relaxed, {});
    default:
      return nullptr;
  }
}

constexpr Row kRows[] = {
    {"llvm.nvvm.shfl.sync.i32", 1, shuffle},
    {"llvm.nvvm.vote.sync", 1, vote},
    {"llvm.nvvm.match.all.sync.i32", kNoMode, same<Intrinsic::nvvm_match_all_sync_i32p>},
    {"llvm.nvvm.match.all.sync.i64", kNoMode, same<Intrinsic::nvvm_match_all_sync_i64p>},
    {"llvm.cuda.syncthreads", kNoMode, barrier},
    {"llvm.nvvm.membar", 0, fence},
    {"llvm.nvvm.cluster.barrier", 0, cluster_barrier},
};

std::string lower_calls(Function& function, const Row& row) {
  for (auto* user : make_early_inc_range(function.users())) {
    auto* call = dyn_cast<CallInst>(user);
    if (!call || call->getCalledFunction() != &function) continue;
    std::uint64_t mode = 0;
    if (row.mode != kNoMode) {
      auto* constant = dyn_cast<ConstantInt>(call->getArgOperand(row.mode));
      if (!constant) {
        return fmt::format("argument {} of {} must be a constant", row.mode + 1, row.name.str());
      }
      mode = constant->getZExtValue();
    }
    IRBuilder<> b(call);
    Value* value = row.lower(b, *call, mode);
    if (!value) return fmt::format("{} has no mode {}", row.name.str(), mode);
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
  if (function.use_empty()) function.eraseFromParent();
  return {};
}

}  // namespace

std::string lower_nvvm_intrinsics(Module& module) {
  for (const Row& row : kRows) {
    auto* function = module.getFunction(row.name);
    if (!function) continue;
    if (std::string wrong = lower_calls(*function, row); !wrong.empty()) return wrong;
  }
  for (const Function& function : module) {
    const bool is_unknown = function.isIntrinsic() && function.getIntrinsicID() == 0;
    if (is_unknown && !function.use_empty()) {
      return fmt::format("unknown intrinsic function {}", function.getName().str());
    }
  }
  return {};
}

}  // namespace heddle::frontend
