// SPDX-License-Identifier: Apache-2.0
#include "checker/explain.h"

#include <fmt/format.h>

namespace heddle::checker {
namespace {

struct Text {
  std::string_view meaning, example, mend;
};

// A switch, so that the compiler names the class that has no text.
Text text_of(Class id) {
  switch (id) {
    case Class::kOutOfBounds:
      return {
          "The pointer belongs to an object (an allocation, a variable, a __shared__ or local "
          "array),\n"
          "and the address lies outside of it. It may lie in another object: then the program "
          "reads or\n"
          "overwrites that one's data, and no GPU says so.",
          "if (i <= n) y[i] = 0;             // y has n elements", "if (i < n) y[i] = 0;"};
    case Class::kMisaligned:
      return {"An access of 2, 4, 8 or 16 bytes needs an address that is a multiple of that.",
              "float4 v = *(float4*)(p + 1);     // p is a float*",
              "float4 v = *(float4*)(p + 4);     // or load four floats"};
    case Class::kNullPointer:
      return {
          "The pointer is null, or an element or member behind a null pointer is accessed: mostly "
          "an\n"
          "allocation failed or was forgotten.",
          "kernel<<<1, 32>>>(nullptr);",
          "Look at what cudaMalloc returned; test optional pointers in the kernel."};
    case Class::kHostPointer:
      return {
          "The address is memory of the host program (malloc, new, a stack or a global variable). "
          "A GPU\n"
          "without access to pageable memory cannot use it.",
          "float a[32]; kernel<<<1, 32>>>(a);",
          "Copy the data to memory of cudaMalloc, or use cudaMallocManaged or cudaMallocHost."};
    case Class::kInvalidAddress:
      return {
          "The address lies in no memory at all: an uninitialised or overwritten pointer, or an "
          "index\n"
          "that is far out of range.",
          "p[-1 + (1ull << 40)] = 0;", "Look at how the pointer and the index are computed."};
    case Class::kPeerAccess:
      return {
          "Memory of another device can be used once access is enabled: cudaDeviceEnablePeerAccess "
          "for what\n"
          "cudaMalloc gives, cudaMemPoolSetAccess for pools, cuMemSetAccess for mapped memory. "
          "Without, a GPU\n"
          "ends the kernel with cudaErrorIllegalAddress.",
          "cudaSetDevice(1); kernel<<<1, 32>>>(memory_of_device_0);",
          "cudaSetDevice(1); cudaDeviceEnablePeerAccess(0, 0);   // once, before the launch"};
    case Class::kConstantWrite:
      return {
          "A __constant__ variable can be written by the host only (cudaMemcpyToSymbol).\n"
          "Mapped memory that cuMemSetAccess lets the device read can be read by it only.",
          "*(int*)&limit = 3;                // __constant__ int limit;",
          "Make it a __device__ variable."};
    case Class::kUseAfterFree:
      return {
          "The memory was freed before the access: cudaFree came too early, or a pointer was "
          "kept.\n"
          "Shared memory of another block of a cluster goes when that block ends: it has to wait.",
          "cudaFree(y); kernel<<<1, 32>>>(y);", "Free after the last use."};
    case Class::kDoubleFree:
      return {"The allocation was freed before, and has not been allocated again since.",
              "cudaFree(y); cudaFree(y);", "Let one owner free it; set the pointer to null."};
    case Class::kInvalidFree:
      return {"Only what an allocation returned can be freed, by the call that belongs to it.",
              "cudaFree(y + 1);", "cudaFree(y);"};
    case Class::kLeak:
      return {"At the end of the program the allocation was not freed (--leak-check full).",
              "cudaMalloc(&y, n); return 0;", "cudaFree(y);"};
    case Class::kDevicePointer:
      return {
          "What cudaMalloc returned is memory of the GPU: the host program can neither read nor "
          "write it.",
          "cudaMalloc(&y, n); y[0] = 1;", "cudaMemcpy(y, &one, sizeof one, cudaMemcpyDefault);"};
    case Class::kLaunchFailure:
      return {
          "A thread trapped, an assertion failed, a call went through a pointer that is null or "
          "points to no\n"
          "function, or the stack was full. The launch ends, and every later call for the device "
          "answers its\n"
          "error, wherever that call is.",
          "void (*f)(int*) = nullptr; f(y);", "Set f before it is called."};
    case Class::kDivergentBarrier:
      return {
          "__syncthreads() waits for all threads of the block that have not ended. Where a "
          "condition\n"
          "differs within a warp, some of its threads come and others do not, or they come "
          "elsewhere.",
          "if (threadIdx.x < 16) __syncthreads();", "Move the barrier out of the condition."};
    case Class::kBarrierNotReached:
      return {
          "Every thread of the block that is left waits at a barrier, and none of the barriers has "
          "all\n"
          "its threads: the kernel hangs.",
          "if (threadIdx.x < 32) bar_sync(1, 64); else bar_sync(2, 64);",
          "Let all threads that a barrier counts come to it."};
    case Class::kDeadlock:
      return {
          "Every thread that is left waits in a loop or at a barrier, and none of them can write "
          "what the\n"
          "others wait for: a GPU hangs. Often a lock is taken twice or not given back, a flag is "
          "set by a\n"
          "thread that waits itself, or a block waits for one that cannot begin while it runs.",
          "while (atomicCAS(lock, 0, 1)) {}  // and nobody sets *lock to 0",
          "atomicExch(lock, 0) behind the section, on every way out of it."};
    case Class::kBarrierCount:
      return {
          "A barrier with a number of threads (bar.sync id, n) needs a multiple of 32 that the "
          "block\n"
          "can supply, and the same number from everybody who comes.",
          "asm(\"bar.sync 1, 48;\");", "asm(\"bar.sync 1, 64;\");"};
    case Class::kBarrierMisuse:
      return {
          "An mbarrier (cuda::barrier and cuda::pipeline are made of them) has to be initialised "
          "once, by\n"
          "one thread, before others use it; in each phase exactly as many arrive as it was "
          "initialised for,\n"
          "and all bytes that it was told to expect have to be copied.",
          "init(&barrier, 32); /* 64 threads: */ barrier.arrive();",
          "init(&barrier, 64); __syncthreads(); barrier.arrive();"};
    case Class::kAllocationOrder:
      return {
          "cudaMallocAsync and cudaFreeAsync are work of their stream: another stream may use the "
          "memory\n"
          "only after the allocation and before the free, which events or waits have to order.",
          "kernel<<<1, 32, 0, a>>>(p); cudaFreeAsync(p, b);",
          "cudaEventRecord(done, a); cudaStreamWaitEvent(b, done); cudaFreeAsync(p, b);"};
    case Class::kHostMemoryInUse:
      return {
          "A copy or a kernel of a stream uses pinned memory, and the host frees it without having "
          "waited\n"
          "for that work. The free may wait by itself, which no document promises.",
          "cudaMemcpyAsync(d, pinned, n, cudaMemcpyDefault, s); cudaFreeHost(pinned);",
          "cudaStreamSynchronize(s); cudaFreeHost(pinned);"};
    case Class::kAsyncCopy:
      return {
          "cp.async (__pipeline_memcpy_async, cuda::memcpy_async) goes on while its thread does. "
          "What it\n"
          "writes may be used by the thread after its wait, and by others after a barrier behind "
          "that wait.",
          "__pipeline_commit(); __syncthreads(); x = tile[i];",
          "__pipeline_commit(); __pipeline_wait_prior(0); __syncthreads(); x = tile[i];"};
    case Class::kAsyncCopyDropped:
      return {
          "The block has ended, and its shared memory with it, before a thread waited for its "
          "copies: they\n"
          "were of no use, or their wait was forgotten.",
          "__pipeline_memcpy_async(&tile[i], x, 4); return;",
          "Do not ask for copies that nobody uses, or wait for them: __pipeline_wait_prior(0)."};
    case Class::kArithmetic:
      return {
          "A signed integer overflows, a shift is as wide as the number or wider, a division is by "
          "zero, a\n"
          "float does not fit the integer that it becomes, or NaN is computed from numbers. Only "
          "looked for\n"
          "with --check-arithmetic yes, and only where the result is certainly used.",
          "int at = row * width + column;    // row * width is above 2^31 - 1",
          "long long at = static_cast<long long>(row) * width + column;"};
    case Class::kCallerNotInMask:
      return {"A thread that calls a warp operation must be named in the mask that it gives.",
              "if (lane >= 16) __syncwarp(0x0000ffff);", "if (lane >= 16) __syncwarp(0xffff0000);"};
    case Class::kMissingLane:
      return {
          "All threads that a mask names must execute the operation with that mask. Here one of "
          "them\n"
          "goes another way: the others hang on some GPUs, and get any value on others.",
          "if (lane < 16) v += __shfl_down_sync(0xffffffff, v, 8);",
          "if (lane < 16) v += __shfl_down_sync(0x0000ffff, v, 8);"};
    case Class::kRace:
      return {
          "Two threads access the same bytes, at least one writes, and no barrier, fence with "
          "atomic\n"
          "operation, or end of a kernel stands between them. The result depends on who is first.",
          "tile[threadIdx.x] = x; sum = tile[threadIdx.x ^ 1];",
          "tile[threadIdx.x] = x; __syncthreads(); sum = tile[threadIdx.x ^ 1];"};
    case Class::kRaceSameValue:
      return {
          "Several threads write the same value without order. GPUs do what is meant, but C++ does "
          "not\n"
          "promise it: a warning.",
          "if (found) *flag = 1;", "if (found) atomicExch(flag, 1);"};
    case Class::kRaceScope:
      return {
          "The threads are ordered by an atomic operation or fence whose scope (block, device) "
          "does not\n"
          "hold both of them.",
          "atomicAdd_block(&count, 1);       // from two blocks", "atomicAdd(&count, 1);"};
    case Class::kApiError:
      return {
          "A call answered an error code, and neither cudaGetLastError nor cudaPeekAtLastError was "
          "called in\n"
          "its thread afterwards, so that the program may have gone on without what it asked for. "
          "Launches\n"
          "have no return value: without such a call their errors are lost. (A program that looks "
          "at the\n"
          "return value alone is reported, too: whether it does cannot be seen from outside.)",
          "kernel<<<1, 2048>>>(y);            // no block has 2048 threads",
          "CHECK(cudaGetLastError()) after the launch, and fewer threads."};
    case Class::kUninitialised:
      return {
          "Nobody has written the memory since it was allocated (or, of __shared__ memory, since "
          "the block\n"
          "began), and the value that is read decides a branch, an address or a result. Copying "
          "such bytes\n"
          "is no error: the copy is uninitialised, too.",
          "cudaMalloc(&sum, 4); add<<<8, 256>>>(sum);   // sum is added to",
          "cudaMemset(sum, 0, 4) before the kernel."};
  }
  return {};
}

}  // namespace

std::string explain(Class id) {
  const auto& about = row(id);
  const Text text = text_of(id);
  return fmt::format("{} ({})\n{}\n\n{}\n\nExample:\n    {}\nMend:\n    {}\n", about.name,
                     about.level == Level::kError ? "error" : "warning", about.sentence,
                     text.meaning, text.example, text.mend);
}

std::string names_of_classes() {
  std::string text;
  for (const auto& about : kClasses) {
    if (!text.empty()) text += ", ";
    text += about.name;
  }
  return text;
}

}  // namespace heddle::checker
