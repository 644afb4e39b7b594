// SPDX-License-Identifier: Apache-2.0
// The functions of the driver API, as a table (cuGetProcAddress).
#pragma once

#include <cstddef>

namespace heddle::driver {

// Which stream 0 a form of a function means.
enum class Stream { kBoth, kLegacy, kPerThread };

struct Function {
  const char* name;  // without a version
  int since;         // the CUDA version that brought this one
  Stream stream;
  void (*address)();
};
extern const Function kFunctions[];
extern const std::size_t kFunctionCount;

}  // namespace heddle::driver
