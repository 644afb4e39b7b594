// SPDX-License-Identifier: Apache-2.0
// Modules of NVVM IR as one program, to PTX: what libNVVM does (src/nvvm), and heddle cc -ptx of
// .ll and .bc files.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "frontend/nvvm/read_nvvm.h"
#include "frontend/options.h"

namespace heddle::frontend {

struct NvvmModule {
  std::string name;  // what errors call it
  std::string bytes;
  bool lazy = false;  // only what the others call is taken of it
};

// Reads, links and verifies them. Throws NvvmErrors.
void verify_nvvm_program(std::span<const NvvmModule> modules);

// Throws NvvmErrors, DeviceCodeErrors and Failure.
std::string nvvm_program_ptx(std::span<const NvvmModule> modules, const Options& options,
                             const Target& target);

}  // namespace heddle::frontend
