// SPDX-License-Identifier: Apache-2.0
// The text of asm statements. Operands %0 to %4 are outputs (32, 64, 16 bits, float, double), %5 to
// %9 the same as inputs, %10 is a constant. A text is refused by a
// sentence, or becomes IR that LLVM's verifier takes.
#include <cstdlib>
#include <string>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "ptx/translate.h"

using namespace llvm;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  LLVMContext context;
  Module module("fuzz", context);
  module.setTargetTriple(Triple("nvptx64-nvidia-cuda"));
  module.setDataLayout("e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64");
  IRBuilder<> b(context);
  const SmallVector<llvm::Type*, 8> types{b.getInt32Ty(), b.getInt64Ty(), b.getInt16Ty(),
                                          b.getFloatTy(), b.getDoubleTy()};
  auto* results = StructType::get(context, ArrayRef(types));
  auto* function = Function::Create(FunctionType::get(results, types, false),
                                    Function::ExternalLinkage, "f", module);
  b.SetInsertPoint(BasicBlock::Create(context, "entry", function));
  SmallVector<Value*, 8> arguments;
  for (auto& argument : function->args()) arguments.push_back(&argument);
  arguments.push_back(b.getInt32(3));
  SmallVector<llvm::Type*, 8> argument_types;
  for (auto* argument : arguments) argument_types.push_back(argument->getType());
  auto* type = FunctionType::get(results, argument_types, false);
  const std::string text(data, data + size);
  auto* code = InlineAsm::get(type, text, "=r,=l,=h,=f,=d,r,l,h,f,d,n,~{memory}", true);
  b.CreateRet(b.CreateCall(type, code, arguments));
  if (auto error = heddle::ptx::translate(module)) {
    const bool said = !toString(std::move(error)).empty();
    if (!said) std::abort();
    return 0;
  }
  if (verifyModule(module, &errs())) {
    errs() << module;
    std::abort();
  }
  return 0;
}
