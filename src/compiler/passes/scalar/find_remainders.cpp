// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/find_remainders.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle::compiler {

using namespace llvm;

unsigned find_remainders(Function& function) {
  using namespace PatternMatch;
  unsigned found = 0;
  for (auto& i : make_early_inc_range(instructions(function))) {
    Value *x = nullptr, *d = nullptr;
    Instruction* quotient = nullptr;
    if (!match(&i, m_Sub(m_Value(x), m_c_Mul(m_Instruction(quotient), m_Value(d)))) ||
        isa<Constant>(d) || !match(quotient, m_IDiv(m_Specific(x), m_Specific(d)))) {
      continue;
    }
    const bool is_signed = quotient->getOpcode() == Instruction::SDiv;
    IRBuilder<> b(&i);
    i.replaceAllUsesWith(is_signed ? b.CreateSRem(x, d) : b.CreateURem(x, d));
    RecursivelyDeleteTriviallyDeadInstructions(&i);
    ++found;
  }
  return found;
}

}  // namespace heddle::compiler
