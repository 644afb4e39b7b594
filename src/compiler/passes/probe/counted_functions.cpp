// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/counted_functions.h"

#include "compiler/ir/math_rows.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/probe/access_facts.h"
#include "image/kernel_abi.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "probes/event.h"

namespace heddle::compiler {

using namespace llvm;
using probes::Function;
using Callee = llvm::Function;

namespace {

constexpr StringLiteral kLookup = "__heddle_tex";
// include/heddle/rand_xorwow.h, rand_mrg.h
constexpr StringLiteral kXorwowSkip = "__heddle_xorwow_skip", kMrgSkip = "__heddle_mrg_skip";

bool is_lookup(StringRef name) {
  return name.starts_with(kLookup);
}

// By the name in C, without the f of float.
Function math_function(StringRef name, bool is_double) {
  const auto pick = [&](Function single, Function twice) { return is_double ? twice : single; };
  return StringSwitch<Function>(name)
      .Cases({"exp", "exp2", "exp10", "expm1"},
             pick(Function::kFloatExponential, Function::kDoubleExponential))
      .Cases({"log", "log2", "log10", "log1p"},
             pick(Function::kFloatLogarithm, Function::kDoubleLogarithm))
      .Cases({"sin", "cos", "tan", "sincos", "sinpi", "cospi", "sincospi"},
             pick(Function::kFloatSine, Function::kDoubleSine))
      .Cases({"pow", "__heddle_sleef_pow"}, pick(Function::kFloatPower, Function::kDoublePower))
      .Case("sqrt", pick(Function::kFloatRoot, Function::kDoubleRoot))
      .Default(pick(Function::kFloatOther, Function::kDoubleSine));
}

// Those that the device library defines. Functions of float are not among them: they are code much
// as a GPU's, whose operations are counted.
Function defined_function(StringRef name) {
  static const StringSet<> of_c{"exp",   "exp2", "exp10", "expm1", "log",   "log2",    "log10",
                                "log1p", "sin",  "cos",   "tan",   "sinpi", "cospi",   "sincos",
                                "pow",   "sinh", "cosh",  "tanh",  "asinh", "acosh",   "cbrt",
                                "rcbrt", "erf",  "erfc",  "hypot", "fmod",  "sincospi"};
  if (is_lookup(name)) return Function::kTexture;
  if (name.contains(kXorwowSkip)) return Function::kXorwowSkip;
  if (name.contains(kMrgSkip)) return Function::kMrgSkip;
  if (of_c.contains(name)) return math_function(name, true);
  return StringSwitch<Function>(name)
      .Cases({"rsqrtf", "__frsqrt_rn"}, Function::kFloatReciprocalRoot)
      .Case("rsqrt", Function::kDoubleReciprocalRoot)
      .Cases({"__sinf", "__cosf", "__expf", "__exp10f", "__logf", "__log2f", "__log10f"},
             Function::kFloatFast)
      .Default(Function::kNone);
}

Function barrier_function(const CallInst& barrier) {
  const auto* id = dyn_cast<ConstantInt>(barrier.getArgOperand(0));
  if (!id) return Function::kNone;
  return id->equalsInt(abi::kGridBarrier)      ? Function::kGridBarrier
         : id->equalsInt(abi::kClusterBarrier) ? Function::kClusterBarrier
                                               : Function::kNone;
}

Function fence_function(probes::Scope scope) {
  return scope == probes::Scope::kSystem   ? Function::kSystemFence
         : scope == probes::Scope::kDevice ? Function::kDeviceFence
                                           : Function::kNone;
}

// What the runtime library does for a thread.
Function service(StringRef name) {
  return StringSwitch<Function>(name)
      .Cases({"malloc", "__nv_aligned_device_malloc"}, Function::kAllocate)
      .Case("free", Function::kRelease)
      .Case("vprintf", Function::kPrint)
      .Default(Function::kNone);
}

Function instruction_of(const IntrinsicInst& i) {
  switch (i.getIntrinsicID()) {
    case Intrinsic::ctpop:
    case Intrinsic::ctlz:
    case Intrinsic::cttz:
    case Intrinsic::bitreverse:
      return Function::kBitCount;
    case Intrinsic::minnum:
    case Intrinsic::maxnum:
    case Intrinsic::minimum:
    case Intrinsic::maximum:
    case Intrinsic::minimumnum:
    case Intrinsic::maximumnum:
      return i.getType()->isDoubleTy() ? Function::kDoubleCompare : Function::kNone;
    default:
      return Function::kNone;
  }
}

Function called_function(const CallInst& call) {
  const auto* callee = call.getCalledFunction();
  if (!callee) return Function::kNone;
  auto name = callee->getName();
  const auto* scalar = call.getType()->getScalarType();
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    const auto id = intrinsic->getIntrinsicID();
    if (id == Intrinsic::nvvm_membar_gl) return Function::kDeviceFence;
    if (id == Intrinsic::nvvm_membar_sys) return Function::kSystemFence;
    if (const auto own = instruction_of(*intrinsic); own != Function::kNone) return own;
    const bool is_root = intrinsic->getIntrinsicID() == Intrinsic::sqrt;
    if (!is_root && !find_math(*callee)) return Function::kNone;
    name.consume_front("llvm.");
    return math_function(name.split('.').first, scalar->isDoubleTy());
  }
  if (name == pseudo::kBarrier) return barrier_function(call);
  if (const auto own = service(name); own != Function::kNone) return own;
  if (const auto own = defined_function(name); own != Function::kNone) return own;
  if (!callee->isDeclaration() || !find_math(*callee)) return Function::kNone;
  const bool is_double = scalar->isDoubleTy();
  if (!is_double) name.consume_back("f");
  return math_function(name, is_double);
}

}  // namespace

