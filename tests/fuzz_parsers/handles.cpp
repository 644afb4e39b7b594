// SPDX-License-Identifier: Apache-2.0
// Calls of the runtime API with handles that are none: small numbers, addresses of anything,
// handles that were destroyed, and live ones of another kind. Each call refuses, touching nothing.
//
// A step is 10 bytes: the call, the kind of handle, 8 bytes of the handle.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace {

enum Kind : unsigned { kStream, kEvent, kGraph, kNode, kExec, kPool, kArray, kOther };

// Live and destroyed objects of every kind.
struct Objects {
  cudaStream_t stream, dead_stream;
  cudaEvent_t event, dead_event;
  cudaGraph_t graph, dead_graph;
  cudaGraphNode_t node;
  cudaGraphExec_t exec, dead_exec;
  cudaMemPool_t pool, dead_pool, default_pool;
  cudaArray_t array, dead_array;

  Objects() {
    cudaStreamCreate(&stream);
    cudaStreamCreate(&dead_stream);
    cudaEventCreate(&event);
    cudaEventCreate(&dead_event);
    cudaGraphCreate(&graph, 0);
    cudaGraphCreate(&dead_graph, 0);
    cudaGraphAddEmptyNode(&node, graph, nullptr, 0);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphInstantiate(&dead_exec, graph, 0);
    cudaMemPoolProps props{};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    cudaMemPoolCreate(&pool, &props);
    cudaMemPoolCreate(&dead_pool, &props);
    cudaDeviceGetDefaultMemPool(&default_pool, 0);
    const cudaChannelFormatDesc format{32, 0, 0, 0, cudaChannelFormatKindFloat};
    cudaMallocArray(&array, &format, 4, 4, 0);
    cudaMallocArray(&dead_array, &format, 4, 4, 0);
    cudaStreamDestroy(dead_stream);
    cudaEventDestroy(dead_event);
    cudaGraphDestroy(dead_graph);
    cudaGraphExecDestroy(dead_exec);
    cudaMemPoolDestroy(dead_pool);
    cudaFreeArray(dead_array);
  }
};

struct Call {
  Kind kind;  // of the handle that it wants
  const char* name;
  cudaError_t (*make)(void* handle);
};

unsigned words[64];
void nothing(void*) {}

#define CALL(kind, type, name, ...)                                 \
  {kind, #name, [](void* given) {                                   \
     [[maybe_unused]] const auto h = reinterpret_cast<type>(given); \
     return name(__VA_ARGS__);                                      \
   }}

unsigned flags;
int number;
size_t count;
float ms;
unsigned long long id;
void* pointer;
cudaEvent_t event;
cudaGraph_t graph;
cudaGraphNode_t node;
cudaGraphExec_t exec;
cudaGraphNodeType node_type;
cudaStreamCaptureStatus status;
cudaKernelNodeParams kernel_params;
cudaMemsetParams memset_params;
cudaHostNodeParams host_params;
cudaMemcpy3DParms copy_params;
cudaMemAllocNodeParams alloc_params;
cudaMemAccessFlags access;
cudaMemLocation location{cudaMemLocationTypeDevice, 0};
cudaChannelFormatDesc format;
cudaExtent extent;
cudaFuncAttributes attributes;
cudaLaunchConfig_t config;
cudaIpcMemHandle_t memory_handle;
cudaIpcEventHandle_t event_handle;
cudaMemPoolPtrExportData export_data;

