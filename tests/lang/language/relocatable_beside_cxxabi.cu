// SPDX-License-Identifier: Apache-2.0
// options: -rdc=true
// What registers a file with relocatable device code declares nothing that headers of the C++
// library declare otherwise.
#include <cxxabi.h>

#include <string>
#include <typeinfo>

#include "../check.h"

struct Named {};

HD unsigned twice(unsigned i, const unsigned* in) {
  return 2 * in[i];
}

int main() {
  char* name = abi::__cxa_demangle(typeid(Named).name(), nullptr, nullptr, nullptr);
  if (std::string(name) != "Named") return 1;
  std::free(name);
  check::each<twice>("twice");
  return check::result();
}
