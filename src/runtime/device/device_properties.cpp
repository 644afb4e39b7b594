// SPDX-License-Identifier: Apache-2.0
// Device management: cudaGetDeviceProperties, cudaChooseDevice.
#include <cstdio>
#include <cstring>

#include "process/device_state.h"
#include "runtime/device/device_facts.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

// A fact that the model does not know is -1 here; cudaDeviceGetAttribute says so as an error.
constexpr int kNotKnown = -1;

// Stable for a model and an ordinal, and visibly not that of a real GPU.
cudaUUID_t uuid_of(const gpu::Model& model, int ordinal) {
  cudaUUID_t uuid{};
  std::snprintf(uuid.bytes, sizeof uuid.bytes, "hdl%02d-%s", ordinal, model.id.c_str());
  return uuid;
}

cudaDeviceProp properties(int ordinal) {
  const gpu::Model& model = device_state(ordinal).model;
  cudaDeviceProp p;
  std::memset(&p, 0, sizeof p);
  std::snprintf(p.name, sizeof p.name, "%s", model.name.c_str());
  p.uuid = uuid_of(model, ordinal);
  p.totalGlobalMem = static_cast<std::size_t>(model.chip.memory_bytes);
#define HEDDLE_PROPERTY(member, enumerator)                            \
  p.member = static_cast<std::remove_reference_t<decltype(p.member)>>( \
      device_attribute(model, ordinal, cudaDevAttr##enumerator).value.value_or(kNotKnown));
#include "runtime/device/device_properties.inc"
#undef HEDDLE_PROPERTY
  // Host and device code call functions through the same kind of pointer, but not the same ones.
  p.unifiedFunctionPointers = 0;
  return p;
}

// How many of the wishes (members that are not zero) a device fulfils.
int score(const cudaDeviceProp& wish, const cudaDeviceProp& device) {
  int points = 0;
  auto at_least = [&](auto wanted, auto given) { points += wanted != 0 && given >= wanted; };
  at_least(wish.totalGlobalMem, device.totalGlobalMem);
  at_least(wish.sharedMemPerBlock, device.sharedMemPerBlock);
  at_least(wish.regsPerBlock, device.regsPerBlock);
  at_least(wish.warpSize, device.warpSize);
  at_least(wish.memPitch, device.memPitch);
  at_least(wish.maxThreadsPerBlock, device.maxThreadsPerBlock);
  at_least(wish.totalConstMem, device.totalConstMem);
  at_least(wish.major * 10 + wish.minor, device.major * 10 + device.minor);
  at_least(wish.clockRate, device.clockRate);
  at_least(wish.textureAlignment, device.textureAlignment);
  at_least(wish.multiProcessorCount, device.multiProcessorCount);
  points += wish.name[0] != '\0' && std::strcmp(wish.name, device.name) == 0;
  return points;
}

}  // namespace

HEDDLE_API cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
  if (!prop) return answer(Error::kInvalidValue);
  if (!is_device(device)) return answer(Error::kInvalidDevice);
  *prop = properties(device);
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* prop) {
  if (!device || !prop) return answer(Error::kInvalidValue);
  int best = 0, best_score = -1;
  for (int ordinal = 0; ordinal < the_engine().device_count(); ++ordinal) {
    const int points = score(*prop, properties(ordinal));
    if (points <= best_score) continue;
    best = ordinal;
    best_score = points;
  }
  *device = best;
  return cudaSuccess;
}

}  // namespace heddle::runtime