const Call kCalls[] = {
    CALL(kStream, cudaStream_t, cudaStreamSynchronize, h),
    CALL(kStream, cudaStream_t, cudaStreamQuery, h),
    CALL(kStream, cudaStream_t, cudaStreamDestroy, h),
    CALL(kStream, cudaStream_t, cudaStreamGetFlags, h, &flags),
    CALL(kStream, cudaStream_t, cudaStreamGetPriority, h, &number),
    CALL(kStream, cudaStream_t, cudaStreamGetId, h, &id),
    CALL(kStream, cudaStream_t, cudaStreamGetDevice, h, &number),
    CALL(kStream, cudaStream_t, cudaStreamBeginCapture, h, cudaStreamCaptureModeRelaxed),
    CALL(kStream, cudaStream_t, cudaStreamEndCapture, h, &graph),
    CALL(kStream, cudaStream_t, cudaStreamIsCapturing, h, &status),
    CALL(kStream, cudaStream_t, cudaLaunchHostFunc, h, nothing, nullptr),
    CALL(kStream, cudaStream_t, cudaMallocAsync, &pointer, 64, h),
    CALL(kStream, cudaStream_t, cudaStreamCopyAttributes, h, h),
    CALL(kEvent, cudaEvent_t, cudaEventSynchronize, h),
    CALL(kEvent, cudaEvent_t, cudaEventQuery, h),
    CALL(kEvent, cudaEvent_t, cudaEventRecord, h, nullptr),
    CALL(kEvent, cudaEvent_t, cudaEventDestroy, h),
    CALL(kEvent, cudaEvent_t, cudaEventElapsedTime, &ms, h, h),
    CALL(kEvent, cudaEvent_t, cudaStreamWaitEvent, nullptr, h, 0),
    CALL(kEvent, cudaEvent_t, cudaIpcGetEventHandle, &event_handle, h),
    CALL(kGraph, cudaGraph_t, cudaGraphDestroy, h),
    CALL(kGraph, cudaGraph_t, cudaGraphClone, &graph, h),
    CALL(kGraph, cudaGraph_t, cudaGraphGetNodes, h, nullptr, &count),
    CALL(kGraph, cudaGraph_t, cudaGraphGetRootNodes, h, nullptr, &count),
    CALL(kGraph, cudaGraph_t, cudaGraphInstantiate, &exec, h, 0),
    CALL(kGraph, cudaGraph_t, cudaGraphAddEmptyNode, &node, h, nullptr, 0),
    CALL(kGraph, cudaGraph_t, cudaGraphDebugDotPrint, h, "/dev/null", 0),
    CALL(kNode, cudaGraphNode_t, cudaGraphNodeGetType, h, &node_type),
    CALL(kNode, cudaGraphNode_t, cudaGraphDestroyNode, h),
    CALL(kNode, cudaGraphNode_t, cudaGraphKernelNodeGetParams, h, &kernel_params),
    CALL(kNode, cudaGraphNode_t, cudaGraphMemsetNodeGetParams, h, &memset_params),
    CALL(kNode, cudaGraphNode_t, cudaGraphHostNodeGetParams, h, &host_params),
    CALL(kNode, cudaGraphNode_t, cudaGraphMemcpyNodeGetParams, h, &copy_params),
    CALL(kNode, cudaGraphNode_t, cudaGraphMemAllocNodeGetParams, h, &alloc_params),
    CALL(kNode, cudaGraphNode_t, cudaGraphMemFreeNodeGetParams, h, &pointer),
    CALL(kNode, cudaGraphNode_t, cudaGraphChildGraphNodeGetGraph, h, &graph),
    CALL(kNode, cudaGraphNode_t, cudaGraphEventRecordNodeGetEvent, h, &event),
    CALL(kNode, cudaGraphNode_t, cudaGraphEventWaitNodeGetEvent, h, &event),
    CALL(kExec, cudaGraphExec_t, cudaGraphLaunch, h, nullptr),
    CALL(kExec, cudaGraphExec_t, cudaGraphUpload, h, nullptr),
    CALL(kExec, cudaGraphExec_t, cudaGraphExecDestroy, h),
    CALL(kExec, cudaGraphExec_t, cudaGraphExecGetFlags, h, &id),
    CALL(kPool, cudaMemPool_t, cudaMemPoolTrimTo, h, 0),
    CALL(kPool, cudaMemPool_t, cudaMemPoolDestroy, h),
    CALL(kPool, cudaMemPool_t, cudaMemPoolGetAccess, &access, h, &location),
    CALL(kPool, cudaMemPool_t, cudaMemPoolGetAttribute, h, cudaMemPoolAttrReleaseThreshold, &id),
    CALL(kPool, cudaMemPool_t, cudaDeviceSetMemPool, 0, h),
    CALL(kPool, cudaMemPool_t, cudaMallocFromPoolAsync, &pointer, 64, h, nullptr),
    CALL(kPool, cudaMemPool_t, cudaMemPoolImportPointer, &pointer, h, &export_data),
    CALL(kArray, cudaArray_t, cudaFreeArray, h),
    CALL(kArray, cudaArray_t, cudaArrayGetInfo, &format, &extent, &flags, h),
    CALL(kArray, cudaArray_t, cudaMemcpy2DFromArray, words, 16, h, 0, 0, 16, 1,
         cudaMemcpyDeviceToHost),
    CALL(kOther, cudaMipmappedArray_t, cudaFreeMipmappedArray, h),
    CALL(kOther, cudaUserObject_t, cudaUserObjectRetain, h, 1),
    CALL(kOther, cudaUserObject_t, cudaUserObjectRelease, h, 1),
    CALL(kOther, void*, cudaFree, h),
    CALL(kOther, void*, cudaFreeHost, h),
    CALL(kOther, void*, cudaFreeAsync, h, nullptr),
    CALL(kOther, void*, cudaHostUnregister, h),
    CALL(kOther, void*, cudaIpcGetMemHandle, &memory_handle, h),
    CALL(kOther, void*, cudaIpcCloseMemHandle, h),
    CALL(kOther, const void*, cudaFuncGetAttributes, &attributes, h),
    CALL(kOther, const void*, cudaFuncSetCacheConfig, h, cudaFuncCachePreferL1),
    CALL(kOther, const void*, cudaLaunchKernel, h, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr),
    CALL(kOther, const void*, cudaOccupancyMaxActiveBlocksPerMultiprocessor, &number, h, 32, 0),
    CALL(kOther, const void*, cudaGetSymbolAddress, &pointer, h),
    CALL(kOther, const void*, cudaGetSymbolSize, &count, h),
    // What the bytes in `words` say.
    {kOther, "cudaIpcOpenMemHandle",
     [](void*) {
       std::memcpy(&memory_handle, words, sizeof memory_handle);
       return cudaIpcOpenMemHandle(&pointer, memory_handle, cudaIpcMemLazyEnablePeerAccess);
     }},
    {kOther, "cudaIpcOpenEventHandle",
     [](void*) {
       std::memcpy(&event_handle, words, sizeof event_handle);
       return cudaIpcOpenEventHandle(&event, event_handle);
     }},
    {kOther, "cudaMemPoolImportFromShareableHandle",
     [](void* given) {
       cudaMemPool_t pool;
       return cudaMemPoolImportFromShareableHandle(&pool, given,
                                                   cudaMemHandleTypePosixFileDescriptor, 0);
     }},
};
#undef CALL

