// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/link_device_library.h"

#include <dlfcn.h>

#include "compiler/passes/link/libdevice_names.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfo.h"
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
  return Error::success();
}

}  // namespace heddle::compiler
