// SPDX-License-Identifier: Apache-2.0
#include "nccl/result.h"

#include <mutex>
#include <string_view>

#include "library/submission.h"
#include "support/environment.h"
#include "support/message.h"

namespace heddle::nccl {
namespace {

struct LastError {
  std::mutex mutex;
  std::string sentence;
};
LastError& the_last() {
  static auto* const kept = new LastError;
  return *kept;
}

bool wants_warnings() {
  static const bool wants = [] {
    const char* const value = support::variable("NCCL_DEBUG");
    const std::string_view level = value ? value : "";
    return level == "WARN" || level == "INFO" || level == "ABORT" || level == "TRACE";
  }();
  return wants;
}

void remember(const std::string& sentence) {
  const std::lock_guard lock(the_last().mutex);
  the_last().sentence = sentence;
}

}  // namespace

Result fail(Result result, const std::string& sentence) {
  remember(sentence);
  if (wants_warnings()) support::message("NCCL: " + sentence);
  return result;
}

Result fail_aloud(Result result, const std::string& sentence) {
  remember(sentence);
  library::say_once("NCCL: " + sentence);
  return result;
}

Result cuda_failure(cudaError_t error) {
  if (error == cudaSuccess) return ncclSuccess;
  return fail(ncclUnhandledCudaError, std::string("CUDA answers ") + cudaGetErrorName(error));
}

std::string last_error() {
  const std::lock_guard lock(the_last().mutex);
  return the_last().sentence;
}

}  // namespace heddle::nccl

HEDDLE_NCCL ncclGetVersion(int* version) {
  if (!version) return heddle::nccl::fail(ncclInvalidArgument, "ncclGetVersion: version is null");
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

extern "C" __attribute__((visibility("default"))) const char* ncclGetErrorString(
    ncclResult_t result) {
  switch (result) {
    case ncclSuccess:
      return "no error";
    case ncclUnhandledCudaError:
      return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
    case ncclSystemError:
      return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
    case ncclInternalError:
      return "internal error (run with NCCL_DEBUG=INFO for details)";
    case ncclInvalidArgument:
      return "invalid argument (run with NCCL_DEBUG=WARN for details)";
    case ncclInvalidUsage:
      return "invalid usage (run with NCCL_DEBUG=WARN for details)";
    case ncclRemoteError:
      return "remote process exited or there was a network error";
    case ncclInProgress:
      return "NCCL operation in progress";
    default:
      return "unknown result code";
  }
}

// The sentence is kept until the thread asks again.
extern "C" __attribute__((visibility("default"))) const char* ncclGetLastError(ncclComm_t) {
  thread_local std::string told;
  told = heddle::nccl::last_error();
  return told.c_str();
}
