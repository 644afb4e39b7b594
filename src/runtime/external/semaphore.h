// SPDX-License-Identifier: Apache-2.0
// What the calls on external semaphores share.
#pragma once

#include <vector>

#include "engine/graph/work.h"
#include "engine/stream/external_semaphore.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

// As the API was given them, and as it gives them back.
template <class Params>
struct SemaphoreList {
  std::vector<cudaExternalSemaphore_t> semaphores;
  std::vector<Params> params;
};
using SignalList = SemaphoreList<cudaExternalSemaphoreSignalParams>;
using WaitList = SemaphoreList<cudaExternalSemaphoreWaitParams>;

// Checked; the spelling is such a list. kInvalidValue, kInvalidResourceHandle.
Error describe(const cudaExternalSemaphore_t* semaphores,
               const cudaExternalSemaphoreSignalParams* params, unsigned count,
               engine::SemaphoreSignalWork* out);
Error describe(const cudaExternalSemaphore_t* semaphores,
               const cudaExternalSemaphoreWaitParams* params, unsigned count,
               engine::SemaphoreWaitWork* out);

}  // namespace heddle::runtime
