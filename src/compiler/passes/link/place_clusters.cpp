// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/place_clusters.h"

#include "compiler/ir/address_space.h"
#include "compiler/ir/context_access.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "ptx/cluster_functions.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr std::uint32_t kOffsetMask = (1u << abi::kClusterRankShift) - 1;

class Placer {
 public:
  explicit Placer(CallInst& call) : call_(call), b_(&call) {}

  // Null when the call is none of ours.
  Value* run(StringRef name) {
    if (name == ptx::kMapShared) return map(call_.getArgOperand(0), call_.getArgOperand(1));
    if (name == ptx::kSharedRank) return rank_of(call_.getArgOperand(0));
    if (name == ptx::kToClusterAddress) return to_address(call_.getArgOperand(0));
    if (name == ptx::kFromClusterAddress) return from_address(call_.getArgOperand(0));
    return nullptr;
  }

 private:
  Value* word(std::size_t offset, const char* name,
              std::optional<context::Range> range = std::nullopt) {
    return context::load(b_, offset, b_.getInt32Ty(), name, range);
  }
  Value* shift() {
    return b_.CreateZExt(
        word(abi_offset(BlockContext, cluster_shift), "cluster_shift", context::Range{0, 32}),
        b_.getInt64Ty());
  }
  Value* pointer(std::size_t offset, const char* name) {
    return context::load(b_, offset, b_.getPtrTy(), name);
  }
  Value* behind(Value* address, std::size_t base, const char* name) {
    auto* i64 = b_.getInt64Ty();
    return b_.CreateSub(b_.CreatePtrToInt(address, i64),
                        b_.CreatePtrToInt(pointer(base, name), i64));
  }
  Value* in_cluster(Value* address) {
    return behind(address, abi_offset(BlockContext, cluster_shared), "cluster_shared");
  }

  // Of the block of a rank.
  Value* base_of(Value* rank) {
    auto* size = word(abi_offset(BlockContext, cluster_size), "cluster_size");
    auto* first = pointer(abi_offset(BlockContext, cluster_shared), "cluster_shared");
    // In 32 bits, where ranks that there are may lie.
    auto* distance = b_.CreateShl(rank, b_.CreateTrunc(shift(), b_.getInt32Ty()));
    auto* there = b_.CreateGEP(b_.getInt8Ty(), first, b_.CreateZExt(distance, b_.getInt64Ty()));
    return b_.CreateSelect(b_.CreateICmpULT(rank, size), there,
                           pointer(abi_offset(BlockContext, nowhere), "nowhere"));
  }
  Value* place(Value* base, Value* offset) {
    auto* type = PointerType::get(b_.getContext(), ptx::kClusterSpace);
    return b_.CreateGEP(b_.getInt8Ty(), b_.CreateAddrSpaceCast(base, type), offset);
  }

  static bool is_own(const Value* address) {
    while (address->getType()->getPointerAddressSpace() != kSharedSpace) {
      if (const auto* gep = dyn_cast<GEPOperator>(address)) {
        address = gep->getPointerOperand();
      } else if (const auto* cast = dyn_cast<AddrSpaceCastOperator>(address)) {
        address = cast->getPointerOperand();
      } else {
        return false;
      }
    }
    return true;
  }

  Value* map(Value* address, Value* rank) {
    Value* offset = nullptr;
    if (is_own(address)) {
      offset = behind(address, abi_offset(BlockContext, shared), "shared");
    } else {
      auto* distance = in_cluster(address);
      auto* bits = shift();
      offset = b_.CreateSub(distance, b_.CreateShl(b_.CreateLShr(distance, bits), bits));
    }
    return place(base_of(rank), offset);
  }

  Value* rank_of(Value* address) {
    return b_.CreateTrunc(b_.CreateLShr(in_cluster(address), shift()), b_.getInt32Ty());
  }

  Value* to_address(Value* address) {
    auto* distance = in_cluster(address);
    auto* bits = shift();
    auto* rank = b_.CreateLShr(distance, bits);
    auto* offset = b_.CreateSub(distance, b_.CreateShl(rank, bits));
    auto* high = b_.CreateShl(b_.CreateAdd(rank, b_.getInt64(1)), abi::kClusterRankShift);
    return b_.CreateTrunc(b_.CreateOr(high, offset), b_.getInt32Ty());
  }

  Value* from_address(Value* address) {
    auto* number = b_.CreateLShr(address, abi::kClusterRankShift);
    auto* own = word(abi_offset(BlockContext, cluster_rank), "cluster_rank");
    auto* rank = b_.CreateSelect(b_.CreateICmpEQ(number, b_.getInt32(0)), own,
                                 b_.CreateSub(number, b_.getInt32(1)));
    return place(base_of(rank),
                 b_.CreateZExt(b_.CreateAnd(address, b_.getInt32(kOffsetMask)), b_.getInt64Ty()));
  }

  CallInst& call_;
  IRBuilder<> b_;
};

}  // namespace

unsigned place_clusters(Compilation& c) {
  unsigned placed = 0;
  for (auto& function : *c.module) {
    for (auto& instruction : make_early_inc_range(instructions(function))) {
      auto* call = dyn_cast<CallInst>(&instruction);
      if (!call || !call->getCalledFunction()) continue;
      auto* value = Placer(*call).run(call->getCalledFunction()->getName());
      if (!value) continue;
      call->replaceAllUsesWith(value);
      call->eraseFromParent();
      ++placed;
    }
  }
  return placed;
}

}  // namespace heddle::compiler
