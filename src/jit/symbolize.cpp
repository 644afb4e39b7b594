// SPDX-License-Identifier: Apache-2.0
#include "llvm/DebugInfo/Symbolize/Symbolize.h"

#include <cstdio>

#include "compiler/ir/own_header.h"
#include "jit/compiler_api.h"

extern "C" __attribute__((visibility("default"))) int heddle_symbolize(const char* object_path,
                                                                       std::uint64_t offset,
                                                                       char* out,
                                                                       std::size_t out_size) {
  llvm::symbolize::LLVMSymbolizer symbolizer;
  auto frames = symbolizer.symbolizeInlinedCode(
      object_path, {offset, llvm::object::SectionedAddress::UndefSection});
  if (!frames) {
    llvm::consumeError(frames.takeError());
    return 1;
  }
  for (unsigned i = 0; i < frames->getNumberOfFrames(); ++i) {
    const auto& frame = frames->getFrame(i);
    if (frame.Line == 0 || frame.FileName == llvm::DILineInfo::BadString) continue;
    // The user's line, not that of our header which it called.
    if (heddle::compiler::is_own_header(frame.FileName)) continue;
    // A launch is where <<<...>>> stands; its stub has the line of the kernel's declaration.
    if (frame.FunctionName.find("__device_stub__") != std::string::npos) continue;
    std::snprintf(out, out_size, "%s:%u", frame.FileName.c_str(), frame.Line);
    return 0;
  }
  return 1;
}
