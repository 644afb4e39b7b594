// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/work.h"

#include <cstring>

#include "engine/device/device.h"
#include "engine/launch/launch.h"
#include "image/image.h"

namespace heddle::engine {

Parameters::Parameters(const image::KernelRecord& record, void* const* values)
    : size_(record.param_bytes), bytes_(record.param_bytes / sizeof(std::max_align_t) + 1) {
  auto* const bytes = reinterpret_cast<std::byte*>(bytes_.data());
  for (std::size_t i = 0; i < record.params.size(); ++i) {
    values_.push_back(bytes + record.params[i].offset);
    std::memcpy(values_.back(), values[i], record.params[i].size);
  }
}

Parameters::Parameters(const Parameters& other, std::size_t offset, const void* bytes,
                       std::size_t size)
    : size_(other.size_), bytes_(other.bytes_) {
  auto* const own = reinterpret_cast<std::byte*>(bytes_.data());
  const auto* const old = reinterpret_cast<const std::byte*>(other.bytes_.data());
  std::memcpy(own + offset, bytes, size);
  for (const void* value : other.values_) {
    values_.push_back(own + (static_cast<const std::byte*>(value) - old));
  }
}

const ValueWork* value_work_of(const Work& work) {
  if (const auto* operations = std::get_if<MemoryOperationsWork>(&work)) return operations;
  if (const auto* signal = std::get_if<SemaphoreSignalWork>(&work)) return signal;
  return std::get_if<SemaphoreWaitWork>(&work);
}

KernelWork describe(const Launch& launch, const image::KernelRecord& record) {
  KernelWork work;
  work.function = launch.function;
  work.device = &launch.stream->device;
  work.grid = launch.grid;
  work.block = launch.block;
  work.dynamic_shared = launch.dynamic_shared;
  work.parameters = std::make_shared<Parameters>(record, launch.args);
  work.cooperative = launch.cooperative;
  work.cluster = launch.cluster;
  work.priority = launch.priority ? *launch.priority : launch.stream->attributes().priority;
  work.asked_priority = work.priority;
  work.window = launch.window;
  work.partition = launch.partition;
  return work;
}

Launch launch_of(const KernelWork& work) {
  Launch launch;
  launch.function = work.function;
  launch.grid = work.grid;
  launch.block = work.block;
  launch.args = work.parameters->values();
  launch.dynamic_shared = work.dynamic_shared;
  launch.stream = &work.device->null_stream;
  launch.cooperative = work.cooperative;
  launch.cluster = work.cluster;
  launch.priority = work.priority;
  launch.window = work.window;
  launch.partition = work.partition;
  return launch;
}

}  // namespace heddle::engine
