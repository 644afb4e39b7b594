// SPDX-License-Identifier: Apache-2.0
#include "runtime/runtime.h"

#include <fmt/format.h>

#include <set>
#include <string>

#include "support/message.h"

namespace heddle::runtime {

int refuse(const char* what);

namespace {

Stream* per_thread_stream() {
  ThreadState& state = thread_state();
  const auto index = static_cast<std::size_t>(state.device);
  if (state.streams.size() <= index) state.streams.resize(index + 1);
  if (!state.streams[index]) {
    state.streams[index] =
        std::make_unique<Stream>(current_device(), Stream::Kind::kBlocking, 0, 0);
  }
  return state.streams[index].get();
}

}  // namespace

Error stream_of(cudaStream_t handle, Stream** out) {
  if (!handle) handle = thread_state().default_stream;
  if (handle == cudaStreamLegacy) [[likely]] {
    *out = &current_device().null_stream;
    return Error::kSuccess;
  }
  if (handle == cudaStreamPerThread) {
    *out = per_thread_stream();
    return Error::kSuccess;
  }
  *out = reinterpret_cast<Stream*>(handle);
  return context().knows(*out) ? Error::kSuccess : Error::kInvalidResourceHandle;
}

cudaError_t not_supported(const char* what) {
  static std::mutex mutex;
  static std::set<std::string> told;
  std::lock_guard lock(mutex);
  if (told.insert(what).second) support::message(fmt::format("{} is not supported", what));
  return answer(Error::kNotSupported);
}

// For unsupported.cpp, which knows no API types.
int refuse(const char* what) {
  return not_supported(what);
}

}  // namespace heddle::runtime
