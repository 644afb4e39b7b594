// SPDX-License-Identifier: Apache-2.0
#include "process/func_kernel.h"

#include <algorithm>

#include "engine/launch/launch_rules.h"
#include "engine/module/unit.h"

namespace heddle::process {
namespace {

// What CU_LAUNCH_PARAM_BUFFER_POINTER, CU_LAUNCH_PARAM_BUFFER_SIZE and CU_LAUNCH_PARAM_END are.
void* const kBufferPointer = reinterpret_cast<void*>(1);
void* const kBufferSize = reinterpret_cast<void*>(2);

}  // namespace

gpu::KernelUse Kernel::use_for(const gpu::Model& model, gpu::Integer threads) const {
  gpu::KernelUse fitting = use;
  if (registers_given) return fitting;
  while (fitting.registers > 1 && gpu::max_block_threads(model, fitting) < threads &&
         threads <= model.launch.max_threads_per_block) {
    --fitting.registers;
  }
  return fitting;
}

Error read_extra(void** extra, const image::KernelRecord& record, std::vector<void*>* values) {
  std::byte* buffer = nullptr;
  size_t size = 0;
  for (; *extra; extra += 2) {
    if (*extra == kBufferPointer) {
      buffer = static_cast<std::byte*>(extra[1]);
    } else if (*extra == kBufferSize && extra[1]) {
      size = *static_cast<size_t*>(extra[1]);
    } else {
      return Error::kInvalidValue;
    }
  }
  for (const image::Param& param : record.params) {
    if (!buffer || param.offset + param.size > size) return Error::kInvalidValue;
    values->push_back(buffer + param.offset);
  }
  return Error::kSuccess;
}

Error find_kernel(const void* host, Device& device, Kernel* out) {
  engine::Function* function = context().registry.find_function(host);
  return function ? find_kernel(*function, device, out) : Error::kInvalidDeviceFunction;
}

Error find_kernel(engine::Function& function, Device& device, Kernel* out) {
  out->function = &function;
  const engine::Unit* unit = context().registry.unit_of(out->function->module, device.arch());
  if (!unit) return Error::kNoKernelImageForDevice;
  const engine::Unit::Kernel found = unit->find_kernel(out->function->name);
  if (!found.record) return Error::kInvalidDeviceFunction;
  out->record = found.record;
  out->image = unit->images()[found.image];
  const int given = the_engine().settings().registers;
  out->registers_given = given > 0;
  out->use = engine::use_of(*out->function, *found.record,
                            given ? given : static_cast<int>(found.record->registers));
  return Error::kSuccess;
}

}  // namespace heddle::process
