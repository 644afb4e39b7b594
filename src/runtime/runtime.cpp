// SPDX-License-Identifier: Apache-2.0
#include "runtime/runtime.h"

#include <memory>
#include <vector>

#include "process/not_supported.h"
#include "support/thread_own.h"

namespace heddle::runtime {

int refuse(const char* what);

namespace {

// cudaStreamPerThread, one per device.
Stream* per_thread_stream() {
  auto& streams =
      support::ThreadOwn<std::vector<std::unique_ptr<Stream>>, struct OfPerThreadStreams>::get();
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
  process::tell_not_supported(what);
  return answer(Error::kNotSupported);
}

// For unsupported.cpp, which knows no API types.
int refuse(const char* what) {
  return not_supported(what);
}

}  // namespace heddle::runtime
