// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::process {

// "WHAT is not supported" on stderr, once for each name.
void tell_not_supported(const char* what);

}  // namespace heddle::process
