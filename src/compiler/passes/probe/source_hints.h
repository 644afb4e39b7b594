// SPDX-License-Identifier: Apache-2.0
// What the functions of include/heddle say by their names and leave no other trace of in the code:
// cache hints, which a CPU does not have. The line table knows which function an instruction came
// from.
#pragma once

#include "llvm/IR/DebugInfoMetadata.h"
#include "probes/site.h"

namespace heddle::compiler {

// Completes `site`, an access whose innermost frame is `at`.
void add_source_hints(probes::Site& site, const llvm::DILocation& at);

std::string file_of(const llvm::DILocation& at);

}  // namespace heddle::compiler
