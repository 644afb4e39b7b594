// SPDX-License-Identifier: Apache-2.0
#include "cusparse/call.h"

#include <fmt/format.h>

namespace heddle::cusparse {
namespace {

Status refuse(const char* name, const std::string& text) {
  library::say_once(text);
  log_error(name, "CUSPARSE_STATUS_NOT_SUPPORTED");
  return CUSPARSE_STATUS_NOT_SUPPORTED;
}

}  // namespace

Status Library::status_of(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return CUSPARSE_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation:
      return CUSPARSE_STATUS_ALLOC_FAILED;
    default:
      return CUSPARSE_STATUS_EXECUTION_FAILED;
  }
}

Status not_supported(const char* name) {
  return refuse(name, fmt::format("{} is not supported", name));
}

Status Call::invalid() const {
  log_error(name(), "CUSPARSE_STATUS_INVALID_VALUE");
  return CUSPARSE_STATUS_INVALID_VALUE;
}

Status Call::not_supported(const char* what) const {
  return refuse(name(), fmt::format("{} {} is not supported", name(), what));
}

}  // namespace heddle::cusparse
