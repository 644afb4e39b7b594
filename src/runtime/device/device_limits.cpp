// SPDX-License-Identifier: Apache-2.0
// Device management: limits. Rounding and bounds are those that an H200 showed.
#include <algorithm>

#include "process/device_state.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kStackUnit = 16;
constexpr std::size_t kSmallestPrintf = 512 << 10;
constexpr std::size_t kPrintfUnit = 128;
constexpr std::size_t kSmallestHeap = 4 << 20;
constexpr std::size_t kMaxFetch = 128;
constexpr std::size_t kFewestLaunches = 32;
constexpr std::size_t kL2Ways = 16;  // persisting accesses are given whole ways

std::size_t round_up(std::size_t value, std::size_t unit) {
  return value > SIZE_MAX - unit ? SIZE_MAX : (value + unit - 1) / unit * unit;
}

bool can_persist(const gpu::Model& model) {
  return model.chip.l2_persisting_max_bytes.value_or(0) > 0;
}

cudaError_t set_stack(DeviceState& state, std::size_t value) {
  value = std::max(round_up(value, kStackUnit), kStackUnit);
  if (value > static_cast<std::size_t>(state.model.launch.max_local_bytes_per_thread))
    return cudaErrorInvalidValue;
  state.stack_bytes = value;
  return cudaSuccess;
}

cudaError_t set_persisting(DeviceState& state, std::size_t value) {
  if (!can_persist(state.model)) return cudaErrorUnsupportedLimit;
  if (value > static_cast<std::size_t>(*state.model.chip.l2_persisting_max_bytes))
    return cudaErrorInvalidValue;
  state.persisting_l2_bytes =
      round_up(value, static_cast<std::size_t>(state.model.chip.l2_bytes) / kL2Ways);
  return cudaSuccess;
}

}  // namespace

// cudaLimitDevRuntimeSyncDepth: no kernel waits for what it has launched, so there is none.
HEDDLE_API cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  DeviceState& state = current_state();
  Device& device = current_device();
  std::lock_guard lock(state.mutex);
  switch (limit) {
    case cudaLimitStackSize:
      return answer(set_stack(state, value));
    case cudaLimitPrintfFifoSize:
      device.printf.capacity = round_up(std::max(value, kSmallestPrintf), kPrintfUnit);
      return cudaSuccess;
    case cudaLimitMallocHeapSize:
      if (device.heap.is_in_use()) return answer(Error::kInvalidValue);
      device.heap.limit = std::max(value, kSmallestHeap);
      return cudaSuccess;
    case cudaLimitDevRuntimePendingLaunchCount:
      device.most_pending_launches = std::max(value, kFewestLaunches);
      return cudaSuccess;
    case cudaLimitMaxL2FetchGranularity:
      if (value > kMaxFetch) return answer(Error::kInvalidValue);
      state.l2_fetch_bytes = value;
      return cudaSuccess;
    case cudaLimitPersistingL2CacheSize:
      return answer(set_persisting(state, value));
    default:
      return answer(cudaErrorUnsupportedLimit);
  }
}

HEDDLE_API cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  if (!value) return answer(Error::kInvalidValue);
  DeviceState& state = current_state();
  Device& device = current_device();
  std::lock_guard lock(state.mutex);
  switch (limit) {
    case cudaLimitStackSize:
      *value = state.stack_bytes;
      return cudaSuccess;
    case cudaLimitPrintfFifoSize:
      *value = device.printf.capacity;
      return cudaSuccess;
    case cudaLimitMallocHeapSize:
      *value = device.heap.limit;
      return cudaSuccess;
    case cudaLimitDevRuntimePendingLaunchCount:
      *value = device.most_pending_launches;
      return cudaSuccess;
    case cudaLimitMaxL2FetchGranularity:
      *value = state.l2_fetch_bytes;
      return cudaSuccess;
    case cudaLimitPersistingL2CacheSize:
      if (!can_persist(state.model)) return answer(cudaErrorUnsupportedLimit);
      *value = state.persisting_l2_bytes;
      return cudaSuccess;
    default:
      return answer(cudaErrorUnsupportedLimit);
  }
}

// No cache is simulated while a program runs, so no line is persisting.
HEDDLE_API cudaError_t cudaCtxResetPersistingL2Cache() {
  return on_device([](Device&) { return Error::kSuccess; });
}

}  // namespace heddle::runtime
