// SPDX-License-Identifier: Apache-2.0
// Copies and fills of linear memory.
#include "runtime/transfer.h"

namespace heddle::runtime {

Error copy(Stream& stream, const engine::Box& to, const engine::Box& from,
           const engine::Extent& extent, cudaMemcpyKind kind) {
  const Error error = engine::check_copy(the_engine(), to, from, extent, direction(kind));
  if (ok(error)) submit(stream, [&] { engine::copy_box(to, from, extent); });
  return error;
}

Error fill(Stream& stream, const engine::Box& to, const engine::Extent& extent, int value) {
  if (extent.empty()) return Error::kSuccess;
  const Error error = engine::check_box(the_engine(), to, extent, true);
  if (ok(error)) {
    submit(stream, [&] { engine::fill_box(to, extent, static_cast<unsigned char>(value)); });
  }
  return error;
}

HEDDLE_API cudaError_t cudaMemcpy(void* to, const void* from, size_t count, cudaMemcpyKind kind) {
  return blocking([&](Stream& stream) { return copy(stream, box(to), box(from), {count}, kind); });
}

HEDDLE_API cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t count,
                                       cudaMemcpyKind kind, cudaStream_t stream) {
  return on_stream(stream, [&](Stream& s) { return copy(s, box(to), box(from), {count}, kind); });
}

namespace {

Error copy_peer(Stream& stream, void* to, int to_device, const void* from, int from_device,
                size_t count) {
  const int devices = the_engine().device_count();
  if (to_device < 0 || to_device >= devices || from_device < 0 || from_device >= devices) {
    return Error::kInvalidDevice;
  }
  return copy(stream, box(to), box(from), {count}, cudaMemcpyDeviceToDevice);
}

}  // namespace

HEDDLE_API cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                                      size_t count) {
  return blocking(
      [&](Stream& stream) { return copy_peer(stream, to, to_device, from, from_device, count); });
}

HEDDLE_API cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from,
                                           int from_device, size_t count, cudaStream_t stream) {
  return on_stream(
      stream, [&](Stream& s) { return copy_peer(s, to, to_device, from, from_device, count); });
}

HEDDLE_API cudaError_t cudaMemset(void* to, int value, size_t count) {
  return on_stream(nullptr, [&](Stream& stream) { return fill(stream, box(to), {count}, value); });
}

HEDDLE_API cudaError_t cudaMemsetAsync(void* to, int value, size_t count, cudaStream_t stream) {
  return on_stream(stream, [&](Stream& s) { return fill(s, box(to), {count}, value); });
}

}  // namespace heddle::runtime
