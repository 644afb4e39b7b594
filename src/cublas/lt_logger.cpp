// SPDX-License-Identifier: Apache-2.0
// cublasLt's own log, beside that of cublasLoggerConfigure.
#include "cublas/call.h"
#include "cublas/logger.h"
#include "cublasLt.h"
#include "library/level_logger.h"

namespace heddle::cublas {
namespace {

Status valid(bool is) {
  return is ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

}  // namespace

library::LevelLogger& lt_logger() {
  static auto* const kept = new library::LevelLogger;
  return *kept;
}

HEDDLE_CUBLAS cublasLtLoggerSetCallback(cublasLtLoggerCallback_t callback) {
  lt_logger().set_callback(callback);
  return CUBLAS_STATUS_SUCCESS;
}
HEDDLE_CUBLAS cublasLtLoggerSetFile(FILE* file) {
  lt_logger().set_file(file);
  return CUBLAS_STATUS_SUCCESS;
}
HEDDLE_CUBLAS cublasLtLoggerOpenFile(const char* path) {
  return valid(lt_logger().open_file(path));
}
HEDDLE_CUBLAS cublasLtLoggerSetLevel(int level) {
  return valid(lt_logger().set_level(level));
}
HEDDLE_CUBLAS cublasLtLoggerSetMask(int mask) {
  return valid(lt_logger().set_mask(mask));
}
HEDDLE_CUBLAS cublasLtLoggerForceDisable() {
  lt_logger().disable();
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace heddle::cublas
