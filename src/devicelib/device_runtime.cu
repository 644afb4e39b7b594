// SPDX-License-Identifier: Apache-2.0
// The device runtime's functions as PTX calls them (compiler/passes/link/lower_ptx_launches.h):
// those of include/heddle/device_runtime.h, with addresses and handles as numbers.
#include "heddle/device_runtime.h"

#define HEDDLE_DEVICE_RUNTIME(name) extern "C" __device__ int __heddle_runtime_##name
using Word = unsigned long long;

HEDDLE_DEVICE_RUNTIME(GetLastError)() {
  return cudaGetLastError();
}
HEDDLE_DEVICE_RUNTIME(PeekAtLastError)() {
  return cudaPeekAtLastError();
}
HEDDLE_DEVICE_RUNTIME(GetDevice)(Word device) {
  return cudaGetDevice((int*)device);
}
HEDDLE_DEVICE_RUNTIME(GetDeviceCount)(Word count) {
  return cudaGetDeviceCount((int*)count);
}
HEDDLE_DEVICE_RUNTIME(RuntimeGetVersion)(Word version) {
  return cudaRuntimeGetVersion((int*)version);
}
HEDDLE_DEVICE_RUNTIME(DeviceGetAttribute)(Word value, int attribute, int device) {
  return cudaDeviceGetAttribute((int*)value, (cudaDeviceAttr)attribute, device);
}
HEDDLE_DEVICE_RUNTIME(OccupancyMaxActiveBlocksPerMultiprocessor)(Word blocks, Word kernel,
                                                                 int threads, Word shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor((int*)blocks, (const void*)kernel, threads,
                                                       shared);
}
HEDDLE_DEVICE_RUNTIME(Malloc)(Word memory, Word size) {
  return cudaMalloc((void**)memory, size);
}
HEDDLE_DEVICE_RUNTIME(Free)(Word memory) {
  return cudaFree((void*)memory);
}
HEDDLE_DEVICE_RUNTIME(StreamCreateWithFlags)(Word stream, int flags) {
  return cudaStreamCreateWithFlags((cudaStream_t*)stream, flags);
}
HEDDLE_DEVICE_RUNTIME(StreamDestroy)(Word stream) {
  return cudaStreamDestroy((cudaStream_t)stream);
}
HEDDLE_DEVICE_RUNTIME(StreamWaitEvent)(Word stream, Word event, int flags) {
  return cudaStreamWaitEvent((cudaStream_t)stream, (cudaEvent_t)event, flags);
}
HEDDLE_DEVICE_RUNTIME(EventCreateWithFlags)(Word event, int flags) {
  return cudaEventCreateWithFlags((cudaEvent_t*)event, flags);
}
HEDDLE_DEVICE_RUNTIME(EventRecord)(Word event, Word stream) {
  return cudaEventRecord((cudaEvent_t)event, (cudaStream_t)stream);
}
HEDDLE_DEVICE_RUNTIME(EventDestroy)(Word event) {
  return cudaEventDestroy((cudaEvent_t)event);
}
HEDDLE_DEVICE_RUNTIME(GraphLaunch)(Word graph, Word stream) {
  return cudaGraphLaunch((cudaGraphExec_t)graph, (cudaStream_t)stream);
}
extern "C" __device__ Word __heddle_runtime_GetCurrentGraphExec() {
  return (Word)cudaGetCurrentGraphExec();
}
