// SPDX-License-Identifier: Apache-2.0
// Execution Control, deprecated: launches whose block, shared memory and parameters are set for the
// function beforehand. PyCUDA sets the block so.
#include <cstddef>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "driver/driver.h"

namespace heddle::driver {
namespace {

constexpr std::size_t kParameterBytes = 4096;

struct Prepared {
  unsigned block[3] = {0, 0, 0};
  unsigned shared = 0;
  std::size_t size = 0;  // cuParamSetSize
  std::vector<std::byte> bytes = std::vector<std::byte>(kParameterBytes);
};

struct All {
  std::mutex mutex;
  std::map<CUfunction, Prepared> functions;
};
All& all() {
  static All all;
  return all;
}

// call(what is set for the function) while nobody else changes it.
template <class Call>
CUresult prepare(CUfunction function, Call call) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  const std::lock_guard lock(all().mutex);
  if (!context().registry.find_function(function)) {
    all().functions.erase(function);
    return CUDA_ERROR_INVALID_HANDLE;
  }
  return call(all().functions[function]);
}

CUresult set_parameter(CUfunction function, int offset, const void* value, std::size_t size) {
  return prepare(function, [&](Prepared& prepared) {
    if (offset < 0 || !value || size > kParameterBytes ||
        static_cast<std::size_t>(offset) > kParameterBytes - size) {
      return CUDA_ERROR_INVALID_VALUE;
    }
    std::memcpy(prepared.bytes.data() + offset, value, size);
    return CUDA_SUCCESS;
  });
}

CUresult launch(CUfunction function, int width, int height, CUstream stream) {
  Prepared now;
  const CUresult result = prepare(function, [&](Prepared& prepared) {
    now = prepared;
    const bool set = width > 0 && height > 0 && now.block[0];
    return set ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
  if (result != CUDA_SUCCESS) return result;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, now.bytes.data(), CU_LAUNCH_PARAM_BUFFER_SIZE,
                   &now.size, CU_LAUNCH_PARAM_END};
  return cuLaunchKernel(function, static_cast<unsigned>(width), static_cast<unsigned>(height), 1,
                        now.block[0], now.block[1], now.block[2], now.shared, stream, nullptr,
                        now.size ? extra : nullptr);
}

}  // namespace

HEDDLE_DRIVER CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z) {
  return prepare(function, [&](Prepared& prepared) {
    if (x < 1 || y < 1 || z < 1) return CUDA_ERROR_INVALID_VALUE;
    prepared.block[0] = static_cast<unsigned>(x);
    prepared.block[1] = static_cast<unsigned>(y);
    prepared.block[2] = static_cast<unsigned>(z);
    return CUDA_SUCCESS;
  });
}
HEDDLE_DRIVER CUresult cuFuncSetSharedSize(CUfunction function, unsigned int bytes) {
  return prepare(function, [&](Prepared& prepared) {
    prepared.shared = bytes;
    return CUDA_SUCCESS;
  });
}
HEDDLE_DRIVER CUresult cuParamSetSize(CUfunction function, unsigned int bytes) {
  return prepare(function, [&](Prepared& prepared) {
    if (bytes > kParameterBytes) return CUDA_ERROR_INVALID_VALUE;
    prepared.size = bytes;
    return CUDA_SUCCESS;
  });
}
HEDDLE_DRIVER CUresult cuParamSeti(CUfunction function, int offset, unsigned int value) {
  return set_parameter(function, offset, &value, sizeof value);
}
HEDDLE_DRIVER CUresult cuParamSetf(CUfunction function, int offset, float value) {
  return set_parameter(function, offset, &value, sizeof value);
}
HEDDLE_DRIVER CUresult cuParamSetv(CUfunction function, int offset, void* value,
                                   unsigned int bytes) {
  return set_parameter(function, offset, value, bytes);
}

HEDDLE_DRIVER CUresult cuLaunch(CUfunction function) {
  return launch(function, 1, 1, nullptr);
}
HEDDLE_DRIVER CUresult cuLaunchGrid(CUfunction function, int width, int height) {
  return launch(function, width, height, nullptr);
}
HEDDLE_DRIVER CUresult cuLaunchGridAsync(CUfunction function, int width, int height,
                                         CUstream stream) {
  return launch(function, width, height, stream);
}

}  // namespace heddle::driver
