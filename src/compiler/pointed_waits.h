// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/request.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

// Whether lanes of a warp wait for each other in one of the functions that pointers may lead to.
// Asked for a kernel that calls some, which then must be compiled for single threads.
llvm::Expected<bool> lanes_wait_behind_pointers(const Request& kernel);

}  // namespace heddle::compiler
