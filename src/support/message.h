// SPDX-License-Identifier: Apache-2.0
// Sentences to the user on stderr, each written with one call so that threads do not mix lines.
#pragma once

#include <string_view>

namespace heddle::support {

// Writes "heddle: <text>\n".
void message(std::string_view text);

// The environment or a setting is unusable: writes the sentence and ends the process with status 2.
[[noreturn]] void usage_error(std::string_view text);

}  // namespace heddle::support
