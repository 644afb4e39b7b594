// SPDX-License-Identifier: Apache-2.0
// What the copy families share.
#pragma once

#include "engine/memory/transfer.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

inline engine::Box box(const void* at, std::size_t pitch = 0, std::size_t slice = 0) {
  return {static_cast<std::byte*>(const_cast<void*>(at)), pitch, slice};
}

inline engine::Direction direction(cudaMemcpyKind kind) {
  return static_cast<engine::Direction>(kind);
}

// Checks, then copies in the stream's turn.
Error copy(Stream& stream, const engine::Box& to, const engine::Box& from,
           const engine::Extent& extent, cudaMemcpyKind kind);
Error fill(Stream& stream, const engine::Box& to, const engine::Extent& extent, int value);

// The host waits for calls without "Async" in their name: what kernels printed so far appears.
template <class Call>
cudaError_t blocking(Call call) {
  return on_stream(nullptr, [&](Stream& stream) {
    const Error error = call(stream);
    stream.device.printf.flush();
    return error;
  });
}

}  // namespace heddle::runtime
