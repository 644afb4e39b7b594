// SPDX-License-Identifier: Apache-2.0
// Event Management.
#include "driver/context/context.h"
#include "driver/driver.h"

namespace heddle::driver {

HEDDLE_DRIVER CUresult cuEventCreate(CUevent* out, unsigned int flags) {
  const CUresult result = in_context([&] { return cudaEventCreateWithFlags(out, flags); });
  CUcontext context = result == CUDA_SUCCESS ? current() : nullptr;
  if (!context || context->primary) return result;
  const std::lock_guard lock(context->mutex);
  context->events.insert(*out);
  return result;
}
HEDDLE_DRIVER CUresult cuEventDestroy(CUevent event) {
  const CUresult result = in_context([&] { return cudaEventDestroy(event); });
  if (result == CUDA_SUCCESS) forget_event(event);
  return result;
}
HEDDLE_DRIVER CUresult cuEventRecord(CUevent event, CUstream stream) {
  return in_context([&] { return cudaEventRecord(event, stream); });
}
HEDDLE_DRIVER CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags) {
  return in_context([&] { return cudaEventRecordWithFlags(event, stream, flags); });
}
HEDDLE_DRIVER CUresult cuEventQuery(CUevent event) {
  return in_context([&] { return cudaEventQuery(event); });
}
HEDDLE_DRIVER CUresult cuEventSynchronize(CUevent event) {
  return in_context([&] { return cudaEventSynchronize(event); });
}
HEDDLE_DRIVER CUresult cuEventElapsedTime(float* time, CUevent start, CUevent end) {
  return in_context([&] { return cudaEventElapsedTime(time, start, end); });
}
HEDDLE_DRIVER CUresult cuEventElapsedTime_v2(float* time, CUevent start, CUevent end) {
  return cuEventElapsedTime(time, start, end);
}
HEDDLE_DRIVER CUresult cuIpcGetEventHandle(CUipcEventHandle* handle, CUevent event) {
  return in_context(
      [&] { return cudaIpcGetEventHandle(same<cudaIpcEventHandle_t>(handle), event); });
}
HEDDLE_DRIVER CUresult cuIpcOpenEventHandle(CUevent* event, CUipcEventHandle handle) {
  return in_context(
      [&] { return cudaIpcOpenEventHandle(event, *same<cudaIpcEventHandle_t>(&handle)); });
}

}  // namespace heddle::driver
