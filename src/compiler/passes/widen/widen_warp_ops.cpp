// SPDX-License-Identifier: Apache-2.0
// Operations between the lanes of a warp: shuffles, votes, matches, fences.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/ir/warp_ops.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;
using abi::WarpOp;

namespace {

// The source lane of the PTX instruction shfl, and whether it is in range, for one lane or for a
// vector of them (T: int64_t or Value*).
struct Source {
  Value* lane;
  Value* in_range;
};

Source source_lane(IRBuilderBase& b, WarpOp kind, Value* lane, Value* operand, Value* control) {
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
    case WarpOp::kShflUp:
      from = b.CreateSub(lane, operand);
      ok = b.CreateICmpSGE(from, last);
      break;
    case WarpOp::kShflDown:
      from = b.CreateAdd(lane, operand);
      ok = b.CreateICmpSLE(from, last);
      break;
    case WarpOp::kShflXor:
      from = b.CreateXor(lane, operand);
      ok = b.CreateICmpSLE(from, last);
      break;
    default:
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

bool Widener::shuffle(CallInst& i, const WarpOpRow& row) {
  const auto& value = lanes_of(i.getArgOperand(row.value));
  if (const auto& from = lanes_of(i.getArgOperand(row.b));
      from.base && from.shape.is_uniform() && reads_a_lane_of_the_warp(i)) {
    auto* one = value.base && value.shape.is_uniform()
                    ? value.base
                    : b_.CreateExtractElement(to_vector(value),
                                              b_.CreateAnd(from.base, b_.getInt32(kLanes - 1)));
    define(i, Lanes::uniform(one));
    return true;
  }
  auto* lane = offsets_vector(b_.getInt32Ty(), *intern([] {
                                Offsets o;
                                for (unsigned l = 0; l < kLanes; ++l) o[l] = l;
                                return o;
                              }()));
  const auto source =
      source_lane(b_, row.op, lane, vector(i.getArgOperand(row.b)), vector(i.getArgOperand(row.c)));
  auto* result = permute(b_, isa_, warp_, to_vector(value), source.lane);
  if (!i.getType()->isStructTy()) {
    define(i, Lanes::varying(result));
  } else {
    define(i, Lanes::tuple({Lanes::varying(result), Lanes::varying(source.in_range)}));
  }
  return true;
}

// Lanes of one instruction may name different masks (groups that vote side by side).
bool Widener::vote(CallInst& i, const WarpOpRow& row) {
  const auto combine = [&](Value* predicate, Value* group) -> Value* {
    auto* none = Constant::getNullValue(predicate->getType());
    switch (row.op) {
      case WarpOp::kAny:
        return b_.CreateICmpNE(b_.CreateAnd(predicate, group), none);
      case WarpOp::kAll:
        return b_.CreateICmpEQ(b_.CreateAnd(b_.CreateNot(predicate), group), none);
      case WarpOp::kUni: {
        auto* set = b_.CreateAnd(predicate, group);
        return b_.CreateOr(b_.CreateICmpEQ(set, none), b_.CreateICmpEQ(set, group));
      }
      default:  // kBallot
        return b_.CreateAnd(predicate, group);
    }
  };
  const auto& members = lanes_of(i.getArgOperand(row.members));
  auto* exec = mask_bits();
  auto* predicate = bits_of(masked(vector(i.getArgOperand(row.value))));
  if (members.base && members.shape.is_uniform()) {
    define(i, Lanes::uniform(combine(predicate, b_.CreateAnd(exec, members.base))));
  } else {
    auto* group = b_.CreateAnd(splat(exec), to_vector(members));
    define(i, Lanes::varying(combine(splat(predicate), group)));
  }
  return true;
}

bool Widener::match_lanes(CallInst& i, const WarpOpRow& row) {
  auto* members = vector(i.getArgOperand(row.members));
  auto* values = vector(i.getArgOperand(row.value));
  auto* exec = mask_bits();
  auto* equal = per_lane(b_.getInt32Ty(), [&](Value* lane) -> Value* {
    auto* mine = b_.CreateExtractElement(values, lane);
    auto* same = bits_of(b_.CreateICmpEQ(values, splat(mine)));
    return b_.CreateAnd(b_.CreateAnd(same, exec), b_.CreateExtractElement(members, lane));
  });
  if (row.op == WarpOp::kMatchAny) {
    define(i, Lanes::varying(equal));
    return true;
  }
  auto* group = b_.CreateAnd(splat(exec), members);
  auto* all = b_.CreateICmpEQ(equal, group);
  auto* result = b_.CreateSelect(all, group, Constant::getNullValue(group->getType()));
  define(i, Lanes::tuple({Lanes::varying(result), Lanes::varying(all)}));
  return true;
}

bool Widener::warp_operation(CallInst& i) {
  const auto* row = warp_op_row(i);
  if (!row) return false;
  if (row->is_shuffle()) return shuffle(i, *row);
  if (row->is_vote()) return vote(i, *row);
  if (row->is_reduction()) return reduce(i, *row);
  switch (row->op) {
    case WarpOp::kMatchAny:
    case WarpOp::kMatchAll:
      return match_lanes(i, *row);
    case WarpOp::kActiveMask:
      define(i, Lanes::uniform(mask_bits()));
      return true;
    default:
      return true;  // kSync: the lanes of a warp run in step
  }
}

}  // namespace heddle::compiler
