// SPDX-License-Identifier: Apache-2.0
// --coverage of modules (-ptx, -cubin, -fatbin): their counters, with what the profile has to know
// of them and the profile's runtime, become a shared object, and that a device variable of the
// module (image/coverage.h). So it goes wherever the module goes: into an image, through PTX, NVRTC
// and linkers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/device_coverage.h"
#include "frontend/workspace.h"

namespace heddle::frontend {

// The device bitcode of `parts`, made of `input` for a module, with that object in it. Throws
// StepFailed when it cannot be made.
std::vector<std::uint8_t> with_coverage_object(const DeviceCoverage& parts,
                                               const std::string& input, Workspace& workspace);

}  // namespace heddle::frontend
