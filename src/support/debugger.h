// SPDX-License-Identifier: Apache-2.0
// Whether a debugger runs this process, as the system knows it.
#pragma once

namespace heddle::support {

// Reads a file: some 30 us.
bool is_debugged();

}  // namespace heddle::support
