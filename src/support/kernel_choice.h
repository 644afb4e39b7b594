// SPDX-License-Identifier: Apache-2.0
// Kernels that a user names by a regular expression (--kernel-name).
#pragma once

#include <regex>
#include <string>

namespace heddle::support {

// "scale<float>" of "void scale<float>(float*, int)".
std::string without_parameters(const std::string& kernel);

class KernelChoice {
 public:
  // "": all of them. "regex:" may stand before it, as Nsight Compute has it. Throws OptionError.
  explicit KernelChoice(const std::string& expression);

  // Found in its name without parameters, where "c" would be in "float const*"; an expression that
  // has a parenthesis of its own, "\(float", is looked for in all of it.
  bool takes(const std::string& kernel) const;

 private:
  bool all_, with_parameters_ = false;
  std::regex expression_;
};

}  // namespace heddle::support
