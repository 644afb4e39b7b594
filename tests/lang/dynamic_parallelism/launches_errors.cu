// SPDX-License-Identifier: Apache-2.0
// options: -rdc=true
// Launches that are refused: each thread is told of its own, and nothing runs.
#include "../check.h"

__device__ unsigned ran;
__global__ void child(int) {
  atomicAdd(&ran, 1);
}

__global__ void refused(int* out) {
  const unsigned i = threadIdx.x;
  out += i * 8;
  out[0] = cudaGetLastError();
  if (i % 2) {
    child<<<0, 1>>>(1);
  } else {
    child<<<1, 2048>>>(1);
  }
  out[1] = cudaPeekAtLastError();
  out[2] = cudaGetLastError();
  out[3] = cudaGetLastError();
  if (i % 3 == 0) child<<<1, 1, 300000>>>(1);
  out[4] = cudaGetLastError();
  if (i % 4 == 0) child<<<1, 1, 0, (cudaStream_t)0x123456>>>(1);
  out[5] = cudaGetLastError();
#ifdef __HEDDLE__  // on an H100 the parent faults
  void (*none)(int) = (void (*)(int))0x1000;
  if (i % 5 == 0) none<<<1, 1>>>(1);
  out[6] = cudaGetLastError();
#else
  out[6] = i % 5 == 0 ? cudaErrorInvalidDeviceFunction : cudaSuccess;
#endif
  if (i % 5 == 1) child<<<1, 1>>>(1);
  out[7] = cudaGetLastError();
}

// The next block of the same thread has no error of the last one's.
__global__ void leaves_error(int* out) {
  out[2 * blockIdx.x] = cudaGetLastError();
  child<<<0, 1>>>(1);
  out[2 * blockIdx.x + 1] = cudaPeekAtLastError();
}

__global__ void streams(int* out) {
  cudaStream_t s;
  cudaEvent_t e;
  out[0] = cudaStreamCreateWithFlags(&s, 2);
  out[1] = cudaGetLastError();
  out[2] = cudaEventCreateWithFlags(&e, cudaEventDefault);
  out[3] = cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  out[4] = cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  out[5] = cudaStreamWaitEvent(s, e);
  out[6] = cudaEventRecord(e, cudaStreamTailLaunch);
  out[7] = cudaEventRecord(e, cudaStreamFireAndForget);
  out[8] = cudaStreamWaitEvent(cudaStreamTailLaunch, e);
  out[9] = cudaEventRecord(e, s);
  out[10] = cudaStreamDestroy(s);
  out[11] = cudaStreamDestroy(0);
  (void)cudaGetLastError();
  child<<<1, 1, 0, cudaStreamPerThread>>>(1);
  out[12] = cudaGetLastError();
  child<<<1, 1, 0, s>>>(1);
  out[13] = cudaGetLastError();
}

// No more can be pending than cudaLimitDevRuntimePendingLaunchCount says. What is in another stream
// may have begun; a tail has not.
__global__ void tails(int* out, int count) {
  for (int i = 0; i < count; ++i) {
    child<<<1, 1, 0, cudaStreamTailLaunch>>>(1);
    out[i] = cudaGetLastError();
  }
}

__global__ void __cluster_dims__(2, 1, 1) clustered(int) {
  if (threadIdx.x == 0) atomicAdd(&ran, 1);
}
__global__ void clusters(int* out) {
  clustered<<<4, 32>>>(1);
  out[0] = cudaGetLastError();
  clustered<<<3, 32>>>(1);
  out[1] = cudaGetLastError();
}

int main() {
  int* out;
  check::cuda(cudaMallocManaged(&out, 4096 * sizeof(int)), "out");
  refused<<<1, 70>>>(out);
  check::cuda(cudaDeviceSynchronize(), "refused");
  unsigned good = 0, count = 0;
  for (int i = 0; i < 70; ++i) {
    const int* at = out + 8 * i;
    check::equal(at[0], (int)cudaSuccess, "at first");
    check::equal(at[1], (int)cudaErrorInvalidConfiguration, "peek");
    check::equal(at[2], (int)cudaErrorInvalidConfiguration, "get");
    check::equal(at[3], (int)cudaSuccess, "get again");
    check::equal(at[4], i % 3 ? 0 : (int)cudaErrorInvalidConfiguration, "shared memory");
    check::equal(at[5], i % 4 ? 0 : (int)cudaErrorInvalidValue, "stream");
    check::equal(at[6], i % 5 ? 0 : (int)cudaErrorInvalidDeviceFunction, "function");
    check::equal(at[7], (int)cudaSuccess, "a good one");
    good += i % 5 == 1;
  }
  check::cuda(cudaMemcpyFromSymbol(&count, ran, sizeof count), "ran");
  check::equal(count, good, "only the good ones ran");

  leaves_error<<<100, 1>>>(out);
  check::cuda(cudaDeviceSynchronize(), "leaves_error");
  for (int i = 0; i < 100; ++i) {
    check::equal(out[2 * i], (int)cudaSuccess, "of another block");
    check::equal(out[2 * i + 1], (int)cudaErrorInvalidConfiguration, "of this block");
  }

  streams<<<1, 1>>>(out);
  check::cuda(cudaDeviceSynchronize(), "streams");
  const int wrong = cudaErrorInvalidValue;
  const int want[] = {wrong, wrong, wrong, 0, 0, 0, wrong, wrong, wrong, 0, 0, wrong, 0, wrong};
  for (int i = 0; i < 14; ++i) check::equal(out[i], want[i], "streams");

  size_t limit = 0;
  check::cuda(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount), "limit");
  check::equal(limit, (size_t)2048, "usual limit");
  check::cuda(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 1), "least limit");
  check::cuda(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount), "limit");
  check::equal(limit, (size_t)32, "least limit");
  check::cuda(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 100), "another limit");
  tails<<<1, 1>>>(out, 150);
  check::cuda(cudaDeviceSynchronize(), "tails");
  for (int i = 0; i < 150; ++i) {
    check::equal(out[i], i < 100 ? 0 : (int)cudaErrorLaunchPendingCountExceeded, "pending");
  }

  clusters<<<1, 1>>>(out);
  check::cuda(cudaDeviceSynchronize(), "clusters");
  check::equal(out[0], 0, "clusters");
  check::equal(out[1], (int)cudaErrorInvalidClusterSize, "no clusters");

  return check::result();
}
