// SPDX-License-Identifier: Apache-2.0
// The environment variables, and whether they may be believed.
#pragma once

#include <string>

namespace heddle::support {

// Whether the process has rights that whoever started it may lack (AT_SECURE: setuid and setgid
// programs, file capabilities). Then the environment is another user's word: no variable counts and
// no cache is used.
bool has_foreign_rights();

// The only way in which Heddle reads a variable: null when it is not set or must not count.
const char* variable(const char* name);

// HEDDLE_CACHE_DIR, $XDG_CACHE_HOME/heddle or ~/.cache/heddle; empty when there is none.
std::string cache_directory();

}  // namespace heddle::support
