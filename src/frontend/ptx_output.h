// SPDX-License-Identifier: Apache-2.0
// Device bitcode to PTX text, by LLVM's NVPTX back end: heddle cc -ptx.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "frontend/options.h"

namespace llvm {
class Module;
}

namespace heddle::frontend {

struct PtxSettings {
  Target target;
  bool optimise = true;
  bool relocatable = false;  // what is called and not defined may be the linker's to find
  std::string source;        // what errors call it
};

// The module's PTX, with the functions of the device library that it calls. `note` gets a sentence
// about functions that the text calls and does not hold. Throws DeviceCodeErrors, which names what
// PTX cannot express, and Failure.
std::string write_ptx(llvm::Module& module, const PtxSettings& settings, std::string* note);

// Takes what `module` calls of `library`; it is not seen from outside. False: they do not fit.
bool link_needed(llvm::Module& module, std::unique_ptr<llvm::Module> library);

// The same of the bitcode that clang made of `source`.
std::string ptx_output(std::span<const std::uint8_t> bitcode, const Options& options,
                       const Target& target, const std::string& source, std::string* note);

}  // namespace heddle::frontend
