// SPDX-License-Identifier: Apache-2.0
// The two ways a driver run ends badly: see design.md section 5.
#pragma once

#include <stdexcept>
#include <string>

namespace heddle::frontend {

// One sentence for the user: a bad option, a missing file, a missing tool. The tool prints it and
// exits with 2.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A compiler or linker failed and has already said why. The tool exits with this status.
struct StepFailed {
  int status = 1;
};

}  // namespace heddle::frontend
