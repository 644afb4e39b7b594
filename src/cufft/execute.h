// SPDX-License-Identifier: Apache-2.0
// A transform as work of a stream.
#pragma once

#include "cufft/layouts.h"
#include "cufft/plan.h"

namespace heddle::cufft {

// A transform of two arrays.
struct Work {
  const char* name;  // of the call
  Transform transform;
  std::shared_ptr<Factors> factors;
  cudaStream_t stream;
  const void* in;
  void* out;
  Layouts layouts;
  bool forward;      // the sign of a complex transform; others have theirs
  bool told = true;  // false: of memory of the host, which no tool hears of
};

Work work_of(const Plan& plan, const char* name, const void* in, void* out, bool forward);

cufftResult execute(const Work& work);

// With the checks of cufftExec...
cufftResult check_and_execute(cufftHandle handle, const char* name, void* in, void* out,
                              int direction);
// The same without what only concerns a handle.
cufftResult check_and_execute(const Plan& plan, const char* name, void* in, void* out,
                              int direction);

// What is worth to be computed when the plan is made. False: there is no memory.
bool prepare(const Plan& plan);

}  // namespace heddle::cufft
