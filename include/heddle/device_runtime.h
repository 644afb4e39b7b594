// SPDX-License-Identifier: Apache-2.0
// The runtime calls that device code may make (CUDA C++ Programming Guide, "CUDA Dynamic
// Parallelism", "API Reference"). Streams and events that a grid creates are its own. Of copies and
// fills there are the asynchronous ones, within device memory; of events, their order alone.
// Each thread has a last error of its own.
#pragma once

#include "device_launch.h"

#define HEDDLE_DEVICE static __device__ inline

namespace __heddle_device {

enum Call : unsigned int {
#define HEDDLE_DEVICE_CALL(name, number) k##name = number,
#include "device_calls.inc"
};

template <class... Words>
__device__ inline unsigned long long call(Call which, Words... words) {
  const unsigned long long all[] = {(unsigned long long)words..., 0};
  return __heddle_device_call(which, all);
}
template <class... Words>
__device__ inline cudaError_t error_of(Call which, Words... words) {
  return (cudaError_t)call(which, words...);
}
__device__ inline cudaError_t note(cudaError_t error) {
  return error == cudaSuccess ? error : error_of(kNoteError, (unsigned int)error);
}
// Where the answer is a value and an error.
template <class Value, class... Words>
__device__ inline cudaError_t ask(Value* value, Call which, Words... words) {
  const unsigned long long answer = call(which, words...);
  const auto error = (cudaError_t)(answer >> 32);
  if (error == cudaSuccess) *value = (Value)(int)answer;
  return error;
}

struct ErrorText {
  int code;
  const char *name, *text;
};
// Null: there is none of this code.
__device__ inline const ErrorText* error_text(int code) {
  static const ErrorText all[] = {
#define HEDDLE_ERROR(name, code, text) {code, #name, text},
#include "errors.inc"
  };
  for (const ErrorText& row : all) {
    if (row.code == code) return &row;
  }
  return nullptr;
}

// Copies and fills are kernels: they run in their turn, and what is wrong with their addresses is
// found as in any kernel.
struct Box {
  char* to;
  size_t to_pitch, to_slice;
  const char* from;
  size_t from_pitch, from_slice, width, height, depth;
};
enum : unsigned int { kBoxThreads = 256, kMostBoxBlocks = 1024 };

// A thread takes bytes, or words of 16 bytes where all rows begin at such.
template <class Word>
__global__ void device_copy(Box box) {
  const size_t words = box.width / sizeof(Word), rows = box.height * box.depth;
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < words * rows;
       i += (size_t)gridDim.x * blockDim.x) {
    const size_t row = i / words, y = row % box.height, z = row / box.height, x = i % words;
    ((Word*)(box.to + z * box.to_slice + y * box.to_pitch))[x] =
        ((const Word*)(box.from + z * box.from_slice + y * box.from_pitch))[x];
  }
}
template <class Word>
__global__ void device_fill(Box box, Word value) {
  const size_t words = box.width / sizeof(Word), rows = box.height * box.depth;
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < words * rows;
       i += (size_t)gridDim.x * blockDim.x) {
    const size_t row = i / words, y = row % box.height, z = row / box.height, x = i % words;
    ((Word*)(box.to + z * box.to_slice + y * box.to_pitch))[x] = value;
  }
}

__device__ inline bool is_own(const void* address) {
  return __isShared(address) || __isLocal(address);
}
template <class Parameters>
__device__ inline cudaError_t launch(const void* kernel, const Parameters& parameters,
                                     const Box& box, size_t word, cudaStream_t stream) {
  const size_t words = box.width / word * box.height * box.depth;
  const size_t blocks = (words + kBoxThreads - 1) / kBoxThreads;
  return __heddle_launch(kernel, &parameters,
                         (unsigned int)(blocks < kMostBoxBlocks ? blocks : kMostBoxBlocks), 1, 1,
                         kBoxThreads, 1, 1, 0, stream);
}
__device__ inline cudaError_t copy(const Box& box, cudaMemcpyKind kind, cudaStream_t stream) {
  if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return note(cudaErrorInvalidMemcpyDirection);
  if (box.width * box.height * box.depth == 0) return cudaSuccess;
  if (!box.to || !box.from || is_own(box.to) || is_own(box.from))
    return note(cudaErrorInvalidValue);
#ifdef __CUDA_ARCH__  // the host knows nothing of these kernels
  const size_t all = (size_t)box.to | (size_t)box.from | box.to_pitch | box.to_slice |
                     box.from_pitch | box.from_slice | box.width;
  if (all % 16 == 0) return launch((const void*)&device_copy<uint4>, box, box, 16, stream);
  return launch((const void*)&device_copy<char>, box, box, 1, stream);
#else
  (void)stream;
  return cudaErrorNotSupported;
#endif
}
__device__ inline cudaError_t fill(const Box& box, int value, cudaStream_t stream) {
  if (box.width * box.height * box.depth == 0) return cudaSuccess;
  if (!box.to || is_own(box.to)) return note(cudaErrorInvalidValue);
#ifdef __CUDA_ARCH__
  struct {
    Box box;
    char value;
  } parameters = {box, (char)value};
  return launch((const void*)&device_fill<char>, parameters, box, 1, stream);
#else
  (void)value, (void)stream;
  return cudaErrorNotSupported;
#endif
}

}  // namespace __heddle_device

