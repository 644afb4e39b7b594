// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/thread_forms.h"

#include "compiler/behind_pointers.h"
#include "compiler/ir/function_mark.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr StringLiteral kForm = ".form";

// Two modules of two contexts: the forms go over as bitcode.
Error join(Compilation& c, Module& forms) {
  SmallVector<char, 0> bitcode;
  raw_svector_ostream out(bitcode);
  WriteBitcodeToFile(forms, out);
  auto module = parseBitcodeFile(MemoryBufferRef(out.str(), "thread forms"), c.context);
  if (!module) return module.takeError();
  if (Linker::linkModules(*c.module, std::move(*module)))
    return createStringError("internal error: functions behind pointers do not link");
  return Error::success();
}

}  // namespace

Expected<unsigned> thread_forms(Compilation& c) {
  if (c.is_kernel()) return 0;
  // The reference has forms for threads alone.
  if (c.has_warp_ops && !c.request.reference) {
    auto forms = compile_thread_forms(c);
    if (!forms) return forms.takeError();
    auto& module = *(*forms)->module;
    for (const auto& name : c.pointed_to) module.getFunction(name)->setName(name + kForm);
    if (auto error = join(c, module)) return error;
    c.symbols = (*forms)->symbols;
    c.static_shared_bytes = std::max(c.static_shared_bytes, (*forms)->static_shared_bytes);
  }
  unsigned count = 0;
  auto* word = Type::getInt64Ty(c.context);
  for (const auto& name : c.pointed_to) {
    auto* function = c.module->getFunction(name);
    auto* form = c.module->getFunction((name + kForm).str());
    Constant* distance = ConstantInt::get(word, 0);
    if (form) {
      form->setLinkage(GlobalValue::InternalLinkage);
      distance = ConstantExpr::getSub(ConstantExpr::getPtrToInt(form, word),
                                      ConstantExpr::getPtrToInt(function, word));
      ++count;
    }
    function->setPrefixData(marked(distance));
  }
  return count;
}

}  // namespace heddle::compiler
