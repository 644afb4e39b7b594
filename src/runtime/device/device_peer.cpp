// SPDX-License-Identifier: Apache-2.0
// Peer device memory access. All devices live in one process's memory, so any two of them are
// peers.
#include "process/device_state.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

HEDDLE_API cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (!can) return answer(Error::kInvalidValue);
  if (!is_device(device) || !is_device(peer)) return answer(Error::kInvalidDevice);
  *can = device != peer;
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  if (!is_device(peer)) return answer(Error::kInvalidDevice);
  if (flags != 0) return answer(Error::kInvalidValue);
  if (peer == thread_state().device) return answer(cudaErrorPeerAccessUnsupported);
  DeviceState& state = current_state();
  std::lock_guard lock(state.mutex);
  return answer(state.peers.insert(peer).second ? cudaSuccess : cudaErrorPeerAccessAlreadyEnabled);
}

HEDDLE_API cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  if (!is_device(peer)) return answer(Error::kInvalidDevice);
  DeviceState& state = current_state();
  std::lock_guard lock(state.mutex);
  return answer(state.peers.erase(peer) ? cudaSuccess : cudaErrorPeerAccessNotEnabled);
}

HEDDLE_API cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int from,
                                                 int to) {
  if (!value) return answer(Error::kInvalidValue);
  if (!is_device(from) || !is_device(to) || from == to) return answer(Error::kInvalidDevice);
  switch (attribute) {
    case cudaDevP2PAttrPerformanceRank:
      *value = 0;
      return cudaSuccess;
    case cudaDevP2PAttrAccessSupported:
    case cudaDevP2PAttrNativeAtomicSupported:
      *value = 1;
      return cudaSuccess;
    case cudaDevP2PAttrCudaArrayAccessSupported:
      *value = 0;
      return cudaSuccess;
  }
  return answer(Error::kInvalidValue);
}

}  // namespace heddle::runtime
