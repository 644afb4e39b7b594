// SPDX-License-Identifier: Apache-2.0
#include "ptx/cluster_functions.h"

#include "llvm/IR/Module.h"

namespace heddle::ptx {

using namespace llvm;

Value* call_cluster_function(IRBuilderBase& b, StringRef name, ArrayRef<Value*> arguments) {
  const bool makes_pointer = name == kMapShared || name == kFromClusterAddress;
  Type* result = makes_pointer ? static_cast<Type*>(PointerType::get(b.getContext(), kClusterSpace))
                               : b.getInt32Ty();
  SmallVector<Type*, 2> types;
  for (auto* argument : arguments) types.push_back(argument->getType());
  auto& module = *b.GetInsertBlock()->getModule();
  auto callee = module.getOrInsertFunction(name, FunctionType::get(result, types, false));
  auto* function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  for (const auto attribute : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::Speculatable,
                               Attribute::NoSync, Attribute::NoFree, Attribute::NoCallback}) {
    function->addFnAttr(attribute);
  }
  auto* value = b.CreateCall(callee, arguments);
  return makes_pointer ? b.CreateAddrSpaceCast(value, b.getPtrTy()) : value;
}

}  // namespace heddle::ptx
