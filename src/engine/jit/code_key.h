// SPDX-License-Identifier: Apache-2.0
// What compiled code is filed under: all that it follows from.
#pragma once

#include <string>

#include "engine/module/code_source.h"
#include "support/hash.h"

namespace heddle::engine {

// `compiler`: CompilerLibrary::identity(); `passes`: HEDDLE_PASSES; `cpu`:
// support::cpu_identity().
support::Hash128 code_key(const CodeRequest& request, const std::string& compiler,
                          const std::string& isa, const std::string& passes,
                          const std::string& cpu);

}  // namespace heddle::engine
