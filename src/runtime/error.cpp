// SPDX-License-Identifier: Apache-2.0
// Error handling.
#include "process/error_log.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

namespace {

void tell(probes::ApiChange change, cudaError_t error) {
  engine::Engine* engine = context().engine_for_tools();
  const engine::ListenerSet* tools = engine ? engine->listeners().current() : nullptr;
  if (!tools || !probes::has(tools->events(), probes::Event::kApi)) return;
  const auto by = engine->memory_events().caller();
  const probes::Api event{change,  error,   cudaGetErrorName(error), cudaGetErrorString(error),
                          by.name, by.trace};
  tools->tell(probes::Event::kApi, [&](probes::Listener& l) { l.api(event); });
}

}  // namespace

void set_last_error(cudaError_t error) {
  thread_state().last_error = error;
  if (!thread_state().in_driver)
    process::log_error(cudaGetErrorName(error), cudaGetErrorString(error));
  tell(probes::ApiChange::kFailed, error);
}

HEDDLE_API cudaError_t cudaGetLastError() {
  const cudaError_t error = cudaPeekAtLastError();
  thread_state().last_error = cudaSuccess;
  return error;
}

HEDDLE_API cudaError_t cudaPeekAtLastError() {
  const auto error = static_cast<cudaError_t>(thread_state().last_error);
  if (error != cudaSuccess) [[unlikely]]
    tell(probes::ApiChange::kLookedAt, error);
  return error;
}

HEDDLE_API const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define HEDDLE_ERROR(name, code, text) \
  case name:                           \
    return #name;
#include "heddle/errors.inc"
  }
  return "unrecognized error code";
}

HEDDLE_API const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define HEDDLE_ERROR(name, code, text) \
  case name:                           \
    return text;
#include "heddle/errors.inc"
  }
  return "unrecognized error code";
}

}  // namespace heddle::runtime
