// SPDX-License-Identifier: Apache-2.0
#include "frontend/ptx_approximations.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

namespace heddle::frontend {
namespace {

using namespace llvm;
using Division = Approximations::Division;

// Writes instructions for float where the builder stands.
class Writer {
 public:
  Writer(IRBuilder<>& builder, const Approximations& what) : b(builder), what_(what) {}

  Value* sine(Value* x) { return plain(x, Intrinsic::nvvm_sin_approx_f, kSineFlushed); }
  Value* cosine(Value* x) { return plain(x, Intrinsic::nvvm_cos_approx_f, kCosineFlushed); }
  Value* log2(Value* x) { return plain(x, Intrinsic::nvvm_lg2_approx_f, kLog2Flushed); }
  Value* reciprocal_root(Value* x) {
    return plain(x, Intrinsic::nvvm_rsqrt_approx_f, Intrinsic::nvvm_rsqrt_approx_ftz_f);
  }
  Value* root(Value* x) {
    return plain(x, Intrinsic::nvvm_sqrt_approx_f, Intrinsic::nvvm_sqrt_approx_ftz_f);
  }
  Value* power_of_2(Value* x) {
    const auto id = what_.flush ? Intrinsic::nvvm_ex2_approx_ftz : Intrinsic::nvvm_ex2_approx;
    return b.CreateIntrinsic(id, {b.getFloatTy()}, {x});
  }
  Value* quotient(Value* x, Value* y, Division division) {
    const bool quick = division == Division::kQuick;
    if (PatternMatch::match(x, PatternMatch::m_FPOne())) {
      return what_.flush ? b.CreateIntrinsic(Intrinsic::nvvm_rcp_approx_ftz_f, {}, {y})
                         : instruction("rcp.approx.f32 $0, $1;", y);
    }
    const auto id =
        quick ? (what_.flush ? Intrinsic::nvvm_div_approx_ftz_f : Intrinsic::nvvm_div_approx_f)
              : (what_.flush ? Intrinsic::nvvm_div_full_ftz : Intrinsic::nvvm_div_full);
    return b.CreateIntrinsic(id, {}, {x, y});
  }
  Value* rounded_quotient(Value* x, Value* y) {
    return b.CreateIntrinsic(what_.flush ? Intrinsic::nvvm_div_rn_ftz_f : Intrinsic::nvvm_div_rn_f,
                             {}, {x, y});
  }
  Value* rounded_root(Value* x) {
    return plain(x, Intrinsic::nvvm_sqrt_rn_f, Intrinsic::nvvm_sqrt_rn_ftz_f);
  }
  Value* hyperbolic_tangent(Value* x) { return instruction("tanh.approx.f32 $0, $1;", x); }
  Value* times(Value* x, float factor) {
    return b.CreateFMul(x, ConstantFP::get(b.getFloatTy(), factor));
  }

  IRBuilder<>& b;

 private:
  static constexpr auto kSineFlushed = Intrinsic::nvvm_sin_approx_ftz_f;
  static constexpr auto kCosineFlushed = Intrinsic::nvvm_cos_approx_ftz_f;
  static constexpr auto kLog2Flushed = Intrinsic::nvvm_lg2_approx_ftz_f;

  // What LLVM has no intrinsic for.
  Value* instruction(StringRef text, Value* x) {
    auto* type = FunctionType::get(b.getFloatTy(), {b.getFloatTy()}, false);
    return b.CreateCall(InlineAsm::get(type, text, "=f,f", false), {x});
  }
  Value* plain(Value* x, Intrinsic::ID keeps, Intrinsic::ID flushes) {
    return b.CreateIntrinsic(what_.flush ? flushes : keeps, {}, {x});
  }

