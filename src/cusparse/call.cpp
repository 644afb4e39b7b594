// SPDX-License-Identifier: Apache-2.0
#include "cusparse/call.h"

#include <fmt/format.h>

#include <mutex>
#include <set>
#include <string>

#include "support/message.h"

namespace heddle::cusparse {
namespace {

// What a thread should have to do, that it is worth waking it.
constexpr double kWorthAThreadNs = 20000;

Status status_of(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return CUSPARSE_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation:
      return CUSPARSE_STATUS_ALLOC_FAILED;
    default:
      return CUSPARSE_STATUS_EXECUTION_FAILED;
  }
}

Status tell(const char* name, const std::string& text) {
  static std::mutex mutex;
  static auto* const told = new std::set<std::string>;
  {
    const std::lock_guard lock(mutex);
    if (told->insert(text).second) support::message(text);
  }
  log_error(name, "CUSPARSE_STATUS_NOT_SUPPORTED");
  return CUSPARSE_STATUS_NOT_SUPPORTED;
}

}  // namespace

Status not_supported(const char* name) {
  return tell(name, fmt::format("{} is not supported", name));
}

Status Call::invalid() const {
  log_error(name_, "CUSPARSE_STATUS_INVALID_VALUE");
  return CUSPARSE_STATUS_INVALID_VALUE;
}

Status Call::not_supported(const char* what) const {
  return tell(name_, fmt::format("{} {} is not supported", name_, what));
}

i64 Call::threads_for(Cost cost, i64 limit) {
  static const unsigned threads = heddle_library_threads();
  const double worth = std::min<double>(cost.nanoseconds() / kWorthAThreadNs, threads);
  return std::max<i64>(1, std::min<i64>(limit, static_cast<i64>(worth)));
}

Call& Call::writes(const void* at, i64 width, i64 height, i64 pitch) {
  if (at && width > 0 && height > 0)
    uses_.push_back({reinterpret_cast<std::uintptr_t>(at), static_cast<std::uint64_t>(width),
                     static_cast<std::uint64_t>(height), static_cast<std::uint64_t>(pitch), true});
  return *this;
}

Status Call::may_wait() const {
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  if (const cudaError_t error = cudaStreamIsCapturing(handle_.stream, &capture))
    return status_of(error);
  if (capture == cudaStreamCaptureStatusNone) return CUSPARSE_STATUS_SUCCESS;
  wait();  // the capture is told
  return CUSPARSE_STATUS_EXECUTION_FAILED;
}

Status Call::wait() const {
  return status_of(cudaStreamSynchronize(handle_.stream));
}

Status Call::submit(const std::shared_ptr<engine::LibraryWork>& work) {
  work->name = name_;
  work->uses = std::move(uses_);
  return status_of(heddle_library_submit(handle_.stream, work));
}

}  // namespace heddle::cusparse