const Objects& objects() {
  static const Objects all;
  return all;
}

// Whether it is a live one of the kind that `call` wants. The fuzzer learns their addresses from
// the comparisons that the runtime makes with them.
bool is_live(const Call& call, const void* handle) {
  const auto& o = objects();
  const struct {
    Kind kind;
    const void* live;
  } all[] = {{kStream, o.stream}, {kEvent, o.event}, {kGraph, o.graph}, {kNode, o.node},
             {kExec, o.exec},     {kPool, o.pool},   {kArray, o.array}, {kPool, o.default_pool}};
  return std::any_of(std::begin(all), std::end(all),
                     [&](const auto& one) { return one.kind == call.kind && one.live == handle; });
}

// One that `call` must not take, unless the bytes happen to name a live one.
void* handle_for(const Call& call, std::uint8_t choice, std::uint64_t bits) {
  const auto& o = objects();
  const struct {
    Kind kind;
    void* live;
    void* dead;
  } all[] = {{kStream, o.stream, o.dead_stream}, {kEvent, o.event, o.dead_event},
             {kGraph, o.graph, o.dead_graph},    {kNode, o.node, o.dead_graph},
             {kExec, o.exec, o.dead_exec},       {kPool, o.pool, o.dead_pool},
             {kArray, o.array, o.dead_array}};
  const auto& one = all[bits % std::size(all)];
  const std::uint64_t more = bits >> 8;
  switch (choice % 6) {
    case 0:
      return reinterpret_cast<void*>(3 + bits % 253);
    case 1:
      return reinterpret_cast<void*>(bits < 3 ? 3 : bits);
    case 2:
      return &words[more % std::size(words)];
    case 3:  // within an object
      return static_cast<char*>(one.live) + 1 + more % 200;
    case 4:
      return one.dead;
    default:
      return one.kind == call.kind ? &words[0] : one.live;
  }
}

bool is_refusal(cudaError_t error) {
  switch (error) {
    case cudaErrorInvalidValue:
    case cudaErrorInvalidResourceHandle:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorInvalidSymbol:
    case cudaErrorHostMemoryNotRegistered:
    case cudaErrorMapBufferObjectFailed:
    case cudaErrorIllegalState:
    case cudaErrorDeviceUninitialized:  // a name of this process's own memory or event
    case cudaErrorNotSupported:
      return true;
    default:
      return false;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kStep = 10;
  for (std::size_t i = 0; i < sizeof words; ++i) {
    reinterpret_cast<std::uint8_t*>(words)[i] = size > 0 ? data[i % size] : 0;
  }
  // Half of the names of memory and events have their magic, and so get further.
  if (size > 0 && data[0] % 2 != 0) {
    const std::uint64_t magic = data[0] % 4 == 1 ? 0x3179726f6d656d68 : 0x31746e6576656868;
    std::memcpy(words, &magic, sizeof magic);
  }
  for (std::size_t at = 0; at + kStep <= size; at += kStep) {
    const Call& call = kCalls[data[at] % std::size(kCalls)];
    std::uint64_t bits = 0;
    std::memcpy(&bits, data + at + 2, sizeof bits);
    void* const handle = handle_for(call, data[at + 1], bits);
    if (is_live(call, handle)) continue;
    const cudaError_t error = call.make(handle);
    if (is_refusal(error)) continue;
    std::fprintf(stderr, "%s(%p) answers %s\n", call.name, handle, cudaGetErrorName(error));
    std::abort();
  }
  return 0;
}
