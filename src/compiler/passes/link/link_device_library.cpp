// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/link_device_library.h"

#include <dlfcn.h>

#include "compiler/passes/link/libdevice_names.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace heddle::compiler {

using namespace llvm;

// The device library lies beside this library, in heddle/devicelib.bc.
static Expected<const MemoryBuffer*> device_library() {
  static std::string path_text;
  static const std::unique_ptr<MemoryBuffer> buffer = []() -> std::unique_ptr<MemoryBuffer> {
    Dl_info here;
    if (!dladdr(reinterpret_cast<void*>(&device_library), &here)) return nullptr;
    SmallString<128> path(sys::path::parent_path(here.dli_fname));
    sys::path::append(path, "heddle", "devicelib.bc");
    path_text = path.str();
    auto file = MemoryBuffer::getFile(path);
    return file ? std::move(*file) : nullptr;
  }();
  if (!buffer) return createStringError("the device library '" + path_text + "' cannot be read");
  return buffer.get();
}

// Structures of the library may have other names than the program's, or none.
static bool are_alike(const Type* a, const Type* b) {
  if (a == b) return true;
  const auto *x = dyn_cast<StructType>(a), *y = dyn_cast<StructType>(b);
  if (!x || !y || x->isOpaque() || y->isOpaque() || x->isPacked() != y->isPacked()) return false;
  return equal(x->elements(), y->elements(), are_alike);
}

// `from` as a value of a type that is alike.
static Value* renamed(IRBuilder<>& b, Value* from, Type* type) {
  if (from->getType() == type) return from;
  Value* to = PoisonValue::get(type);
  for (unsigned i = 0; i < type->getStructNumElements(); ++i) {
    auto* part = renamed(b, b.CreateExtractValue(from, i), type->getStructElementType(i));
    to = b.CreateInsertValue(to, part, i);
  }
  return to;
}

// A call with a function's structures under other names is none of that function to LLVM, but one
// of a pointer.
static void call_by_own_types(Function& function) {
  auto* type = function.getFunctionType();
  for (auto* user : make_early_inc_range(function.users())) {
    auto* call = dyn_cast<CallInst>(user);
    if (!call || call->getCalledOperand() != &function || call->getFunctionType() == type) continue;
    if (call->getFunctionType()->params() != type->params() ||
        !are_alike(call->getType(), type->getReturnType())) {
      continue;
    }
    IRBuilder<> b(call);
    SmallVector<Value*, 8> arguments(call->args());
    auto* own = b.CreateCall(type, &function, arguments);
    own->setCallingConv(call->getCallingConv());
    own->setAttributes(call->getAttributes());
    call->replaceAllUsesWith(renamed(b, own, call->getType()));
    call->eraseFromParent();
  }
}

Error link_device_library(Module& module) {
  auto buffer = device_library();
  if (!buffer) return buffer.takeError();
  // Lazily: only the functions that are called are read.
  auto library = getLazyBitcodeModule((*buffer)->getMemBufferRef(), module.getContext());
  if (!library) return library.takeError();
  (*library)->setDataLayout(module.getDataLayout());
  (*library)->setTargetTriple(module.getTargetTriple());
  StripDebugInfo(**library);
  rename_libdevice_calls(module, **library);
  if (Linker::linkModules(module, std::move(*library), Linker::LinkOnlyNeeded)) {
    return createStringError("the device library does not fit the program's device code");
  }
  for (auto& function : module) call_by_own_types(function);
  return Error::success();
}

}  // namespace heddle::compiler
