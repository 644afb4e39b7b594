// SPDX-License-Identifier: Apache-2.0
// cuLink*: the linker of Module Management.
#include <chrono>
#include <memory>

#include "driver/driver.h"
#include "driver/module/linker.h"
#include "process/handles.h"
#include "support/message.h"

struct CUlinkState_st {
  CUlinkState_st(std::uint32_t arch, std::uint32_t max_registers) : linker(arch, max_registers) {}
  heddle::driver::Linker linker;
  heddle::driver::JitLogs logs;
  std::size_t told = 0;  // of the linker's errors, on stderr
};

namespace heddle::driver {
namespace {

using States = process::Handles<CUlinkState>;

bool is_state(CUlinkState state) {
  return States::all().contains(state);
}

// What the linker said goes to the program's buffer, else to stderr.
CUresult tell(CUlinkState state, CUresult result) {
  const std::string& errors = state->linker.errors();
  if (state->logs.errors()) {
    *state->logs.errors() = errors;
  } else if (errors.size() > state->told) {
    support::message(errors.substr(state->told, errors.size() - state->told - 1));
    state->told = errors.size();
  }
  state->logs.end();
  return result;
}

// Those of an input change nothing, and must be right.
template <class Add>
CUresult add(CUlinkState state, unsigned count, CUjit_option* options, void** values, Add add_it) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!is_state(state)) return CUDA_ERROR_INVALID_HANDLE;
  JitLogs of_input;
  if (const CUresult result = of_input.read(count, options, values); result != CUDA_SUCCESS)
    return result;
  if (state->linker.is_complete()) return CUDA_ERROR_INVALID_VALUE;
  return tell(state, add_it(state->linker));
}

}  // namespace

HEDDLE_DRIVER CUresult cuLinkCreate(unsigned int count, CUjit_option* options, void** values,
                                    CUlinkState* out) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  JitLogs logs;
  if (const CUresult result = logs.read(count, options, values); result != CUDA_SUCCESS)
    return result;
  const std::uint32_t own = process::current_device().arch();
  // Accelerated features (90a) are of one compute capability, not of later ones.
  const bool accelerated = logs.target() >= CU_COMPUTE_ACCELERATED_TARGET_BASE;
  const std::uint32_t target = logs.target() % CU_COMPUTE_ACCELERATED_TARGET_BASE;
  if (target > own || (accelerated && target != own)) return CUDA_ERROR_NO_BINARY_FOR_GPU;
  auto made = std::make_unique<CUlinkState_st>(target ? target : own, logs.max_registers());
  made->logs = logs;
  *out = made.release();
  States::all().add(*out);
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data,
                                     size_t size, const char* name, unsigned int count,
                                     CUjit_option* options, void** values) {
  return add(state, count, options, values, [&](Linker& linker) {
    if (!data || !size || type >= CU_JIT_NUM_INPUT_TYPES) return CUDA_ERROR_INVALID_VALUE;
    return linker.add(type, {static_cast<const std::uint8_t*>(data), size}, name ? name : "");
  });
}

HEDDLE_DRIVER CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path,
                                     unsigned int count, CUjit_option* options, void** values) {
  return add(state, count, options, values, [&](Linker& linker) {
    if (!path || type >= CU_JIT_NUM_INPUT_TYPES) return CUDA_ERROR_INVALID_VALUE;
    return linker.add_file(type, path);
  });
}

HEDDLE_DRIVER CUresult cuLinkComplete(CUlinkState state, void** out, size_t* size) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!is_state(state)) return CUDA_ERROR_INVALID_HANDLE;
  if (!out || state->linker.is_complete()) return CUDA_ERROR_INVALID_VALUE;
  const auto begin = std::chrono::steady_clock::now();
  const CUresult result = state->linker.complete();
  const std::chrono::duration<float, std::milli> took = std::chrono::steady_clock::now() - begin;
  state->logs.took(took.count());
  if (result == CUDA_SUCCESS) {
    const auto& cubin = state->linker.cubin();
    *out = const_cast<std::uint8_t*>(cubin.data());
    if (size) *size = cubin.size();
    state->logs.say(state->linker.info());
  }
  return tell(state, result);
}

HEDDLE_DRIVER CUresult cuLinkDestroy(CUlinkState state) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!States::all().remove(state)) return CUDA_ERROR_INVALID_HANDLE;
  delete state;
  return CUDA_SUCCESS;
}

}  // namespace heddle::driver
