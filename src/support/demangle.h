// SPDX-License-Identifier: Apache-2.0
// Names as their authors wrote them.
#pragma once

#include <string>

namespace heddle::support {

// "void scale<float>(float*, int)" of a mangled name.
std::string demangle(const std::string& name);

}  // namespace heddle::support
