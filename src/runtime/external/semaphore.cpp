// SPDX-License-Identifier: Apache-2.0
// External semaphores: what is imported, signalled and waited for in streams.
#include "runtime/external/semaphore.h"

#include <memory>

#include "engine/graph/graph_table.h"
#include "engine/stream/call.h"
#include "engine/stream/value_wait.h"
#include "heddle_external.h"

namespace heddle::runtime {
namespace {

using engine::ExternalSemaphore;
using engine::ValueStep;

// Never destroyed, as the root object.
engine::Handles<ExternalSemaphore>& table() {
  static auto* const semaphores = new engine::Handles<ExternalSemaphore>;
  return *semaphores;
}

std::shared_ptr<ExternalSemaphore> semaphore_of(cudaExternalSemaphore_t handle) {
  return table().find(reinterpret_cast<ExternalSemaphore*>(handle));
}

// The only flags are about what graphics chips share.
bool good_flags(unsigned flags, unsigned skips) {
  return (flags & ~skips) == 0;
}

ValueStep step_of(const std::shared_ptr<ExternalSemaphore>& semaphore,
                  const cudaExternalSemaphoreSignalParams& params) {
  return {[semaphore, value = params.params.fence.value] {
    semaphore->signal(value);
    return true;
  }};
}
ValueStep step_of(const std::shared_ptr<ExternalSemaphore>& semaphore,
                  const cudaExternalSemaphoreWaitParams& params) {
  return {[semaphore, value = params.params.fence.value] { return semaphore->take(value); }};
}

template <class Params>
Error describe_all(const cudaExternalSemaphore_t* semaphores, const Params* params, unsigned count,
                   unsigned skips, engine::ValueWork* out) {
  if (count == 0 || !semaphores || !params) return Error::kInvalidValue;
  std::vector<ValueStep> steps;
  for (unsigned i = 0; i < count; ++i) {
    const auto semaphore = semaphore_of(semaphores[i]);
    if (!semaphore) return Error::kInvalidResourceHandle;
    if (!good_flags(params[i].flags, skips)) return Error::kInvalidValue;
    steps.push_back(step_of(semaphore, params[i]));
  }
  out->steps = std::make_shared<const std::vector<ValueStep>>(std::move(steps));
  out->spelling = SemaphoreList<Params>{{semaphores, semaphores + count}, {params, params + count}};
  return Error::kSuccess;
}

}  // namespace

Error describe(const cudaExternalSemaphore_t* semaphores,
               const cudaExternalSemaphoreSignalParams* params, unsigned count,
               engine::SemaphoreSignalWork* out) {
  return describe_all(semaphores, params, count, cudaExternalSemaphoreSignalSkipNvSciBufMemSync,
                      out);
}
Error describe(const cudaExternalSemaphore_t* semaphores,
               const cudaExternalSemaphoreWaitParams* params, unsigned count,
               engine::SemaphoreWaitWork* out) {
  return describe_all(semaphores, params, count, cudaExternalSemaphoreWaitSkipNvSciBufMemSync, out);
}

extern "C" __attribute__((visibility("default"))) int heddle_make_semaphore(int type) {
  const auto kind = static_cast<ExternalSemaphore::Kind>(type);
  const bool known =
      kind == ExternalSemaphore::Kind::kBinary || kind == ExternalSemaphore::Kind::kTimeline;
  return known ? ExternalSemaphore::make_file(kind) : -1;
}

HEDDLE_API cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t* out,
                                                   const cudaExternalSemaphoreHandleDesc* given) {
  if (given && given->type != cudaExternalSemaphoreHandleTypeOpaqueFd &&
      given->type != cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd) {
    const bool other =
        given->type > 0 && given->type <= cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32;
    return other ? not_supported("an external semaphore that is no file descriptor")
                 : answer(Error::kInvalidValue);
  }
  return on_device([&](Device&) {
    if (!out || !given || given->flags) return Error::kInvalidValue;
    auto semaphore = ExternalSemaphore::open(given->handle.fd,
                                             static_cast<ExternalSemaphore::Kind>(given->type));
    if (!semaphore) return Error::kInvalidValue;
    *out = reinterpret_cast<cudaExternalSemaphore_t>(table().add(std::move(semaphore)));
    return Error::kSuccess;
  });
}

// What streams and graphs were given to do with it is done all the same.
HEDDLE_API cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t handle) {
  return on_device([&](Device&) {
    return table().remove(reinterpret_cast<ExternalSemaphore*>(handle))
               ? Error::kSuccess
               : Error::kInvalidResourceHandle;
  });
}

HEDDLE_API cudaError_t cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t* semaphores, const cudaExternalSemaphoreSignalParams* params,
    unsigned count, cudaStream_t handle) {
  return on_stream(handle, [&](Stream& stream) {
    engine::SemaphoreSignalWork work;
    HEDDLE_RETURN_IF_ERROR(describe(semaphores, params, count, &work));
    if (stream.is_capturing()) return the_engine().captures().add(stream, std::move(work));
    stream.submit(engine::make_call(
        [steps = work.steps] {
          for (const ValueStep& step : *steps) step.take();
        },
        engine::Operation::Size::kTiny));
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaWaitExternalSemaphoresAsync(
    const cudaExternalSemaphore_t* semaphores, const cudaExternalSemaphoreWaitParams* params,
    unsigned count, cudaStream_t handle) {
  return on_stream(handle, [&](Stream& stream) {
    engine::SemaphoreWaitWork work;
    HEDDLE_RETURN_IF_ERROR(describe(semaphores, params, count, &work));
    if (stream.is_capturing()) return the_engine().captures().add(stream, std::move(work));
    // A device whose kernel has faulted ends all that waits.
    for (const ValueStep& step : *work.steps) {
      stream.submit(engine::make_value_wait(
          stream.device.scheduler,
          [take = step.take, &device = stream.device] { return take() || !ok(device.status()); }));
    }
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
