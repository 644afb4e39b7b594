// SPDX-License-Identifier: Apache-2.0
// Addresses whose index may wrap around. `base + lane`, computed in 32 bits and extended to 64, is
// not affine for sure when the addition may wrap (unsigned arithmetic, as mixing int with threadIdx
// gives), though it is in all but the one warp that straddles the end of the numbers. A test of the
// base at run time tells.
#include "compiler/ir/fast_path.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/widen/access.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMaxClasses = 4;
constexpr std::int64_t kMaxCoefficient = 1 << 16;

}  // namespace

// Whether base + offsets + terms lies in the range of `bits`-bit integers in all lanes. `shape` and
// `base` are of 64 bits.
Value* Widener::in_range(const Shape& shape, Value* base, unsigned bits, bool sign) {
  // Lanes of equal coefficients differ by their offsets alone.
  struct Class {
    unsigned lane;
    std::int64_t low, high;
  };
  SmallVector<Class, 4> classes;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    auto* same = find_if(classes, [&](const Class& c) {
      return all_of(shape.terms, [&](const Term& t) {
        return (*t.coefficients)[c.lane] == (*t.coefficients)[lane];
      });
    });
    const auto offset = shape.offset(lane);
    if (same == classes.end()) {
      classes.push_back({lane, offset, offset});
    } else {
      same->low = std::min(same->low, offset);
      same->high = std::max(same->high, offset);
    }
  }
  if (classes.size() > kMaxClasses) return nullptr;
  const std::int64_t lowest = sign ? -(std::int64_t{1} << (bits - 1)) : 0;
  const std::uint64_t range = maskTrailingOnes<std::uint64_t>(bits);
  Value* result = nullptr;
  for (const auto& c : classes) {
    const auto spread = static_cast<std::uint64_t>(c.high - c.low);
    if (spread > range) return nullptr;
    auto* value = b_.CreateAdd(base, b_.getInt64(static_cast<std::uint64_t>(c.low - lowest)));
    for (const auto& term : shape.terms) {
      const auto coefficient = static_cast<std::uint64_t>((*term.coefficients)[c.lane]);
      value = b_.CreateAdd(value, b_.CreateMul(scalar(term.scale), b_.getInt64(coefficient)));
    }
    auto* fits = b_.CreateICmpULE(value, b_.getInt64(range - spread));
    result = result ? b_.CreateAnd(result, fits) : fits;
  }
  return result;
}

std::optional<Widener::Unwrapped> Widener::unwrapped(Value* pointer) {
  // What a tool was asked of is the address that the program made.
  auto* admit = dyn_cast<CallInst>(pointer->stripPointerCasts());
  if (admit && pseudo::is(admit, pseudo::kProbeAdmit)) pointer = admit->getArgOperand(1);
  auto* gep = dyn_cast<GetElementPtrInst>(pointer);
  if (!gep || gep->getNumIndices() == 0) return {};
  auto* index = dyn_cast<CastInst>(gep->getOperand(gep->getNumOperands() - 1));
  if (!index || !isa<ZExtInst, SExtInst>(index) || !index->getType()->isIntegerTy(64) ||
      !shape(index).is_varying()) {
    return {};
  }
  auto* inner = index->getOperand(0);
  const unsigned bits = inner->getType()->getIntegerBitWidth();
  auto assumed = shape(inner);
  if (!assumed.is_affine() || bits > 32 || !lanes_of(inner).base) return {};
  const bool sign = isa<SExtInst>(index);
  const auto extend = [&](Value* value) {
    return sign ? b_.CreateSExt(value, b_.getInt64Ty()) : b_.CreateZExt(value, b_.getInt64Ty());
  };
  for (auto& term : assumed.terms) {
    if (any_of(*term.coefficients, [](auto c) { return std::abs(c) > kMaxCoefficient; })) return {};
    // The extended scale is a value of the warp's code: it stands for itself.
    auto* scale = extend(scalar(term.scale));
    values_[scale] = Lanes::uniform(scale);
    term.scale = scale;
  }
  const auto address = transfer_shape(
      *gep, [&](const Value* value) { return value == index ? assumed : shapes_.shape(value); });
  if (!address.is_affine()) return {};
  auto* base = extend(scalar(inner));
  auto* certain = in_range(assumed, base, bits, sign);
  if (!certain) return {};
  SmallVector<Value*, 4> operands;
  for (auto& operand : gep->operands()) {
    operands.push_back(operand == index ? base : lanes_of(operand).base);
    if (!operands.back()) return {};
  }
  auto* start = b_.CreateGEP(host_type(gep->getSourceElementType()), operands[0],
                             ArrayRef(operands).drop_front());
  return Unwrapped{Lanes::affine(address, start), certain};
}

// Code for both cases, of which `no` is right in the first as well; the values of the one that is
// taken.
SmallVector<Value*, 2> Widener::either_each(Value* condition, ValuesOf yes, ValuesOf no) {
  auto& context = b_.getContext();
  auto* on_yes = BasicBlock::Create(context, "straight", &warp_);
  auto* on_no = BasicBlock::Create(context, "wrapped", &warp_);
  auto* done = BasicBlock::Create(context, "accessed", &warp_);
  mark_fast_path(*b_.CreateCondBr(condition, on_yes, on_no));
  b_.SetInsertPoint(on_yes);
  const auto as = yes();
  auto* a_end = b_.GetInsertBlock();
  b_.CreateBr(done);
  b_.SetInsertPoint(on_no);
  const auto bs = no();
  auto* b_end = b_.GetInsertBlock();
  b_.CreateBr(done);
  b_.SetInsertPoint(done);
  SmallVector<Value*, 2> results;
  for (const auto& [a, b] : zip_equal(as, bs)) {
    auto* result = b_.CreatePHI(a->getType(), 2);
    result->addIncoming(a, a_end);
    result->addIncoming(b, b_end);
    results.push_back(result);
  }
  return results;
}

// The same for one value (null: none).
Value* Widener::either(Value* condition, function_ref<Value*()> yes, function_ref<Value*()> no) {
  const auto as_list = [](Value* value) {
    return value ? SmallVector<Value*, 2>{value} : SmallVector<Value*, 2>{};
  };
  const auto results =
      either_each(condition, [&] { return as_list(yes()); }, [&] { return as_list(no()); });
  return results.empty() ? nullptr : results.front();
}

}  // namespace heddle::compiler
