// SPDX-License-Identifier: Apache-2.0
// One .cu to one host object with its device images inside.
#pragma once

#include <string>
#include <vector>

#include "frontend/options.h"
#include "frontend/workspace.h"

namespace heddle::frontend {

// Runs the host pass and the device passes at the same time. The host pass reads the finished blob
// from a FIFO, which clang opens after it has parsed the file:
//
//     device pass (one a target) --bitcode--> read_device_image --blob--> FIFO --+
//     host pass: parse ......................................................... embed, optimise
//
// For -fatbin and -cubin there is no host pass, and `object` is the blob.
//
// Throws StepFailed when a compiler failed (its diagnostics are on stderr).
void compile_unit(const Options& options, const std::vector<Target>& targets,
                  const std::string& input, const std::string& object, Workspace& workspace);

}  // namespace heddle::frontend
