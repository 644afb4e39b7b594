// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/fma_to_odd.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kYmm = 8, kZmm = 16;  // floats

// What the third operand of AVX-512's arithmetic says, with exceptions off.
enum Rounding : unsigned { kDown = 9, kUp = 10, kToZero = 11 };

// The float towards zero, made odd where the two beside the exact value differ: they are neighbours
// then, one of them odd, so that their last bits differ.
Value* by_rounding_modes(IRBuilderBase& b, Value* a, Value* m, Value* c) {
  auto* words = VectorType::get(b.getInt32Ty(), kZmm, false);
  const auto rounded = [&](Rounding how) {
    auto* sum =
        b.CreateIntrinsic(Intrinsic::x86_avx512_vfmadd_ps_512, {}, {a, m, c, b.getInt32(how)});
    return b.CreateBitCast(sum, words);
  };
  auto* beside = b.CreateXor(rounded(kDown), rounded(kUp));
  auto* odd = b.CreateOr(rounded(kToZero), b.CreateAnd(beside, ConstantInt::get(words, 1)));
  return b.CreateBitCast(odd, a->getType());
}

// The nearest float, moved by one unit where it is even and not exact, to the side of the rest.
//
// The rest comes from two sums. Where |a * m| >= |c|, a * m - sum is exact, and so is what c adds;
// where |c| is larger, c - sum is exact, and one rounding is left. The other one of the two never
// has the wrong sign, since rounding keeps order and both a * m and c are floats: it is zero at
// worst. Their product with the sum is above zero where the exact value lies further from zero;
// + 0 makes -0 of it +0. Of infinities the rest is the CPU's NaN, which is negative: to finite.
Value* by_rest(IRBuilderBase& b, Value* a, Value* m, Value* c) {
  auto* type = a->getType();
  auto* words = VectorType::get(b.getInt32Ty(), kYmm, false);
  const auto fused = [&](Value* x, Value* y, Value* addend) {
    return b.CreateIntrinsic(Intrinsic::fma, {type}, {x, y, addend});
  };
  auto* sum = fused(a, m, c);
  auto* of_product = b.CreateFAdd(fused(a, m, b.CreateFNeg(sum)), c);
  auto* of_addend = fused(a, m, b.CreateFSub(c, sum));
  auto* rest = b.CreateFAdd(of_product, of_addend);
  auto* away = fused(rest, sum, ConstantFP::get(type, 0.0));
  auto* bits = b.CreateBitCast(sum, words);
  auto* even = b.CreateAnd(b.CreateNot(bits), ConstantInt::get(words, 1));
  auto* step =
      b.CreateIntrinsic(Intrinsic::x86_avx2_psign_d, {}, {even, b.CreateBitCast(away, words)});
  return b.CreateBitCast(b.CreateAdd(bits, step), type);
}

}  // namespace

FmaToOdd::FmaToOdd(const TargetMachine& machine) {
  const auto has = [&](StringRef feature) {
    return machine.getMCSubtargetInfo()->checkFeatures(feature);
  };
  avx2_ = has("+avx2") && has("+fma");
  avx512_ = has("+avx512f");
}

unsigned FmaToOdd::part(const Type* type) const {
  const auto* vector = dyn_cast<FixedVectorType>(type);
  if (!vector) return 0;
  const unsigned lanes = vector->getNumElements();
  if (avx512_ && lanes % kZmm == 0) return kZmm;
  return avx2_ && lanes % kYmm == 0 ? kYmm : 0;
}

bool FmaToOdd::can(const Type* type) const {
  return part(type) != 0;
}

Value* FmaToOdd::emit(IRBuilderBase& b, Value* a, Value* m, Value* c) const {
  const unsigned lanes = cast<FixedVectorType>(a->getType())->getNumElements();
  const unsigned width = part(a->getType());
  SmallVector<Value*, 8> parts;
  for (unsigned first = 0; first < lanes; first += width) {
    const auto of = [&](Value* value) {
      return lanes == width ? value
                            : b.CreateShuffleVector(value, createSequentialMask(first, width, 0));
    };
    const auto form = width == kZmm ? by_rounding_modes : by_rest;
    parts.push_back(form(b, of(a), of(m), of(c)));
  }
  return concatenateVectors(b, parts);
}

}  // namespace heddle::compiler
