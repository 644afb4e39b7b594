// SPDX-License-Identifier: Apache-2.0
// How a function of the driver API is written: what it means is mostly what a function of the
// runtime API means for the device of the current context.
//
//   HEDDLE_DRIVER CUresult cuMemFree(CUdeviceptr address) {
//     return in_context([&] { return cudaFree(pointer(address)); });
//   }
#pragma once

#include "cuda.h"
#include "cuda_runtime_api.h"
#include "process/context.h"

#define HEDDLE_DRIVER extern "C" __attribute__((visibility("default")))

namespace heddle::driver {

using process::context;
using process::PerThreadDefaultStream;
using process::the_engine;
using process::thread_state;

// The runtime's errors are the driver's, but for those that come from its own checks.
CUresult result_of(cudaError_t error);
inline CUresult result_of(engine::Error error) {
  return result_of(static_cast<cudaError_t>(error));
}

// CUDA_ERROR_NOT_INITIALIZED before cuInit, and before the first call of the runtime.
CUresult initialised();
// The same, and CUDA_ERROR_INVALID_CONTEXT where the thread has no current context.
CUresult has_context();

// While one lives, calls of the runtime leave no traces that the program could see.
class Unseen {
 public:
  Unseen() : error_(thread_state().last_error), primary_(thread_state().has_primary) {
    ++thread_state().in_driver;
  }
  ~Unseen() {
    thread_state().last_error = error_;
    thread_state().has_primary = primary_;
    --thread_state().in_driver;
  }
  Unseen(const Unseen&) = delete;
  Unseen& operator=(const Unseen&) = delete;

 private:
  int error_;
  bool primary_;
};

// `call` answers a cudaError_t or an engine::Error.
template <class Call>
CUresult in_context(Call call) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) [[unlikely]]
    return result;
  const Unseen unseen;
  return result_of(call());
}

// For calls that name their device or need none.
template <class Call>
CUresult without_context(Call call) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  const Unseen unseen;
  return result_of(call());
}

inline void* pointer(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);
}
inline void** pointer(CUdeviceptr* address) {
  return reinterpret_cast<void**>(address);
}

// The same thing in both APIs, bit for bit.
template <class To, class From>
To* same(From* from) {
  static_assert(sizeof(To) == sizeof(From));
  return reinterpret_cast<To*>(from);
}

// CUDA_ERROR_NOT_SUPPORTED, and one line on stderr (once per name) that says so.
CUresult not_supported(const char* what);

}  // namespace heddle::driver
