// SPDX-License-Identifier: Apache-2.0
// What device code asks the engine for beside launches, and which functions of the device runtime
// do so in PTX (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::abi {

// The rows of include/heddle/device_calls.inc.
enum class DeviceCall : std::uint32_t {
  kGetLastError = 0,
  kPeekLastError = 1,
  kNoteError = 2,
  kStreamCreate = 3,
  kStreamDestroy = 4,
  kEventCreate = 5,
  kEventDestroy = 6,
  kEventRecord = 7,
  kStreamWaitEvent = 8,
  kFunctionAttribute = 9,
  kDeviceAttribute = 10,
  kDeviceCount = 11,
  kCurrentDevice = 12,
  kRuntimeVersion = 13,
  kActiveBlocks = 14,
  kGraphLaunch = 15,
  kCurrentGraph = 16,
  kNodeParameter = 17,
  kNodeEnabled = 18,
  kNodeGrid = 19,
};

// A function of the device runtime that PTX calls: "cuda" and its name. Parameters: 'i' of 32 bits,
// 'l' of 64. Results: 'i' an error; 'h' a handle that is written to where the first parameter
// points, and 0 for an error; 'v' a value that is written so, with the error above it in what the
// engine answers; 'l' the answer itself.
struct RuntimeFunction {
  std::string_view name;
  std::optional<DeviceCall> asks;  // none: the device library computes it
  char result;
  std::string_view parameters;  // behind the place that 'h' and 'v' are written to

  // What it is declared with: the result, then the parameters.
  std::string words() const {
    const bool writes = result == 'h' || result == 'v';
    return (result == 'l' ? "l" : writes ? "il" : "i") + std::string(parameters);
  }
};

inline constexpr RuntimeFunction kRuntimeFunctions[] = {
    {"GetLastError", DeviceCall::kGetLastError, 'i', ""},
    {"PeekAtLastError", DeviceCall::kPeekLastError, 'i', ""},
    {"GetDevice", DeviceCall::kCurrentDevice, 'v', ""},
    {"GetDeviceCount", DeviceCall::kDeviceCount, 'v', ""},
    {"RuntimeGetVersion", DeviceCall::kRuntimeVersion, 'v', ""},
    {"DeviceGetAttribute", DeviceCall::kDeviceAttribute, 'v', "ii"},
    {"OccupancyMaxActiveBlocksPerMultiprocessor", DeviceCall::kActiveBlocks, 'v', "lil"},
    {"Malloc", std::nullopt, 'v', "l"},
    {"Free", std::nullopt, 'i', "l"},
    {"StreamCreateWithFlags", DeviceCall::kStreamCreate, 'h', "i"},
    {"StreamDestroy", DeviceCall::kStreamDestroy, 'i', "l"},
    {"StreamWaitEvent", DeviceCall::kStreamWaitEvent, 'i', "lli"},
    {"EventCreateWithFlags", DeviceCall::kEventCreate, 'h', "i"},
    {"EventRecord", DeviceCall::kEventRecord, 'i', "ll"},
    {"EventDestroy", DeviceCall::kEventDestroy, 'i', "l"},
    {"GraphLaunch", DeviceCall::kGraphLaunch, 'i', "ll"},
    {"GetCurrentGraphExec", DeviceCall::kCurrentGraph, 'l', ""},
};

}  // namespace heddle::abi
