// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/return_floats.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstrTypes.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Scalars only: vectors have more registers in C's convention too.
std::uint64_t count_floats(const Type* type) {
  if (type->isFloatTy() || type->isDoubleTy()) return 1;
  if (const auto* array = dyn_cast<ArrayType>(type)) {
    return count_floats(array->getElementType()) * array->getNumElements();
  }
  std::uint64_t count = 0;
  if (const auto* structure = dyn_cast<StructType>(type)) {
    for (const auto* member : structure->elements()) count += count_floats(member);
  }
  return count;
}

}  // namespace

unsigned return_floats(Function& function) {
  constexpr unsigned kRegistersOfC = 2;
  // Callers that are not seen follow C's convention.
  if (!function.hasLocalLinkage() || function.getCallingConv() != CallingConv::C ||
      function.hasAddressTaken() || count_floats(function.getReturnType()) <= kRegistersOfC) {
    return 0;
  }
  // Swift's is C's, with four registers of each kind for what is returned.
  function.setCallingConv(CallingConv::Swift);
  for (auto* user : function.users()) {
    if (auto* call = dyn_cast<CallBase>(user)) call->setCallingConv(CallingConv::Swift);
  }
  return 1;
}

}  // namespace heddle::compiler
