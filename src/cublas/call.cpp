// SPDX-License-Identifier: Apache-2.0
#include "cublas/call.h"

#include <fmt/format.h>

#include <mutex>
#include <set>
#include <string>

#include "support/message.h"

namespace heddle::cublas {
namespace {

// What a thread should have to do, that it is worth waking it.
constexpr double kWorthAThreadNs = 20000;

Status status_of(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return CUBLAS_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation:
      return CUBLAS_STATUS_ALLOC_FAILED;
    default:
      return CUBLAS_STATUS_EXECUTION_FAILED;
  }
}

}  // namespace

Status Call::invalid() const {
  log_error(name_, "CUBLAS_STATUS_INVALID_VALUE");
  return CUBLAS_STATUS_INVALID_VALUE;
}

Status Call::not_supported(const char* what) const {
  static std::mutex mutex;
  static std::set<std::string> told;
  const std::string text = fmt::format("{} {} is not supported", name_, what);
  {
    const std::lock_guard lock(mutex);
    if (told.insert(text).second) support::message(text);
  }
  log_error(name_, "CUBLAS_STATUS_NOT_SUPPORTED");
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

bool Call::fits(std::initializer_list<i64> sizes) {
  return std::all_of(sizes.begin(), sizes.end(),
                     [](i64 size) { return size <= INT_MAX && size >= -INT_MAX; });
}

i64 Call::threads_for(Cost cost, i64 limit) {
  static const unsigned threads = heddle_library_threads();
  const double worth = std::min<double>(cost.nanoseconds() / kWorthAThreadNs, threads);
  return std::max<i64>(1, std::min<i64>(limit, static_cast<i64>(worth)));
}

void Call::add(Uses& uses, const void* at, std::uint64_t width, i64 height, std::uint64_t pitch,
               bool writes) {
  if (!at || width == 0 || height <= 0) return;
  uses.push_back({reinterpret_cast<std::uintptr_t>(at), width, static_cast<std::uint64_t>(height),
                  pitch, writes});
}

Call& Call::vector(const void* x, std::size_t size, i64 n, i64 inc, bool writes) {
  if (inc == 1 || inc == -1) return use(x, n * size, 1, n * size, writes);
  return use(x, size, inc == 0 ? 1 : n, (inc < 0 ? -inc : inc) * size, writes);
}

Status Call::may_wait() const {
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  if (const cudaError_t error = cudaStreamIsCapturing(handle_.stream, &capture))
    return status_of(error);
  if (capture == cudaStreamCaptureStatusNone) return CUBLAS_STATUS_SUCCESS;
  // The capture is told, and the status is an H200's.
  wait();
  return CUBLAS_STATUS_INTERNAL_ERROR;
}

Status Call::wait() const {
  return status_of(cudaStreamSynchronize(handle_.stream));
}

Status Call::submit(const std::shared_ptr<engine::LibraryWork>& work) {
  work->name = name_;
  work->uses = std::move(uses_);
  if (!late_uses_.empty()) {
    work->late_uses = [asked = std::move(late_uses_)](Uses& uses) {
      for (const auto& ask : asked) ask(uses);
    };
  }
  return status_of(heddle_library_submit(handle_.stream, work));
}

}  // namespace heddle::cublas
