// SPDX-License-Identifier: Apache-2.0
// A PTX module to LLVM IR: what clang makes of the same CUDA C++, as far as PTX still says it.
//
//     text -> parse_module -> ModuleText -> declare variables and functions -> translate each body
//          -> registers become values -> addresses become pointers (recover_pointers.h)
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "llvm/IR/Module.h"

namespace heddle::ptx {

struct TranslatedModule {
  std::unique_ptr<llvm::Module> module;  // null where something is wrong
  std::string error;                     // "line 12: error: ..."
  enum class Kind { kNone, kInvalid, kVersion, kUnresolved } kind = Kind::kNone;
  std::string target;  // "sm_90"
  // Kernels of clusters: their shape, or that the launch must say it.
  struct Cluster {
    std::string kernel;
    std::array<unsigned, 3> shape{};
    bool must_be_set = false;
  };
  std::vector<Cluster> clusters;
  std::vector<std::string> managed;  // variables
};

// `name`: what messages and debug information call the text. `relocatable`: other modules may
// define what it declares (kUnresolved otherwise).
TranslatedModule translate_module(llvm::StringRef text, llvm::StringRef name,
                                  llvm::LLVMContext& context, bool relocatable = false);

}  // namespace heddle::ptx
