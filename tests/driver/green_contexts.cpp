// SPDX-License-Identifier: Apache-2.0
// Green contexts: multiprocessors are divided, and what streams of a part run sees that part alone.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <set>
#include <thread>

#include "driver.h"

namespace {

constexpr unsigned kAll = 132;  // of an H200

CUdevResource all() {
  CUdevResource resource{};
  OK(cuDeviceGetDevResource(0, &resource, CU_DEV_RESOURCE_TYPE_SM));
  THAT(resource.type == CU_DEV_RESOURCE_TYPE_SM && resource.sm.smCount == kAll);
  THAT(resource.sm.minSmPartitionSize == 8 && resource.sm.smCoscheduledAlignment == 8);
  return resource;
}

void split() {
  const CUdevResource whole = all();
  unsigned groups = 0;
  // As an H200 answers (driver 13.0), by how many groups and of how many multiprocessors.
  struct Answer {
    unsigned flags, least, groups, size, rest;
  };
  constexpr unsigned kApart = CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING;
  for (const Answer& answer : {Answer{0, 0, 15, 8, 12},
                               {0, 8, 15, 8, 12},
                               {0, 9, 8, 16, 4},
                               {0, 20, 5, 24, 12},
                               {0, 33, 3, 40, 12},
                               {0, 64, 2, 64, 4},
                               {0, 132, 1, 132, 0},
                               {kApart, 0, 66, 2, 0},
                               {kApart, 3, 33, 4, 0},
                               {kApart, 8, 16, 8, 4},
                               {kApart, 9, 13, 10, 2},
                               {kApart, 33, 3, 34, 30}}) {
    OK(cuDevSmResourceSplitByCount(nullptr, &groups, &whole, nullptr, answer.flags, answer.least));
    THAT(groups == answer.groups);
    CUdevResource made[66], left{};
    OK(cuDevSmResourceSplitByCount(made, &groups, &whole, &left, answer.flags, answer.least));
    THAT(groups == answer.groups && made[groups - 1].sm.smCount == answer.size &&
         left.sm.smCount == answer.rest);
    THAT(left.type == (answer.rest ? CU_DEV_RESOURCE_TYPE_SM : CU_DEV_RESOURCE_TYPE_INVALID));
  }
  OK(cuDevSmResourceSplitByCount(nullptr, &groups, &whole, nullptr, 0, 10));  // becomes 16
  THAT(groups == 8);
  CUdevResource parts[8], rest{};
  OK(cuDevSmResourceSplitByCount(parts, &groups, &whole, &rest, 0, 10));
  THAT(groups == 8 && rest.sm.smCount == kAll - 8 * 16);
  for (const CUdevResource& part : parts) THAT(part.sm.smCount == 16);
  groups = 3;
  OK(cuDevSmResourceSplitByCount(parts, &groups, &whole, &rest, 0, 0));
  THAT(groups == 3 && parts[2].sm.smCount == 8 && rest.sm.smCount == kAll - 24);
  groups = 2;
  OK(cuDevSmResourceSplitByCount(parts, &groups, &whole, &rest,
                                 CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING, 3));
  THAT(parts[1].sm.smCount == 4);

  const auto refused = [&](CUresult want, const CUdevResource& input, unsigned flags,
                           unsigned least) {
    groups = 1;
    IS(cuDevSmResourceSplitByCount(parts, &groups, &input, nullptr, flags, least), want);
  };
  refused(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, whole, 0, kAll + 1);
  refused(CUDA_ERROR_INVALID_VALUE, whole, 8, 8);
  CUdevResource none{};
  refused(CUDA_ERROR_INVALID_RESOURCE_TYPE, none, 0, 8);
  none.type = CU_DEV_RESOURCE_TYPE_SM;
  refused(CUDA_ERROR_INVALID_VALUE, none, 0, 8);
  // A part is a context before it is split again.
  refused(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, CUdevResource(parts[0]), 0, 8);
  IS(cuDevSmResourceSplitByCount(parts, nullptr, &whole, nullptr, 0, 8), CUDA_ERROR_INVALID_VALUE);

  CUdevResourceDesc desc = nullptr;
  groups = 2;
  OK(cuDevSmResourceSplitByCount(parts, &groups, &whole, nullptr, 0, 8));
  OK(cuDevResourceGenerateDesc(&desc, parts, 2));
  parts[1] = parts[0];
  OK(cuDevResourceGenerateDesc(&desc, parts, 2));  // what is there twice counts once
  IS(cuDevResourceGenerateDesc(&desc, parts, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuDevResourceGenerateDesc(nullptr, parts, 1), CUDA_ERROR_INVALID_VALUE);
  IS(cuDeviceGetDevResource(77, parts, CU_DEV_RESOURCE_TYPE_SM), CUDA_ERROR_INVALID_DEVICE);
  IS(cuDeviceGetDevResource(0, parts, CU_DEV_RESOURCE_TYPE_INVALID),
     CUDA_ERROR_INVALID_RESOURCE_TYPE);
}

// On which multiprocessors the blocks of a launch are.
std::set<unsigned> places(CUfunction where, CUstream in) {
  constexpr unsigned kBlocks = 500;
  CUdeviceptr out = 0;
  OK(cuMemAlloc(&out, kBlocks * 4));
  void* arguments[] = {&out};
  OK(cuLaunchKernel(where, kBlocks, 1, 1, 64, 1, 1, 0, in, arguments, nullptr));
  OK(cuStreamSynchronize(in));
  const auto seen = read<unsigned>(out, kBlocks);
  OK(cuMemFree(out));
  return {seen.begin(), seen.end()};
}

bool within(const std::set<unsigned>& seen, unsigned begin, unsigned end) {
  return !seen.empty() && *seen.begin() >= begin && *seen.rbegin() < end;
}

void run() {
  CUcontext usual = nullptr;
  OK(cuCtxGetCurrent(&usual));
  const CUdevResource whole = all();
  CUdevResource parts[2], mine{};
  unsigned groups = 2;
  OK(cuDevSmResourceSplitByCount(parts, &groups, &whole, nullptr, 0, 16));
  CUdevResourceDesc desc = nullptr;
  OK(cuDevResourceGenerateDesc(&desc, &parts[1], 1));
  CUgreenCtx green = nullptr, other = nullptr;
  IS(cuGreenCtxCreate(&green, desc, 0, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuGreenCtxCreate(&green, desc, 9, CU_GREEN_CTX_DEFAULT_STREAM), CUDA_ERROR_INVALID_DEVICE);
  IS(cuGreenCtxCreate(&green, nullptr, 0, CU_GREEN_CTX_DEFAULT_STREAM), CUDA_ERROR_INVALID_VALUE);
  OK(cuGreenCtxCreate(&green, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
  OK(cuGreenCtxGetDevResource(green, &mine, CU_DEV_RESOURCE_TYPE_SM));
  THAT(mine.sm.smCount == 16);
  groups = 2;
  OK(cuDevSmResourceSplitByCount(parts, &groups, &mine, nullptr, 0, 8));  // further
  THAT(groups == 2 && parts[0].sm.smCount == 8);

  CUstream in = nullptr;
  IS(cuGreenCtxStreamCreate(&in, green, CU_STREAM_DEFAULT, 0), CUDA_ERROR_INVALID_VALUE);
  OK(cuGreenCtxStreamCreate(&in, green, CU_STREAM_NON_BLOCKING, 0));
  CUcontext of = nullptr;
  OK(cuStreamGetGreenCtx(in, &other));
  THAT(other == green);
  IS(cuStreamGetCtx(in, &of), CUDA_ERROR_NOT_SUPPORTED);

  CUmodule module = kernels();
  CUfunction where = function(module, "where");
  THAT(within(places(where, in), 16, 32));
  CUstream plain = nullptr;
  OK(cuStreamCreate(&plain, CU_STREAM_NON_BLOCKING));
  THAT(within(places(where, plain), 0, 16));  // the first ones, of as many as there are threads
  OK(cuStreamGetGreenCtx(plain, &other));
  THAT(other == nullptr);

  // In the context that stands for it the default stream is of the part, too, and new streams are.
  OK(cuCtxFromGreenCtx(&of, green));
  OK(cuCtxPushCurrent(of));
  OK(cuCtxGetDevResource(of, &mine, CU_DEV_RESOURCE_TYPE_SM));
  THAT(mine.sm.smCount == 16);
  THAT(within(places(where, nullptr), 16, 32));
  CUstream second = nullptr;
  OK(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
  THAT(within(places(where, second), 16, 32));
  OK(cuCtxPopCurrent(nullptr));
  THAT(within(places(where, nullptr), 0, 16));
  OK(cuCtxGetDevResource(usual, &mine, CU_DEV_RESOURCE_TYPE_SM));
  THAT(mine.sm.smCount == kAll);

  // A cooperative grid that the device would hold, and the part does not.
  CUdeviceptr data = 0;
  OK(cuMemAlloc(&data, 400));
  void* arguments[] = {&data};
  CUfunction around = function(module, "around");
  IS(cuLaunchCooperativeKernel(around, 40, 1, 1, 1024, 1, 1, 0, in, arguments),
     CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
  OK(cuLaunchCooperativeKernel(around, 40, 1, 1, 1024, 1, 1, 0, plain, arguments));
  OK(cuStreamSynchronize(plain));

  // Captured launches keep their part.
  OK(cuStreamBeginCapture(in, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuLaunchKernel(where, 90, 1, 1, 32, 1, 1, 0, in, arguments, nullptr));
  CUgraph graph = nullptr;
  OK(cuStreamEndCapture(in, &graph));
  CUgraphExec exec = nullptr;
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cuGraphLaunch(exec, plain));
  OK(cuStreamSynchronize(plain));
  const auto seen = read<unsigned>(data, 90);
  THAT(within({seen.begin(), seen.end()}, 16, 32));

  OK(cuGreenCtxDestroy(green));
  IS(cuGreenCtxDestroy(green), CUDA_ERROR_INVALID_CONTEXT);
  IS(cuGreenCtxGetDevResource(green, &mine, CU_DEV_RESOURCE_TYPE_SM), CUDA_ERROR_INVALID_CONTEXT);
}

// An event of all streams of a context, and one that all of them wait for.
void events() {
  const CUdevResource whole = all();
  CUdevResourceDesc desc = nullptr;
  OK(cuDevResourceGenerateDesc(&desc, const_cast<CUdevResource*>(&whole), 1));
  CUgreenCtx green = nullptr;
  OK(cuGreenCtxCreate(&green, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
  CUstream streams[2], other = nullptr;
  for (CUstream& each : streams)
    OK(cuGreenCtxStreamCreate(&each, green, CU_STREAM_NON_BLOCKING, 0));
  OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
  CUdeviceptr gates = 0;
  OK(cuMemAlloc(&gates, 8));
  OK(cuMemsetD32(gates, 0, 2));
  OK(cuStreamWaitValue32(streams[1], gates, 1, CU_STREAM_WAIT_VALUE_EQ));
  CUevent event = nullptr;
  OK(cuEventCreate(&event, 0));
  OK(cuGreenCtxRecordEvent(green, event));
  IS(cuEventQuery(event), CUDA_ERROR_NOT_READY);
  OK(cuStreamWriteValue32(other, gates, 1, 0));
  OK(cuEventSynchronize(event));

  OK(cuStreamWaitValue32(other, gates + 4, 1, CU_STREAM_WAIT_VALUE_EQ));
  OK(cuEventRecord(event, other));
  OK(cuGreenCtxWaitEvent(green, event));
  for (CUstream each : streams) IS(cuStreamQuery(each), CUDA_ERROR_NOT_READY);
  OK(cuMemsetD32Async(gates + 4, 1, 1, nullptr));
  for (CUstream each : streams) OK(cuStreamSynchronize(each));

  CUcontext usual = nullptr;
  OK(cuCtxGetCurrent(&usual));
  OK(cuMemsetD32(gates, 0, 2));
  OK(cuStreamWaitValue32(other, gates, 1, CU_STREAM_WAIT_VALUE_EQ));
  OK(cuCtxRecordEvent(usual, event));
  IS(cuEventQuery(event), CUDA_ERROR_NOT_READY);
  OK(cuStreamWriteValue32(streams[0], gates, 1, 0));
  OK(cuEventSynchronize(event));
  OK(cuCtxWaitEvent(usual, event));
  IS(cuCtxRecordEvent(nullptr, event), CUDA_ERROR_INVALID_CONTEXT);
  IS(cuCtxWaitEvent(usual, nullptr), CUDA_ERROR_INVALID_HANDLE);
  OK(cuStreamBeginCapture(streams[0], CU_STREAM_CAPTURE_MODE_RELAXED));
  IS(cuGreenCtxRecordEvent(green, event), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  CUgraph graph = nullptr;
  OK(cuStreamEndCapture(streams[0], &graph));
  OK(cuGreenCtxDestroy(green));
  CUexecAffinityParam affinity{};
  IS(cuCtxGetExecAffinity(&affinity, CU_EXEC_AFFINITY_TYPE_SM_COUNT),
     CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
  IS(cuCtxGetExecAffinity(nullptr, CU_EXEC_AFFINITY_TYPE_SM_COUNT), CUDA_ERROR_INVALID_VALUE);
}

}  // namespace

int main() {
  setenv("HEDDLE_GPU", "h200", 1);
  OK(cuInit(0));
  CUcontext context = nullptr;
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuCtxSetCurrent(context));
  split();
  run();
  events();
  std::puts("PASS");
}
