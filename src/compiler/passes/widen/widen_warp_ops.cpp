// SPDX-License-Identifier: Apache-2.0
// Operations between the lanes of a warp: shuffles, votes, matches, fences.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

enum class Shuffle { kUp, kDown, kXor, kIndex };

struct ShuffleKind {
  Shuffle kind;
  bool with_predicate;
};

std::optional<ShuffleKind> shuffle_kind(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::nvvm_shfl_sync_up_i32:
    case Intrinsic::nvvm_shfl_sync_up_f32:
      return ShuffleKind{Shuffle::kUp, false};
    case Intrinsic::nvvm_shfl_sync_down_i32:
    case Intrinsic::nvvm_shfl_sync_down_f32:
      return ShuffleKind{Shuffle::kDown, false};
    case Intrinsic::nvvm_shfl_sync_bfly_i32:
    case Intrinsic::nvvm_shfl_sync_bfly_f32:
      return ShuffleKind{Shuffle::kXor, false};
    case Intrinsic::nvvm_shfl_sync_idx_i32:
    case Intrinsic::nvvm_shfl_sync_idx_f32:
      return ShuffleKind{Shuffle::kIndex, false};
    case Intrinsic::nvvm_shfl_sync_up_i32p:
    case Intrinsic::nvvm_shfl_sync_up_f32p:
      return ShuffleKind{Shuffle::kUp, true};
    case Intrinsic::nvvm_shfl_sync_down_i32p:
    case Intrinsic::nvvm_shfl_sync_down_f32p:
      return ShuffleKind{Shuffle::kDown, true};
    case Intrinsic::nvvm_shfl_sync_bfly_i32p:
    case Intrinsic::nvvm_shfl_sync_bfly_f32p:
      return ShuffleKind{Shuffle::kXor, true};
    case Intrinsic::nvvm_shfl_sync_idx_i32p:
    case Intrinsic::nvvm_shfl_sync_idx_f32p:
      return ShuffleKind{Shuffle::kIndex, true};
    default:
      return std::nullopt;
  }
}

// The source lane of the PTX instruction shfl, and whether it is in range, for one lane or for a
// vector of them (T: int64_t or Value*).
struct Source {
  Value* lane;
  Value* in_range;
};

Source source_lane(IRBuilderBase& b, Shuffle kind, Value* lane, Value* operand, Value* control) {
  auto* type = lane->getType();
  const auto number = [&](std::uint64_t n) { return ConstantInt::get(type, n); };
  // Lanes that are not active may hold poison, of which no index of a table must be made.
  if (!isa<Constant>(operand)) operand = b.CreateFreeze(operand);
  operand = b.CreateAnd(operand, number(31));
  auto* clamp = b.CreateAnd(control, number(31));
  auto* segment = b.CreateAnd(b.CreateLShr(control, number(8)), number(31));
  auto* inside = b.CreateXor(segment, number(31));
  auto* first = b.CreateAnd(lane, segment);
  auto* last = b.CreateOr(first, b.CreateAnd(clamp, inside));
  Value *from = nullptr, *ok = nullptr;
  switch (kind) {
    case Shuffle::kUp:
      from = b.CreateSub(lane, operand);
      ok = b.CreateICmpSGE(from, last);
      break;
    case Shuffle::kDown:
      from = b.CreateAdd(lane, operand);
      ok = b.CreateICmpSLE(from, last);
      break;
    case Shuffle::kXor:
      from = b.CreateXor(lane, operand);
      ok = b.CreateICmpSLE(from, last);
      break;
    case Shuffle::kIndex:
      from = b.CreateOr(first, b.CreateAnd(operand, inside));
      ok = b.CreateICmpSLE(from, last);
      break;
  }
  return {b.CreateSelect(ok, from, lane), ok};
}

// values[indices[l]] for each lane; indices are 0..31.
Value* permute(IRBuilderBase& b, const Isa& isa, Function& function, Value* values,
               Value* indices) {
  if (auto* constant = dyn_cast<Constant>(indices)) {
    SmallVector<int, kLanes> mask;
    for (unsigned l = 0; l < kLanes; ++l) {
      const auto* element = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(l));
      mask.push_back(element ? static_cast<int>(element->getZExtValue()) : -1);
    }
    return b.CreateShuffleVector(values, mask);
  }
  auto* element = values->getType()->getScalarType();
  if (isa.vector_bits >= 512 && element->getPrimitiveSizeInBits() == 32) {
    // Two registers as one table of 32.
    auto* type = values->getType();
    auto* as_int = FixedVectorType::get(b.getInt32Ty(), kLanes);
    auto* table = b.CreateBitCast(values, as_int);
    auto *low = slice(b, table, 0, 16), *high = slice(b, table, 16, 16);
    SmallVector<Value*, 2> halves;
    for (unsigned first : {0u, 16u}) {
      halves.push_back(b.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_d_512, {},
                                         {low, slice(b, indices, first, 16), high}));
    }
    return b.CreateBitCast(concatenate(b, halves), type);
  }
  // Through memory.
  AllocaInst* table = nullptr;
  {
    const IRBuilderBase::InsertPointGuard guard(b);
    auto& entry = function.getEntryBlock();
    b.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    table = b.CreateAlloca(values->getType());
  }
  b.CreateStore(values, table);
  auto* addresses = b.CreateGEP(element, table, indices);
  const auto align = function.getDataLayout().getABITypeAlign(element);
  return b.CreateMaskedGather(values->getType(), addresses, align);
}

}  // namespace

