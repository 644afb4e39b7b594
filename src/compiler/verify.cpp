// SPDX-License-Identifier: Apache-2.0
#include "compiler/verify.h"

#include "compiler/analysis/shape_analysis.h"
#include "compiler/ir/address_space.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/warp/narrow_floats.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// The first instruction of the module for which `wrong` holds, as an error.
Error none(const Compilation& c, function_ref<bool(const Instruction&)> wrong) {
  for (auto& function : *c.module) {
    for (auto& instruction : instructions(function)) {
      if (!wrong(instruction)) continue;
      std::string text;
      raw_string_ostream(text) << function.getName() << ":" << instruction;
      return createStringError(text);
    }
  }
  return Error::success();
}

StringRef callee_name(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  return call && call->getCalledFunction() ? call->getCalledFunction()->getName() : StringRef();
}

}  // namespace

Error verify_no_special_registers(const Compilation& c) {
  return none(c, [](const Instruction& i) {
    const auto name = callee_name(i);
    return name.starts_with("llvm.nvvm.barrier") ||
           name.starts_with("llvm.nvvm.read.ptx.sreg.tid") ||
           name.starts_with("llvm.nvvm.read.ptx.sreg.ntid") ||
           name.starts_with("llvm.nvvm.read.ptx.sreg.ctaid");
  });
}

Error verify_symbols(const Compilation& c) {
  for (const auto& variable : c.module->globals()) {
    if (variable.getAddressSpace() == kSharedSpace && !variable.use_empty()) {
      return createStringError("shared variable " + variable.getName() + " is used by name");
    }
  }
  return Error::success();
}

Error verify_canonical(const Compilation& c) {
  return none(c, [](const Instruction& i) {
    return (i.isTerminator() && !isa<BranchInst, ReturnInst>(i)) || isa<MemIntrinsic>(i);
  });
}

Error verify_uniform_branches(const Compilation& c) {
  for (auto& function : *c.module) {
    if (function.isDeclaration()) continue;
    DominatorTree dominators(function);
    PostDominatorTree post_dominators(function);
    LoopInfo loops(dominators);
    const ShapeAnalysis shapes(function, dominators, post_dominators, loops, true);
    for (auto& block : function) {
      const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
      if (!branch || !branch->isConditional() || !dominators.isReachableFromEntry(&block)) continue;
      if (shapes.is_uniform(branch->getCondition())) continue;
      std::string text;
      raw_string_ostream(text) << "divergent branch in " << function.getName() << ":" << *branch
                               << " on" << *branch->getCondition();
      return createStringError(text);
    }
  }
  return Error::success();
}

Error verify_host_only(const Compilation& c) {
  return none(c, [](const Instruction& i) {
    const auto name = callee_name(i);
    return name.starts_with("llvm.nvvm.") || (name.starts_with("heddle.") && name != kSuspend);
  });
}

Error verify_no_suspension(const Compilation& c) {
  return none(c, [](const Instruction& i) { return callee_name(i) == kSuspend; });
}

Error verify_narrow_floats(const Compilation& c) {
  const bool native_half = has_native_half(*c.machine);
  return none(c, [&](const Instruction& i) {
    // Between half and float every CPU that has F16C converts.
    const auto is_single = [](const Type* type) { return type->getScalarType()->isFloatTy(); };
    const auto is_half = [](const Type* type) { return type->getScalarType()->isHalfTy(); };
    const bool extends = isa<FPExtInst>(i) && is_half(i.getOperand(0)->getType());
    const bool exact =
        (extends && is_single(i.getType())) ||
        (isa<FPTruncInst>(i) && is_half(i.getType()) && is_single(i.getOperand(0)->getType()));
    return !exact && computes_in_narrow_floats(i, native_half);
  });
}

}  // namespace heddle::compiler
