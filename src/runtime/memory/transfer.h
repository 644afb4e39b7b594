// SPDX-License-Identifier: Apache-2.0
// What the copy families share.
#pragma once

#include "engine/graph/work.h"
#include "engine/memory/transfer.h"
#include "engine/memory/transfer_events.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

inline engine::Box box(const void* at, std::size_t pitch = 0, std::size_t slice = 0) {
  return {static_cast<std::byte*>(const_cast<void*>(at)), pitch, slice};
}

inline engine::Direction direction(cudaMemcpyKind kind) {
  return static_cast<engine::Direction>(kind);
}

// The stream that a call works on, and whether it is one of those without "Async" in their name.
struct Submission {
  // NOLINTNEXTLINE(google-explicit-constructor): a stream is one.
  Submission(Stream& on, bool without_async = false) : stream(on), blocking(without_async) {}
  Stream& stream;
  const bool blocking;
};

// What a copy of boxes is to the engine, checked.
Error describe(const cudaMemcpy3DParms& p, engine::CopyWork* out);

// The address of the bytes [offset, offset + count) of a variable; kInvalidValue where they are not
// all its own, null where there is no such variable.
Error symbol_part(Device& device, const void* symbol, size_t count, size_t offset, void** out);

// What tools are told of a transfer of the call that is running; nothing in a plain run.
engine::TransferNote note_transfer(const Stream& stream, const engine::Box& to,
                                   const engine::Box& from, const engine::Extent& extent);

// Checks, then copies in the stream's turn. The host waits as the API's documentation has it ("API
// synchronization behavior"): for copies that write pageable host memory; in blocking calls for all
// but those within the device and for small ones from pageable memory, which is read at once.
Error copy(Submission submission, const engine::Box& to, const engine::Box& from,
           const engine::Extent& extent, cudaMemcpyKind kind);
// With elements of 1, 2 or 4 bytes; `extent` is in bytes. The host waits where pinned host memory
// is filled by a blocking call.
Error fill(Submission submission, const engine::Box& to, const engine::Extent& extent,
           std::uint32_t value, unsigned element = 1);

// For calls without "Async" in their name, in the default stream: what kernels printed so far
// appears.
template <class Body>
cudaError_t blocking(Body body) {
  return on_stream(nullptr, [&](Stream& stream) {
    const Error error = body(Submission(stream, true));
    stream.device.printf.flush();
    return ok(error) ? stream.device.status() : error;
  });
}

}  // namespace heddle::runtime
