// SPDX-License-Identifier: Apache-2.0
#include "support/demangle.h"

#include <cxxabi.h>

#include <cstdlib>

namespace heddle::support {

std::string demangle(const std::string& name) {
  int status = 0;
  char* text = ::abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  const std::string result = status == 0 && text ? text : name;
  std::free(text);
  return result;
}

}  // namespace heddle::support
