// SPDX-License-Identifier: Apache-2.0
// What device code asks of functions and devices (CUDA C++ Programming Guide, "CUDA Dynamic
// Parallelism", "API Reference"): the answers are those of the calls of the same name.
#include "engine/graph/updatable_kernel.h"
#include "process/device_state.h"
#include "runtime/device/device_facts.h"
#include "runtime/launch/func_facts.h"

namespace heddle::runtime {
namespace {

using engine::DeviceCall;

// What device code calls is what the engine knows.
#define HEDDLE_DEVICE_CALL(name, number) \
  static_assert(static_cast<std::uint32_t>(DeviceCall::k##name) == (number));
#include "heddle/device_calls.inc"

Error function_attribute(const cudaFuncAttributes& all, std::uint64_t which, std::int32_t* value) {
  const std::int64_t members[] = {static_cast<std::int64_t>(all.sharedSizeBytes),
                                  static_cast<std::int64_t>(all.constSizeBytes),
                                  static_cast<std::int64_t>(all.localSizeBytes),
                                  all.maxThreadsPerBlock,
                                  all.numRegs,
                                  all.ptxVersion,
                                  all.binaryVersion,
                                  all.cacheModeCA,
                                  all.maxDynamicSharedSizeBytes,
                                  all.preferredShmemCarveout};
  if (which >= std::size(members)) return Error::kInvalidValue;
  *value = static_cast<std::int32_t>(members[which]);
  return Error::kSuccess;
}

Error attribute_of_device(const std::uint64_t* words, std::int32_t* value) {
  const auto device = static_cast<int>(words[1]);
  if (!is_device(device)) return Error::kInvalidDevice;
  const Attribute found =
      device_attribute(device_state(device).model, device, static_cast<cudaDeviceAttr>(words[0]));
  if (!found.exists) return Error::kInvalidValue;
  if (!found.value) return Error::kNotSupported;
  *value = *found.value;
  return Error::kSuccess;
}

// A node of an executable graph (cudaGraphKernelNodeUpdatesApply).
Error update_node(DeviceCall call, const std::uint64_t* words) {
  const auto* handle = reinterpret_cast<const engine::UpdatableKernel*>(words[0]);  // NOLINT
  const auto node = the_engine().graphs().updatable_kernels.find(handle);
  if (!node) return Error::kInvalidValue;
  if (call == DeviceCall::kNodeEnabled) return node->set_enabled(words[1] != 0);
  if (call == DeviceCall::kNodeGrid) {
    return node->set_grid({static_cast<std::uint32_t>(words[1]),
                           static_cast<std::uint32_t>(words[2]),
                           static_cast<std::uint32_t>(words[3])});
  }
  return node->set_parameter(words[1], words[2], words + 3);
}

Error answer_device(Device& device, DeviceCall call, const std::uint64_t* words,
                    std::int32_t* value) {
  switch (call) {
    case DeviceCall::kFunctionAttribute:
    case DeviceCall::kActiveBlocks: {
      const void* address = reinterpret_cast<const void*>(words[0]);  // NOLINT: of device code
      engine::Function* function = the_engine().launcher().device_kernel(address);
      if (!function) return Error::kInvalidDeviceFunction;
      Kernel kernel;
      HEDDLE_RETURN_IF_ERROR(find_kernel(*function, device, &kernel));
      return call == DeviceCall::kActiveBlocks
                 ? active_blocks(value, kernel, device.model, static_cast<int>(words[1]), words[2])
                 : function_attribute(attributes_of(device.model, kernel), words[1], value);
    }
    case DeviceCall::kDeviceAttribute:
      return attribute_of_device(words, value);
    case DeviceCall::kDeviceCount:
      *value = the_engine().device_count();
      return Error::kSuccess;
    case DeviceCall::kCurrentDevice:
      *value = device.ordinal;
      return Error::kSuccess;
    case DeviceCall::kRuntimeVersion:
      *value = CUDART_VERSION;
      return Error::kSuccess;
    case DeviceCall::kNodeParameter:
    case DeviceCall::kNodeEnabled:
    case DeviceCall::kNodeGrid:
      return update_node(call, words);
    default:
      return Error::kNotSupported;
  }
}

const bool registered = [] {
  process::device_queries = &answer_device;
  return true;
}();

}  // namespace
}  // namespace heddle::runtime
