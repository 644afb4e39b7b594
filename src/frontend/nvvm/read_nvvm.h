// SPDX-License-Identifier: Apache-2.0
// A module of NVVM IR (NVVM IR Specification 2.0): bitcode or text, with typed or opaque pointers.
#pragma once

#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace heddle::frontend {

// What is wrong with a module, as a line "name (4, 12): parse ...".
struct NvvmErrors {
  std::string text;
  bool is_version = false;  // of another version of the IR
};

// `name`: what errors call it. Throws NvvmErrors.
std::unique_ptr<llvm::Module> read_nvvm(const std::string& bytes, const std::string& name,
                                        llvm::LLVMContext& context);

// What the specification asks of a module and LLVM does not. Throws NvvmErrors.
void verify_nvvm(llvm::Module& module, const std::string& name);

}  // namespace heddle::frontend
