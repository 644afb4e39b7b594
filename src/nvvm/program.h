// SPDX-License-Identifier: Apache-2.0
// One nvvmProgram: its modules, and what came out.
#pragma once

#include <string>
#include <vector>

#include "nvvm.h"

struct _nvvmProgram {
  struct Module {
    std::string name;
    std::string bytes;
    bool lazy;
  };
  std::vector<Module> modules;
  std::string log;
  std::string ptx;
};

namespace heddle::nvvm {

nvvmResult verify(_nvvmProgram& program, int count, const char* const* options);
nvvmResult compile(_nvvmProgram& program, int count, const char* const* options);

}  // namespace heddle::nvvm
