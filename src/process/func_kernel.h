// SPDX-License-Identifier: Apache-2.0
// What is known of a kernel without compiling it.
#pragma once

#include <vector>

#include "engine/module/module.h"
#include "gpu/occupancy.h"
#include "image/image.h"
#include "process/context.h"

namespace heddle::process {

struct Kernel {
  engine::Function* function = nullptr;
  const image::KernelRecord* record = nullptr;
  const image::Image* image = nullptr;
  gpu::KernelUse use;
  // HEDDLE_REGISTERS=n. Else use.registers is an estimate, which must never refuse a launch.
  bool registers_given = false;

  // `use` with registers that let at least one block of `threads` run, unless they are given.
  gpu::KernelUse use_for(const gpu::Model& model, gpu::Integer threads) const;
};

// kInvalidDeviceFunction when `host` is not a kernel, kNoKernelImageForDevice.
Error find_kernel(const void* host, Device& device, Kernel* out);
Error find_kernel(engine::Function& function, Device& device, Kernel* out);

// Where the parameters are in a launch's `extra`: all in one buffer, as the kernel has them.
// kInvalidValue where it is not that long or `extra` is none.
Error read_extra(void** extra, const image::KernelRecord& record, std::vector<void*>* values);

}  // namespace heddle::process
