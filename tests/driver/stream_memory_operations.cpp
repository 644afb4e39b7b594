// SPDX-License-Identifier: Apache-2.0
// A stream waits for a value in memory, whoever writes it, and writes one.
#include <chrono>
#include <cstdint>
#include <cstring>
#include <thread>

#include "words.h"

namespace {

constexpr int kCount = 70;

// The condition holds at once, or not until `then` is written.
void waits32(unsigned flags, std::uint32_t wanted, std::uint32_t first, std::uint32_t then) {
  CUstream in = stream();
  CUdeviceptr at = word(first);
  OK(cuStreamWaitValue32(in, at, wanted, flags));
  nothing_happens(in);
  CUstream other = stream();
  OK(cuStreamWriteValue32(other, at, then, CU_STREAM_WRITE_VALUE_DEFAULT));
  OK(cuStreamSynchronize(in));
  THAT(value<std::uint32_t>(at) == then);
  OK(cuStreamWaitValue32(in, at, wanted, flags));  // now at once
  OK(cuStreamSynchronize(in));
}

void waits64(unsigned flags, std::uint64_t wanted, std::uint64_t first, std::uint64_t then) {
  CUstream in = stream();
  CUdeviceptr at = word(first);
  OK(cuStreamWaitValue64(in, at, wanted, flags));
  nothing_happens(in);
  CUstream other = stream();
  OK(cuStreamWriteValue64(other, at, then, CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER));
  OK(cuStreamSynchronize(in));
  THAT(value<std::uint64_t>(at) == then);
}

// What comes after the wait sees what came before the write.
void orders_kernels(CUmodule module) {
  std::vector<float> ramp(kCount), seen(kCount);
  for (int i = 0; i < kCount; ++i) ramp[i] = static_cast<float>(i);
  CUdeviceptr x = 0, y = 0, z = 0, flag = word(0);
  for (CUdeviceptr* each : {&x, &y, &z}) {
    OK(cuMemAlloc(each, kCount * sizeof(float)));
    OK(cuMemsetD32(*each, 0, kCount));
  }
  OK(cuMemcpyHtoD(x, ramp.data(), kCount * sizeof(float)));
  CUstream first = stream(), second = stream();
  CUfunction axpy = function(module, "axpy");
  const auto launch = [&](CUstream in, CUdeviceptr to, CUdeviceptr from, float by) {
    int count = kCount;
    void* arguments[] = {&to, &from, &by, &count};
    OK(cuLaunchKernel(axpy, 3, 1, 1, 32, 1, 1, 0, in, arguments, nullptr));
  };
  OK(cuStreamWaitValue32(second, flag, 3, CU_STREAM_WAIT_VALUE_GEQ));
  launch(second, z, y, 2);
  nothing_happens(second);
  launch(first, y, x, 1000);
  OK(cuStreamWriteValue32(first, flag, 3, 0));
  OK(cuStreamSynchronize(second));
  OK(cuMemcpyDtoH(seen.data(), z, kCount * sizeof(float)));
  for (int i = 0; i < kCount; ++i) THAT(seen[i] == 2000.0f * i);
}

// Neither the threads of the pool nor the one of host functions are kept by what waits.
void the_host_writes() {
  void* host = nullptr;
  OK(cuMemHostAlloc(&host, 8, CU_MEMHOSTALLOC_DEVICEMAP));
  std::memset(host, 0, 8);
  const auto at = reinterpret_cast<CUdeviceptr>(host);
  std::vector<CUstream> waiting;
  for (int i = 0; i < 40; ++i) {
    waiting.push_back(stream());
    OK(cuStreamWaitValue32(waiting.back(), at, 7, CU_STREAM_WAIT_VALUE_EQ));
  }
  for (CUstream each : waiting) IS(cuStreamQuery(each), CUDA_ERROR_NOT_READY);
  CUstream other = stream();
  OK(cuLaunchHostFunc(
      other, [](void* word) { *static_cast<volatile std::uint32_t*>(word) = 7; }, host));
  for (CUstream each : waiting) OK(cuStreamSynchronize(each));
  OK(cuMemFreeHost(host));
}

void batches() {
  CUdeviceptr gate = word(0), low = word(~0ull), wide = word(0);
  CUstream in = stream();
  CUstreamBatchMemOpParams operations[4]{};
  operations[0].waitValue = {CU_STREAM_MEM_OP_WAIT_VALUE_32, gate, {5}, CU_STREAM_WAIT_VALUE_EQ, 0};
  operations[1].operation = CU_STREAM_MEM_OP_BARRIER;
  operations[2].writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_32, low, {0x1234}, 0, 0};
  operations[3].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
  operations[3].writeValue.address = wide;
  operations[3].writeValue.value64 = 0x123456789abcdef0;
  OK(cuStreamBatchMemOp(in, 4, operations, 0));
  nothing_happens(in);
  THAT(value<std::uint64_t>(low) == ~0ull);
  CUstream other = stream();
  OK(cuStreamWriteValue32(other, gate, 5, 0));
  OK(cuStreamSynchronize(in));
  THAT(value<std::uint64_t>(low) == 0xffffffff00001234);  // four bytes only
  THAT(value<std::uint64_t>(wide) == 0x123456789abcdef0);
  OK(cuStreamBatchMemOp(in, 0, nullptr, 0));
  IS(cuStreamBatchMemOp(in, 257, operations, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuStreamBatchMemOp(in, 1, nullptr, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuStreamBatchMemOp(in, 1, operations, 1), CUDA_ERROR_INVALID_VALUE);
  operations[1].operation = static_cast<CUstreamBatchMemOpType>(77);
  IS(cuStreamBatchMemOp(in, 4, operations, 0), CUDA_ERROR_INVALID_VALUE);
  operations[1].operation = CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES;
  IS(cuStreamBatchMemOp(in, 4, operations, 0), CUDA_ERROR_NOT_SUPPORTED);
}

void errors() {
  CUstream in = stream();
  CUdeviceptr at = word(0);
  IS(cuStreamWaitValue32(in, at + 2, 0, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuStreamWaitValue64(in, at + 4, 0, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuStreamWriteValue64(in, at + 4, 0, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuStreamWaitValue32(in, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
  IS(cuStreamWaitValue32(in, at, 0, 4), CUDA_ERROR_INVALID_VALUE);
  IS(cuStreamWriteValue32(in, at, 0, 2), CUDA_ERROR_INVALID_VALUE);
  IS(cuStreamWaitValue32(in, at, 0, CU_STREAM_WAIT_VALUE_FLUSH), CUDA_ERROR_NOT_SUPPORTED);
  int has = 0;
  CUdevice device = 0;
  OK(cuDeviceGetAttribute(&has, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, device));
  THAT(has == 1);
  OK(cuDeviceGetAttribute(&has, CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR, device));
  THAT(has == 1);
}

}  // namespace

int main() {
  OK(cuInit(0));
  CUcontext context = nullptr;
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuCtxSetCurrent(context));
  waits32(CU_STREAM_WAIT_VALUE_GEQ, 0xfffffff0, 0xffffff00, 5);  // cyclic: 5 comes after
  waits32(CU_STREAM_WAIT_VALUE_EQ, 17, 18, 17);
  waits32(CU_STREAM_WAIT_VALUE_AND, 0x0f00, 0xf0ff, 0x0400);
  waits32(CU_STREAM_WAIT_VALUE_NOR, 0xffff0000, 0x0000ffff, 0x0000fffe);
  waits64(CU_STREAM_WAIT_VALUE_GEQ, 1ull << 40, 0xffffffff, (1ull << 40) + 1);
  waits64(CU_STREAM_WAIT_VALUE_EQ, 5ull << 32, 5, 5ull << 32);
  waits64(CU_STREAM_WAIT_VALUE_AND, 1ull << 63, ~(1ull << 63), 1ull << 63);
  waits64(CU_STREAM_WAIT_VALUE_NOR, 0xffffffff, ~0ull, ~(1ull << 50));
  orders_kernels(kernels());
  the_host_writes();
  batches();
  errors();
  // The program ends although a stream waits.
  OK(cuStreamWaitValue32(stream(), word(0), 1, CU_STREAM_WAIT_VALUE_EQ));
  std::puts("PASS");
}
