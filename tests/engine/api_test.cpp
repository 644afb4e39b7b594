// SPDX-License-Identifier: Apache-2.0
// The runtime API from a host program: the answers of an H200 (error_codes.txt) and round trips.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

// Has no declaration: graphics are not there.
extern "C" cudaError_t cudaGraphicsUnregisterResource();

namespace {

class Api : public testing::Test {
 protected:
  void SetUp() override {
    (void)cudaGetLastError();
    ASSERT_EQ(cudaMalloc(&device_, 256), cudaSuccess);
  }
  void TearDown() override { EXPECT_EQ(cudaFree(device_), cudaSuccess); }
  char* device() const { return static_cast<char*>(device_); }
  void* device_ = nullptr;
};

TEST_F(Api, AnswersAsTheDeviceDoes) {
  void* p = nullptr;
  int host[100] = {};
  EXPECT_EQ(cudaMalloc(&p, std::size_t{1} << 50), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaMalloc(&p, 0), cudaSuccess);
  EXPECT_EQ(cudaMalloc(nullptr, 4), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(reinterpret_cast<void*>(0x1234)), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device_, nullptr, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(nullptr, device_, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device_, host, 400, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device_, host, 4, static_cast<cudaMemcpyKind>(9)),
            cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpy(host, device_, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(device_, 0, 1 << 20), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol("x", host, 4, 0, cudaMemcpyHostToDevice), cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaStreamDestroy(nullptr), cudaErrorInvalidResourceHandle);
  ASSERT_EQ(cudaMalloc(&p, 256), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(device() + 4), cudaErrorInvalidValue);
}

TEST_F(Api, LastErrorIsOfTheThreadAndClears) {
  EXPECT_EQ(cudaMalloc(nullptr, 4), cudaErrorInvalidValue);
  std::thread([] { EXPECT_EQ(cudaGetLastError(), cudaSuccess); }).join();
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_STREQ(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory");
  EXPECT_STREQ(cudaGetErrorString(static_cast<cudaError_t>(12345)), "unrecognized error code");
}

TEST_F(Api, CopiesRoundTrip) {
  char host[256], back[256] = {};
  for (int i = 0; i < 256; ++i) host[i] = static_cast<char>(i * 3);
  void* other = nullptr;
  ASSERT_EQ(cudaMalloc(&other, 256), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device_, host, 256, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(other, device_, 256, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaMemset(other, 9, 10), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(back, other, 256, cudaMemcpyDeviceToHost, nullptr), cudaSuccess);
  EXPECT_EQ(back[9], 9);
  EXPECT_EQ(std::memcmp(back + 10, host + 10, 246), 0);
  EXPECT_EQ(cudaFree(other), cudaSuccess);
}

TEST_F(Api, PitchedAndThreeDimensionalCopies) {
  void* p = nullptr;
  std::size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&p, &pitch, 100, 7), cudaSuccess);
  EXPECT_EQ(pitch % 512, 0u);
  std::vector<char> host(700), back(700);
  for (std::size_t i = 0; i < 700; ++i) host[i] = static_cast<char>(i);
  EXPECT_EQ(cudaMemcpy2D(p, pitch, host.data(), 100, 100, 7, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemset2D(static_cast<char*>(p) + 5, pitch, 77, 3, 7), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(back.data(), 100, p, pitch, 100, 7, cudaMemcpyDeviceToHost), cudaSuccess);
  for (std::size_t i = 0; i < 700; ++i) {
    const bool filled = i % 100 >= 5 && i % 100 < 8;
    ASSERT_EQ(back[i], filled ? 77 : host[i]) << i;
  }
  EXPECT_EQ(cudaMemcpy2D(p, 99, host.data(), 100, 100, 7, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaFree(p), cudaSuccess);

  cudaPitchedPtr box{};
  const cudaExtent extent{20, 5, 4};
  ASSERT_EQ(cudaMalloc3D(&box, extent), cudaSuccess);
  cudaMemcpy3DParms to{};
  to.srcPtr = {host.data(), 20, 20, 5};
  to.dstPtr = box;
  to.extent = extent;
  to.kind = cudaMemcpyHostToDevice;
  EXPECT_EQ(cudaMemcpy3D(&to), cudaSuccess);
  cudaMemcpy3DParms from{};
  from.srcPtr = box;
  from.srcPos = {2, 1, 1};
  from.dstPtr = {back.data(), 10, 10, 3};
  from.extent = {10, 3, 2};
  from.kind = cudaMemcpyDeviceToHost;
  EXPECT_EQ(cudaMemcpy3D(&from), cudaSuccess);
  for (std::size_t z = 0; z < 2; ++z) {
    for (std::size_t y = 0; y < 3; ++y) {
      for (std::size_t x = 0; x < 10; ++x) {
        ASSERT_EQ(back[30 * z + 10 * y + x], host[100 * (z + 1) + 20 * (y + 1) + x + 2]);
      }
    }
  }
  EXPECT_EQ(cudaFree(box.ptr), cudaSuccess);
}

TEST_F(Api, PointersAreKnown) {
  cudaPointerAttributes a{};
  EXPECT_EQ(cudaPointerGetAttributes(&a, device() + 100), cudaSuccess);
  EXPECT_EQ(a.type, cudaMemoryTypeDevice);
  EXPECT_EQ(a.devicePointer, device() + 100);
  EXPECT_EQ(a.hostPointer, nullptr);
  int local = 0;
  EXPECT_EQ(cudaPointerGetAttributes(&a, &local), cudaSuccess);
  EXPECT_EQ(a.type, cudaMemoryTypeUnregistered);
  EXPECT_EQ(cudaHostRegister(&local, sizeof local, 0), cudaSuccess);
  EXPECT_EQ(cudaHostRegister(&local, sizeof local, 0), cudaErrorHostMemoryAlreadyRegistered);
  EXPECT_EQ(cudaPointerGetAttributes(&a, &local), cudaSuccess);
  EXPECT_EQ(a.type, cudaMemoryTypeHost);
  EXPECT_EQ(cudaHostUnregister(reinterpret_cast<char*>(&local) + 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaHostUnregister(&local), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(&local), cudaErrorHostMemoryNotRegistered);
  int* managed = nullptr;
  EXPECT_EQ(cudaMallocManaged(reinterpret_cast<void**>(&managed), 64, cudaMemAttachGlobal),
            cudaSuccess);
  *managed = 3;
  EXPECT_EQ(cudaPointerGetAttributes(&a, managed), cudaSuccess);
  EXPECT_EQ(a.type, cudaMemoryTypeManaged);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
  void *pinned = nullptr, *seen = nullptr;
  EXPECT_EQ(cudaHostAlloc(&pinned, 100, cudaHostAllocMapped), cudaSuccess);
  EXPECT_EQ(cudaHostGetDevicePointer(&seen, pinned, 0), cudaSuccess);
  EXPECT_EQ(seen, pinned);
  EXPECT_EQ(cudaFree(pinned), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(pinned), cudaErrorInvalidValue);
}

TEST_F(Api, MemoryInfoFollowsAllocations) {
  std::size_t before = 0, after = 0, total = 0;
  ASSERT_EQ(cudaMemGetInfo(&before, &total), cudaSuccess);
  EXPECT_LE(before, total);
  void* p = nullptr;
  ASSERT_EQ(cudaMalloc(&p, 64 << 20), cudaSuccess);
  ASSERT_EQ(cudaMemGetInfo(&after, &total), cudaSuccess);
  EXPECT_EQ(before - after, std::size_t{64} << 20);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
}

TEST_F(Api, StreamsRunCallbacksAndEventsMeasureTime) {
  cudaStream_t stream = nullptr;
  cudaEvent_t start = nullptr, end = nullptr, quiet = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
  ASSERT_EQ(cudaEventCreateWithFlags(&quiet, cudaEventDisableTiming), cudaSuccess);
  unsigned flags = 0;
  EXPECT_EQ(cudaStreamGetFlags(stream, &flags), cudaSuccess);
  EXPECT_EQ(flags, unsigned{cudaStreamNonBlocking});
  float ms = 0;
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, end), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventRecord(start, stream), cudaSuccess);
  int calls = 0;
  EXPECT_EQ(cudaLaunchHostFunc(
                stream,
                [](void* n) {
                  std::this_thread::sleep_for(std::chrono::milliseconds(5));
                  ++*static_cast<int*>(n);
                },
                &calls),
            cudaSuccess);
  EXPECT_EQ(cudaEventRecord(end, stream), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(quiet, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, end), cudaSuccess);
  EXPECT_GE(ms, 5.0f);
  EXPECT_LT(ms, 500.0f);
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, quiet), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamWaitEvent(stream, end, 0), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
  for (cudaEvent_t event : {start, end, quiet}) EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(start), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(stream), cudaErrorInvalidResourceHandle);
}

TEST_F(Api, WhatIsMissingSaysSoOnce) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(cudaGraphicsUnregisterResource(), cudaErrorNotSupported);
  EXPECT_EQ(cudaGraphicsUnregisterResource(), cudaErrorNotSupported);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "heddle: cudaGraphicsUnregisterResource is not supported\n");
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
}

}  // namespace