extern "C" {
HEDDLE_DEVICE cudaError_t cudaGetLastError() {
  return __heddle_device::error_of(__heddle_device::kGetLastError);
}
HEDDLE_DEVICE cudaError_t cudaPeekAtLastError() {
  return __heddle_device::error_of(__heddle_device::kPeekLastError);
}
HEDDLE_DEVICE const char* cudaGetErrorString(cudaError_t error) {
  const auto* row = __heddle_device::error_text((int)error);
  return row ? row->text : "unrecognized error code";
}
HEDDLE_DEVICE const char* cudaGetErrorName(cudaError_t error) {
  const auto* row = __heddle_device::error_text((int)error);
  return row ? row->name : "unrecognized error code";
}

HEDDLE_DEVICE cudaError_t cudaGetDeviceCount(int* count) {
  return __heddle_device::ask(count, __heddle_device::kDeviceCount);
}
HEDDLE_DEVICE cudaError_t cudaGetDevice(int* device) {
  return __heddle_device::ask(device, __heddle_device::kCurrentDevice);
}
HEDDLE_DEVICE cudaError_t cudaRuntimeGetVersion(int* runtimeVersion) {
  return __heddle_device::ask(runtimeVersion, __heddle_device::kRuntimeVersion);
}
HEDDLE_DEVICE cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attr, int device) {
  return __heddle_device::ask(value, __heddle_device::kDeviceAttribute, attr, device);
}

// The heap that malloc() takes from.
HEDDLE_DEVICE cudaError_t cudaMalloc(void** devPtr, size_t size) {
  if (size == 0) return __heddle_device::note(cudaErrorInvalidValue);
  void* memory = malloc(size);
  if (!memory) return __heddle_device::note(cudaErrorMemoryAllocation);
  *devPtr = memory;
  return cudaSuccess;
}
HEDDLE_DEVICE cudaError_t cudaFree(void* devPtr) {
  free(devPtr);
  return cudaSuccess;
}

HEDDLE_DEVICE cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags) {
  *pStream = (cudaStream_t)__heddle_device::call(__heddle_device::kStreamCreate, flags);
  return *pStream ? cudaSuccess : __heddle_device::error_of(__heddle_device::kPeekLastError);
}
HEDDLE_DEVICE cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return __heddle_device::error_of(__heddle_device::kStreamDestroy, stream);
}
HEDDLE_DEVICE cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                              unsigned int flags = 0) {
  return __heddle_device::error_of(__heddle_device::kStreamWaitEvent, stream, event, flags);
}
HEDDLE_DEVICE cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  *event = (cudaEvent_t)__heddle_device::call(__heddle_device::kEventCreate, flags);
  return *event ? cudaSuccess : __heddle_device::error_of(__heddle_device::kPeekLastError);
}
HEDDLE_DEVICE cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0) {
  return __heddle_device::error_of(__heddle_device::kEventRecord, event, stream);
}
HEDDLE_DEVICE cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return __heddle_device::error_of(__heddle_device::kEventDestroy, event);
}

// Of a graph that was made with cudaGraphInstantiateFlagDeviceLaunch and uploaded, in a kernel of a
// graph. cudaErrorInvalidValue: it is none, it runs already, or the stream is another one;
// cudaErrorLaunchPendingCountExceeded: more than 120 at once or 255 in the tail.
HEDDLE_DEVICE cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return __heddle_device::error_of(__heddle_device::kGraphLaunch, graphExec, stream);
}
// The graph that the kernel is a node of, where device code may launch it; else null.
HEDDLE_DEVICE cudaGraphExec_t cudaGetCurrentGraphExec() {
  return (cudaGraphExec_t)__heddle_device::call(__heddle_device::kCurrentGraph);
}

