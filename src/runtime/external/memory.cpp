// SPDX-License-Identifier: Apache-2.0
// External memory: a file descriptor that was exported (cuMemExportToShareableHandle), as linear
// memory and as mipmapped arrays.
#include "engine/graph/graph_table.h"
#include "engine/memory/external_memory.h"
#include "process/device_state.h"
#include "runtime/memory/array.h"

namespace heddle::runtime {
namespace {

using engine::ExternalMemory;

// Never destroyed, as the root object.
engine::Handles<ExternalMemory>& table() {
  static auto* const memories = new engine::Handles<ExternalMemory>;
  return *memories;
}

std::shared_ptr<ExternalMemory> memory_of(cudaExternalMemory_t handle) {
  return table().find(reinterpret_cast<ExternalMemory*>(handle));
}

// The levels follow each other. What was mapped for them goes with the array.
Error place_levels(Device& device, const ExternalMemory& memory, std::uint64_t offset,
                   engine::MipmappedArray* array) {
  std::uint64_t bytes = 0;
  for (const auto& level : array->levels) bytes += level->bytes();
  if (!memory.contains(offset, bytes)) return Error::kInvalidValue;
  void* base = nullptr;
  HEDDLE_RETURN_IF_ERROR(device.arena.import({memory.file, offset}, bytes, nullptr, &base));
  array->memory = std::shared_ptr<void>(
      base, [&device](void* address) { (void)device.arena.release_import(address); });
  auto* at = static_cast<std::byte*>(base);
  for (const auto& level : array->levels) {
    level->place(at);
    at += level->bytes();
  }
  return Error::kSuccess;
}

}  // namespace

HEDDLE_API cudaError_t cudaImportExternalMemory(cudaExternalMemory_t* out,
                                                const cudaExternalMemoryHandleDesc* given) {
  if (given && given->type != cudaExternalMemoryHandleTypeOpaqueFd) {
    const bool other = given->type > 0 && given->type <= cudaExternalMemoryHandleTypeNvSciBuf;
    return other ? not_supported("external memory that is no file descriptor")
                 : answer(Error::kInvalidValue);
  }
  return on_device([&](Device&) {
    if (!out || !given || (given->flags & ~unsigned{cudaExternalMemoryDedicated}))
      return Error::kInvalidValue;
    auto memory = ExternalMemory::open(given->handle.fd, given->size);
    if (!memory) return Error::kInvalidValue;
    *out = reinterpret_cast<cudaExternalMemory_t>(table().add(std::move(memory)));
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaExternalMemoryGetMappedBuffer(void** out, cudaExternalMemory_t handle,
                                                         const cudaExternalMemoryBufferDesc* part) {
  return on_device([&](Device& device) {
    if (!out || !part || part->flags) return Error::kInvalidValue;
    const auto memory = memory_of(handle);
    if (!memory) return Error::kInvalidResourceHandle;
    if (!memory->contains(part->offset, part->size)) return Error::kInvalidValue;
    return device.arena.import({memory->file, part->offset}, part->size, nullptr, out, true);
  });
}

HEDDLE_API cudaError_t
cudaExternalMemoryGetMappedMipmappedArray(cudaMipmappedArray_t* out, cudaExternalMemory_t handle,
                                          const cudaExternalMemoryMipmappedArrayDesc* wanted) {
  return on_device([&](Device& device) {
    if (!out || !wanted || wanted->numLevels == 0) return Error::kInvalidValue;
    const auto memory = memory_of(handle);
    if (!memory) return Error::kInvalidResourceHandle;
    std::unique_ptr<engine::MipmappedArray> array;
    HEDDLE_RETURN_IF_ERROR(make_mipmapped(device, wanted->formatDesc, wanted->extent,
                                          wanted->numLevels, wanted->flags, false, &array));
    HEDDLE_RETURN_IF_ERROR(place_levels(device, *memory, wanted->offset, array.get()));
    *out = reinterpret_cast<cudaMipmappedArray_t>(the_engine().arrays().add(std::move(array)));
    return Error::kSuccess;
  });
}

// What was mapped stays until it is freed.
HEDDLE_API cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t handle) {
  return on_device([&](Device&) {
    return table().remove(reinterpret_cast<ExternalMemory*>(handle))
               ? Error::kSuccess
               : Error::kInvalidResourceHandle;
  });
}

}  // namespace heddle::runtime
