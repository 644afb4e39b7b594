// SPDX-License-Identifier: Apache-2.0
#include "cusparse/logger.h"

#include "cusparse/call.h"
#include "library/level_logger.h"

namespace heddle::cusparse {
namespace {

library::LevelLogger& logger() {
  static auto* const kept = new library::LevelLogger;
  return *kept;
}
Status valid(bool is) {
  return is ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE;
}

}  // namespace

void log_call(const char* name) {
  logger().call(name);
}
void log_error(const char* name, const char* status) {
  logger().error(name, status);
}

HEDDLE_CUSPARSE cusparseLoggerSetCallback(cusparseLoggerCallback_t callback) {
  logger().set_callback(callback);
  return CUSPARSE_STATUS_SUCCESS;
}
HEDDLE_CUSPARSE cusparseLoggerSetFile(FILE* file) {
  logger().set_file(file);
  return CUSPARSE_STATUS_SUCCESS;
}
HEDDLE_CUSPARSE cusparseLoggerOpenFile(const char* path) {
  return valid(logger().open_file(path));
}
HEDDLE_CUSPARSE cusparseLoggerSetLevel(int level) {
  return valid(logger().set_level(level));
}
HEDDLE_CUSPARSE cusparseLoggerSetMask(int mask) {
  return valid(logger().set_mask(mask));
}
HEDDLE_CUSPARSE cusparseLoggerForceDisable() {
  logger().disable();
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace heddle::cusparse
