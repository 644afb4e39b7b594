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
  std::string
      result;  // PTX; of -gen-lto an image like any, as all code is optimised when it is launched
  bool is_binary = false;  // the result is no text, which has a zero at its end
};

namespace heddle::nvvm {

nvvmResult verify(_nvvmProgram& program, int count, const char* const* options);
nvvmResult compile(_nvvmProgram& program, int count, const char* const* options);

}  // namespace heddle::nvvm
