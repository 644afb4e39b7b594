// SPDX-License-Identifier: Apache-2.0
// The ways a driver run ends badly: see design.md section 5.
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

// A compiler or linker failed and has already said why. The tool exits with 1, or with 130 when the
// step was interrupted from the keyboard.
struct StepFailed {
  static constexpr int kInterrupted = 130;
  static constexpr int kOtherVersion = 3;  // NVVM IR of a version that is not known
  explicit StepFailed(int step_status)
      : status(step_status == kInterrupted || step_status == kOtherVersion ? step_status : 1) {}
  int status;
};

// The user's errors in device code that clang does not see, as lines "file:line:column: error:
// ...".
struct DeviceCodeErrors {
  std::string text;
};

}  // namespace heddle::frontend