HEDDLE_DEVICE cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count,
                                          enum cudaMemcpyKind kind, cudaStream_t stream = 0) {
  return __heddle_device::copy(
      {(char*)dst, count, count, (const char*)src, count, count, count, 1, 1}, kind, stream);
}
HEDDLE_DEVICE cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src,
                                            size_t spitch, size_t width, size_t height,
                                            enum cudaMemcpyKind kind, cudaStream_t stream = 0) {
  if (width > dpitch || width > spitch) return __heddle_device::note(cudaErrorInvalidPitchValue);
  return __heddle_device::copy({(char*)dst, dpitch, dpitch * height, (const char*)src, spitch,
                                spitch * height, width, height, 1},
                               kind, stream);
}
HEDDLE_DEVICE cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms* p,
                                            cudaStream_t stream = 0) {
  const auto &to = p->dstPtr, &from = p->srcPtr;
  if (p->srcArray || p->dstArray) return __heddle_device::note(cudaErrorInvalidValue);
  if (p->extent.width > from.pitch || p->extent.width > to.pitch)
    return __heddle_device::note(cudaErrorInvalidPitchValue);
  const size_t to_slice = to.pitch * to.ysize, from_slice = from.pitch * from.ysize;
  const auto &at = p->dstPos, &of = p->srcPos;
  return __heddle_device::copy(
      {(char*)to.ptr + at.z * to_slice + at.y * to.pitch + at.x, to.pitch, to_slice,
       (const char*)from.ptr + of.z * from_slice + of.y * from.pitch + of.x, from.pitch, from_slice,
       p->extent.width, p->extent.height, p->extent.depth},
      p->kind, stream);
}
HEDDLE_DEVICE cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count,
                                          cudaStream_t stream = 0) {
  return __heddle_device::fill({(char*)devPtr, count, count, nullptr, 0, 0, count, 1, 1}, value,
                               stream);
}
HEDDLE_DEVICE cudaError_t cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width,
                                            size_t height, cudaStream_t stream = 0) {
  if (width > pitch && height > 1) return __heddle_device::note(cudaErrorInvalidValue);
  return __heddle_device::fill(
      {(char*)devPtr, pitch, pitch * height, nullptr, 0, 0, width, height, 1}, value, stream);
}
HEDDLE_DEVICE cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitchedDevPtr, int value,
                                            struct cudaExtent extent, cudaStream_t stream = 0) {
  const size_t slice = pitchedDevPtr.pitch * pitchedDevPtr.ysize;
  return __heddle_device::fill({(char*)pitchedDevPtr.ptr, pitchedDevPtr.pitch, slice, nullptr, 0, 0,
                                extent.width, extent.height, extent.depth},
                               value, stream);
}

HEDDLE_DEVICE cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attr, const void* func) {
  // No lambda for all members: C++11 has no generic ones.
  using __heddle_device::ask;
  const auto kind = __heddle_device::kFunctionAttribute;
  *attr = cudaFuncAttributes{};
  cudaError_t error = ask(&attr->sharedSizeBytes, kind, func, 0);
  if (error != cudaSuccess) return error;
  ask(&attr->constSizeBytes, kind, func, 1);
  ask(&attr->localSizeBytes, kind, func, 2);
  ask(&attr->maxThreadsPerBlock, kind, func, 3);
  ask(&attr->numRegs, kind, func, 4);
  ask(&attr->ptxVersion, kind, func, 5);
  ask(&attr->binaryVersion, kind, func, 6);
  ask(&attr->cacheModeCA, kind, func, 7);
  ask(&attr->maxDynamicSharedSizeBytes, kind, func, 8);
  ask(&attr->preferredShmemCarveout, kind, func, 9);
  return cudaSuccess;
}
HEDDLE_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks,
                                                                        const void* func,
                                                                        int blockSize,
                                                                        size_t dynamicSMemSize) {
  return __heddle_device::ask(numBlocks, __heddle_device::kActiveBlocks, func, blockSize,
                              dynamicSMemSize);
}
HEDDLE_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* numBlocks, const void* func, int blockSize, size_t dynamicSMemSize, unsigned int) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, func, blockSize, dynamicSMemSize);
}
}

template <class T>
HEDDLE_DEVICE cudaError_t cudaMalloc(T** devPtr, size_t size) {
  return ::cudaMalloc((void**)(void*)devPtr, size);
}
template <class T>
HEDDLE_DEVICE cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attr, T* func) {
  return ::cudaFuncGetAttributes(attr, (const void*)func);
}
template <class T>
HEDDLE_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, T func,
                                                                        int blockSize,
                                                                        size_t dynamicSMemSize) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, (const void*)func, blockSize,
                                                         dynamicSMemSize);
}
#undef HEDDLE_DEVICE