bool Widener::warp_operation(CallInst& i) {
  const auto* callee = i.getCalledFunction();
  if (!callee || !callee->isIntrinsic()) return false;
  const auto id = callee->getIntrinsicID();
  const auto argument = [&](unsigned index) { return vector(i.getArgOperand(index)); };

  if (const auto shuffle = shuffle_kind(id)) {
    const auto& value = lanes_of(i.getArgOperand(1));
    auto* lane = offsets_vector(b_.getInt32Ty(), *intern([] {
                                  Offsets o;
                                  for (unsigned l = 0; l < kLanes; ++l) o[l] = l;
                                  return o;
                                }()));
    const auto source = source_lane(b_, shuffle->kind, lane, argument(2), argument(3));
    auto* result = permute(b_, isa_, warp_, to_vector(value), source.lane);
    if (!shuffle->with_predicate) {
      define(i, Lanes::varying(result));
    } else {
      define(i, Lanes::tuple({Lanes::varying(result), Lanes::varying(source.in_range)}));
    }
    return true;
  }

  if (reduce(i)) return true;

  // Votes. Lanes of one instruction may name different masks (groups that vote side by side).
  const auto vote = [&](auto combine) {
    const auto& members = lanes_of(i.getArgOperand(0));
    auto* exec = mask_bits();
    auto* predicate = bits_of(masked(argument(1)));
    if (members.base && members.shape.is_uniform()) {
      define(i, Lanes::uniform(combine(predicate, b_.CreateAnd(exec, members.base), false)));
    } else {
      auto* group = b_.CreateAnd(splat(exec), to_vector(members));
      define(i, Lanes::varying(combine(splat(predicate), group, true)));
    }
    return true;
  };
  switch (id) {
    case Intrinsic::nvvm_vote_ballot_sync:
      return vote([&](Value* p, Value* group, bool) { return b_.CreateAnd(p, group); });
    case Intrinsic::nvvm_vote_any_sync:
      return vote([&](Value* p, Value* group, bool) {
        return b_.CreateICmpNE(b_.CreateAnd(p, group), Constant::getNullValue(p->getType()));
      });
    case Intrinsic::nvvm_vote_all_sync:
      return vote([&](Value* p, Value* group, bool) {
        return b_.CreateICmpEQ(b_.CreateAnd(b_.CreateNot(p), group),
                               Constant::getNullValue(p->getType()));
      });
    case Intrinsic::nvvm_vote_uni_sync:
      return vote([&](Value* p, Value* group, bool) {
        auto* set = b_.CreateAnd(p, group);
        return b_.CreateOr(b_.CreateICmpEQ(set, Constant::getNullValue(p->getType())),
                           b_.CreateICmpEQ(set, group));
      });
    case Intrinsic::nvvm_activemask:
      define(i, Lanes::uniform(mask_bits()));
      return true;
    case Intrinsic::nvvm_match_any_sync_i32:
    case Intrinsic::nvvm_match_any_sync_i64:
    case Intrinsic::nvvm_match_all_sync_i32p:
    case Intrinsic::nvvm_match_all_sync_i64p: {
      auto *members = argument(0), *values = argument(1);
      auto* exec = mask_bits();
      const bool any =
          id == Intrinsic::nvvm_match_any_sync_i32 || id == Intrinsic::nvvm_match_any_sync_i64;
      auto* equal = per_lane(b_.getInt32Ty(), [&](Value* lane) -> Value* {
        auto* mine = b_.CreateExtractElement(values, lane);
        auto* same = bits_of(b_.CreateICmpEQ(values, splat(mine)));
        return b_.CreateAnd(b_.CreateAnd(same, exec), b_.CreateExtractElement(members, lane));
      });
      if (any) {
        define(i, Lanes::varying(equal));
      } else {
        auto* group = b_.CreateAnd(splat(exec), members);
        auto* all = b_.CreateICmpEQ(equal, group);
        auto* result = b_.CreateSelect(all, group, Constant::getNullValue(group->getType()));
        define(i, Lanes::tuple({Lanes::varying(result), Lanes::varying(all)}));
      }
      return true;
    }
    case Intrinsic::nvvm_bar_warp_sync:
      return true;  // the lanes of a warp run in step
    case Intrinsic::nvvm_nanosleep:
      return true;
    case Intrinsic::nvvm_membar_cta:
      b_.CreateFence(AtomicOrdering::SequentiallyConsistent, SyncScope::SingleThread);
      return true;
    case Intrinsic::nvvm_membar_gl:
    case Intrinsic::nvvm_membar_sys:
      b_.CreateFence(AtomicOrdering::SequentiallyConsistent);
      return true;
    case Intrinsic::nvvm_exit:
      fail(i, "exit inside a function that was not inlined");
      return true;
    default:
      break;
  }
  if (callee->getName().starts_with("llvm.nvvm.")) {
    fail(i, "device intrinsic that is not supported: " + callee->getName());
    return true;
  }
  return false;
}

}  // namespace heddle::compiler
