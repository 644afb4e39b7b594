// SPDX-License-Identifier: Apache-2.0
#include "support/demangle.h"

#include <cxxabi.h>

#include <cstdlib>

namespace heddle::support {

std::string demangle(const std::string& name) {
  // The name "f" alone would be taken for a type: float.
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  char* text = ::abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  const std::string result = status == 0 && text ? text : name;
  std::free(text);
  return result;
}

}  // namespace heddle::support
