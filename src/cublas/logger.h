// SPDX-License-Identifier: Apache-2.0
// cublasLoggerConfigure and its callback: a line for each call, and for each error.
#pragma once

namespace heddle::library {
class LevelLogger;
}
namespace heddle::cublas {

library::LevelLogger& lt_logger();  // cublasLt has one of its own

void log_call(const char* name);
void log_error(const char* name, const char* status);

}  // namespace heddle::cublas