  const Approximations& what_;
};

constexpr float kLog2OfE = 0x1.715476p+0F, kLog2Of10 = 0x1.a934fp+1F;
constexpr float kLnOf2 = 0x1.62e43p-1F, kLog10Of2 = 0x1.344136p-2F;

struct Row {
  StringRef name;
  Value* (*make)(Writer& w, ArrayRef<Value*> x);
};
// With __ in front, or __nv_fast_.
const Row kFast[] = {
    {"sinf", [](Writer& w, ArrayRef<Value*> x) { return w.sine(x[0]); }},
    {"cosf", [](Writer& w, ArrayRef<Value*> x) { return w.cosine(x[0]); }},
    {"tanf",
     [](Writer& w, ArrayRef<Value*> x) {
       auto* sine = w.sine(x[0]);
       return w.quotient(sine, w.cosine(x[0]), Division::kQuick);
     }},
    {"expf", [](Writer& w, ArrayRef<Value*> x) { return w.power_of_2(w.times(x[0], kLog2OfE)); }},
    {"exp10f",
     [](Writer& w, ArrayRef<Value*> x) { return w.power_of_2(w.times(x[0], kLog2Of10)); }},
    {"logf", [](Writer& w, ArrayRef<Value*> x) { return w.times(w.log2(x[0]), kLnOf2); }},
    {"log2f", [](Writer& w, ArrayRef<Value*> x) { return w.log2(x[0]); }},
    {"log10f", [](Writer& w, ArrayRef<Value*> x) { return w.times(w.log2(x[0]), kLog10Of2); }},
    {"powf", [](Writer& w,
                ArrayRef<Value*> x) { return w.power_of_2(w.b.CreateFMul(x[1], w.log2(x[0]))); }},
    {"fdividef",
     [](Writer& w, ArrayRef<Value*> x) { return w.quotient(x[0], x[1], Division::kQuick); }},
    {"sincosf",
     [](Writer& w, ArrayRef<Value*> x) -> Value* {
       w.b.CreateStore(w.sine(x[0]), x[1]);
       w.b.CreateStore(w.cosine(x[0]), x[2]);
       return nullptr;
     }},
};
// These are approximations under their plain names, too; __nv_ may stand in front.
const Row kAlways[] = {
    {"exp2f", [](Writer& w, ArrayRef<Value*> x) { return w.power_of_2(x[0]); }},
    {"rsqrtf", [](Writer& w, ArrayRef<Value*> x) { return w.reciprocal_root(x[0]); }},
};
// __fdiv_rn and __fsqrt_rn where plain quotients and roots are approximations.
const Row kRounded[] = {
    {"__heddle_fdiv_rn",
     [](Writer& w, ArrayRef<Value*> x) { return w.rounded_quotient(x[0], x[1]); }},
    {"__heddle_fsqrt_rn", [](Writer& w, ArrayRef<Value*> x) { return w.rounded_root(x[0]); }},
};
const Row kRoot = {"sqrtf", [](Writer& w, ArrayRef<Value*> x) { return w.root(x[0]); }};
const Row kTangent = {"tanhf",
                      [](Writer& w, ArrayRef<Value*> x) { return w.hyperbolic_tangent(x[0]); }};

void replace_calls(Module& module, const Twine& name, const Row& row, const Approximations& what) {
  auto* function = module.getFunction(name.str());
  if (!function || !function->isDeclaration()) return;
  for (auto* user : make_early_inc_range(function->users())) {
    auto* call = dyn_cast<CallInst>(user);
    if (!call || call->getCalledOperand() != function) continue;
    IRBuilder<> b(call);
    Writer writer(b, what);
    const SmallVector<Value*, 3> arguments(call->args());
    if (auto* value = row.make(writer, arguments)) call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

bool is_root(Intrinsic::ID id) {
  return id == Intrinsic::sqrt || id == Intrinsic::nvvm_sqrt_approx_f ||
         id == Intrinsic::nvvm_sqrt_approx_ftz_f;
}

void replace_instructions(Module& module, const Approximations& what) {
  for (auto& function : module) {
    for (auto& i : make_early_inc_range(instructions(function))) {
      if (!i.getType()->isFloatTy()) continue;
      IRBuilder<> b(&i);
      Writer writer(b, what);
      Value* value = nullptr;
      if (i.getOpcode() == Instruction::FDiv && what.division != Division::kRounded) {
        auto *x = i.getOperand(0), *y = i.getOperand(1);
        const auto* of = dyn_cast<IntrinsicInst>(y);
        const bool of_root = what.root && PatternMatch::match(x, PatternMatch::m_FPOne()) && of &&
                             is_root(of->getIntrinsicID());
        value = of_root ? writer.reciprocal_root(of->getOperand(0))
                        : writer.quotient(x, y, what.division);
      }
      const auto* call = dyn_cast<IntrinsicInst>(&i);
      if (call && call->getIntrinsicID() == Intrinsic::sqrt && what.root) {
        value = writer.root(i.getOperand(0));
      }
      if (!value) continue;
      i.replaceAllUsesWith(value);
      i.eraseFromParent();
    }
  }
}

}  // namespace

void use_approximations(Module& module, const Approximations& what) {
  for (const Row& row : kFast) {
    replace_calls(module, "__" + row.name, row, what);
    replace_calls(module, "__nv_fast_" + row.name, row, what);
  }
  for (const Row& row : kAlways) {
    replace_calls(module, row.name, row, what);
    replace_calls(module, "__nv_" + row.name, row, what);
  }
  for (const Row& row : kRounded) replace_calls(module, row.name, row, what);
  for (const auto& [row, asked] :
       {std::pair(&kRoot, what.root), std::pair(&kTangent, what.tangent)}) {
    if (!asked) continue;
    replace_calls(module, row->name, *row, what);
    replace_calls(module, "__nv_" + row->name, *row, what);
  }
  replace_instructions(module, what);
}

}  // namespace heddle::frontend
