// SPDX-License-Identifier: Apache-2.0
// The headers before the first line of every .cu (heddle/prologue.h), parsed once for each set of
// options and kept in the cache: two thirds of what clang does for a small program.
#pragma once

#include <string>

#include "frontend/options.h"
#include "frontend/process.h"

namespace heddle::frontend {

// Whether these options leave the prologue the first thing that clang reads, and say all that
// decides how it is read.
bool may_parse_prologue_before(const Options& options);

// The precompiled prologue for a pass whose words (without its input and its output) are `pass`:
// kept from before, or made now. Empty when there is none: no cache that may be used, a folder of
// the user's that has a file by the name of one of its headers, or words that clang refuses.
std::string parsed_prologue(const Command& pass);

}  // namespace heddle::frontend
