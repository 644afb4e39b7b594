// SPDX-License-Identifier: Apache-2.0
// Copies from device to device. They need no access of one to the other's memory.
#include "process/device_state.h"
#include "runtime/memory/memory_copy_3d.h"

namespace heddle::runtime {
namespace {

Error copy_peer(Submission submission, void* to, int to_device, const void* from, int from_device,
                size_t count) {
  if (!is_device(to_device) || !is_device(from_device)) return Error::kInvalidDevice;
  return copy(submission, box(to), box(from), {count}, cudaMemcpyDeviceToDevice);
}

Error copy_3d_peer(Submission submission, const cudaMemcpy3DPeerParms& p) {
  if (!is_device(p.dstDevice) || !is_device(p.srcDevice)) return Error::kInvalidDevice;
  return copy_3d(submission, {p.srcArray, p.srcPos, p.srcPtr, p.dstArray, p.dstPos, p.dstPtr,
                              p.extent, cudaMemcpyDeviceToDevice});
}

}  // namespace

HEDDLE_API cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                                      size_t count) {
  return blocking([&](Submission submission) {
    return copy_peer(submission, to, to_device, from, from_device, count);
  });
}

HEDDLE_API cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from,
                                           int from_device, size_t count, cudaStream_t stream) {
  return on_stream(
      stream, [&](Stream& s) { return copy_peer(s, to, to_device, from, from_device, count); });
}

HEDDLE_API cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) {
  if (!p) return answer(Error::kInvalidValue);
  return blocking([&](Submission submission) { return copy_3d_peer(submission, *p); });
}

HEDDLE_API cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  if (!p) return answer(Error::kInvalidValue);
  return on_stream(stream, [&](Stream& s) { return copy_3d_peer(s, *p); });
}

}  // namespace heddle::runtime