Function counted_function(const Instruction& i) {
  const auto* type = i.getType()->getScalarType();
  switch (i.getOpcode()) {
    case Instruction::FDiv:
    case Instruction::FRem:
      return type->isDoubleTy() ? Function::kDoubleDivide : Function::kFloatDivide;
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      if (isa<Constant>(i.getOperand(1)) || goes_with_a_division(i)) return Function::kNone;
      return type->getIntegerBitWidth() > 32 ? Function::kLongDivide : Function::kIntegerDivide;
    case Instruction::FCmp:
      return i.getOperand(0)->getType()->isDoubleTy() ? Function::kDoubleCompare : Function::kNone;
    case Instruction::Fence:
      return fence_function(scope_of(i.getContext(), cast<FenceInst>(i).getSyncScopeID()));
    case Instruction::Call:
      return called_function(cast<CallInst>(i));
    default:
      return Function::kNone;
  }
}

bool goes_with_a_division(const Instruction& i) {
  const bool is_signed = i.getOpcode() == Instruction::SRem;
  if (!is_signed && i.getOpcode() != Instruction::URem) return false;
  const auto division = is_signed ? Instruction::SDiv : Instruction::UDiv;
  return any_of(i.getOperand(1)->users(), [&](const User* user) {
    const auto* other = dyn_cast<Instruction>(user);
    return other && other->getOpcode() == division && other->getParent() == i.getParent() &&
           other->getOperand(0) == i.getOperand(0) && other->getOperand(1) == i.getOperand(1);
  });
}

bool is_one_instruction(const Callee& function) {
  // src/devicelib: ptx_bits.cu, ptx_operations.cu
  constexpr StringLiteral kOnes[] = {"dp4a_", "dp2a_", "sad_", "prmt_"};
  auto name = function.getName();
  return name.consume_front("__ptx_") &&
         any_of(kOnes, [&](StringRef one) { return name.starts_with(one); });
}

bool has_rare_way(Function function) {
  switch (function) {
    case Function::kFloatDivide:
    case Function::kFloatRoot:
    case Function::kFloatSine:
    case Function::kDoubleDivide:
    case Function::kDoubleRoot:
    case Function::kDoubleReciprocalRoot:
    case Function::kDoubleExponential:
    case Function::kDoubleLogarithm:
    case Function::kDoubleSine:
    case Function::kDoublePower:
    case Function::kLongDivide:
      return true;
    default:
      return false;
  }
}

bool stays_until_counted(const Compilation& c, const Callee& function) {
  const bool counts = c.request.probes && probes::has(c.request.probe_mask, probes::Event::kCount);
  return counts && !function.isDeclaration() &&
         (defined_function(function.getName()) != Function::kNone || is_one_instruction(function));
}

bool is_inside_counted_function(const Instruction& i) {
  const auto name = i.getFunction()->getName();
  if (is_one_instruction(*i.getFunction())) return true;
  if (defined_function(name) == Function::kNone) return false;
  const auto* load = dyn_cast<LoadInst>(&i);
  if (!is_lookup(name) || !load) return true;
  // A texture's number is the address of what describes it.
  const auto* base = getUnderlyingObject(load->getPointerOperand());
  const auto* number = dyn_cast<IntToPtrInst>(base);
  return number && isa<Argument>(number->getOperand(0));
}

unsigned inline_counted_functions(Compilation& c) {
  SmallVector<CallBase*, 16> calls;
  SmallVector<Callee*, 4> functions;
  SmallSetVector<Callee*, 4> callers;
  for (auto& function : *c.module) {
    if (stays_until_counted(c, function)) functions.push_back(&function);
    for (auto& i : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&i);
      auto* callee = call ? call->getCalledFunction() : nullptr;
      if (callee && stays_until_counted(c, *callee)) calls.push_back(call);
    }
  }
  unsigned inlined = 0;
  for (auto* call : calls) {
    callers.insert(call->getFunction());
    InlineFunctionInfo info;
    inlined += InlineFunction(*call, info, /*MergeAttributes=*/false, nullptr,
                              /*InsertLifetime=*/false)
                   .isSuccess();
  }
  // What is copied has no phis of one value any more, in which loops give what they computed.
  for (auto* caller : callers) {
    const DominatorTree dominators(*caller);
    const LoopInfo loops(dominators);
    for (auto* loop : loops) formLCSSARecursively(*loop, dominators, &loops, nullptr);
  }
  for (auto* function : functions) {
    if (function->use_empty()) function->eraseFromParent();
  }
  return inlined;
}

}  // namespace heddle::compiler
