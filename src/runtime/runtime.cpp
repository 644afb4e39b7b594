// SPDX-License-Identifier: Apache-2.0
#include "runtime/runtime.h"

#include <fmt/format.h>

#include <set>
#include <string>

#include "support/message.h"

namespace heddle::runtime {

int refuse(const char* what);

namespace {

// cudaStreamPerThread, one per device.
Stream* per_thread_stream() {
  thread_local std::vector<std::unique_ptr<Stream>> streams;
  const auto index = static_cast<std::size_t>(thread_state().device);
  if (streams.size() <= index) streams.resize(index + 1);
  if (!streams[index]) {
    streams[index] =
        std::make_unique<Stream>(current_device().streams, Stream::Kind::kBlocking, 0, 0);
  }
  return streams[index].get();
}

}  // namespace

Stream* default_stream(cudaStream_t handle) {
  const bool own = handle == cudaStreamPerThread || (!handle && thread_state().own_default_stream);
  return own ? per_thread_stream() : &current_device().null_stream;
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
