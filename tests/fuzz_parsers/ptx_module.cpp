// SPDX-License-Identifier: Apache-2.0
// The text of a PTX module: it is refused by a sentence, or becomes IR that LLVM's verifier takes
// (translate_module asks it).
#include <cstdlib>
#include <string>

#include "llvm/IR/LLVMContext.h"
#include "ptx/module/translate_module.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  llvm::LLVMContext context;
  const std::string text(data, data + size);
  const auto made = heddle::ptx::translate_module(text, "fuzz", context);
  if (!made.module && made.error.empty()) std::abort();
  if (made.error.find("the translation is not valid") != std::string::npos) std::abort();
  return 0;
}
