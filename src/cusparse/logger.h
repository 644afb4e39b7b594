// SPDX-License-Identifier: Apache-2.0
// The log that a program may ask for (cuSPARSE documentation, "cuSPARSE Logging API").
#pragma once

namespace heddle::cusparse {

void log_call(const char* name);
void log_error(const char* name, const char* status);

}  // namespace heddle::cusparse
