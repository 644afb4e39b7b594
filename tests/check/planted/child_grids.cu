// SPDX-License-Identifier: Apache-2.0
// Races between a grid and those that its code launches, and between these (CUDA C++ Programming
// Guide, "CUDA Dynamic Parallelism", "Memory Consistency and Coherence"): a child knows what its
// launching thread knew, nobody in the parent knows what a child does, and only the order of
// streams, events and tail launches is one between children.
// COMPILE: -rdc=true
#include "planted.h"

__global__ void reads(const int* x, int* y) {
  y[threadIdx.x] = x[threadIdx.x] + 1;  // ERROR race
}
__global__ void writes(int* x) {
  x[threadIdx.x] = 3 * threadIdx.x;  // ERROR race
}

// The threads of the block write what the child reads, and the one that launches has not met them.
__global__ void launch_without_barrier(int* x, int* y) {
  x[threadIdx.x] = threadIdx.x;  // ERROR race
  if (PLANT(false, true)) __syncthreads();
  if (threadIdx.x == 0) reads<<<1, 64>>>(x, y);
}
// The same in another block than the one that launches.
__global__ void other_block(int* x, int* y) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  if (PLANT(true, blockIdx.x == 1)) x[PLANT(i, threadIdx.x)] = i;  // ERROR race
  __syncthreads();
  if (blockIdx.x == 1 && threadIdx.x == 0) reads<<<1, 32>>>(x, y);
}
// The parent writes on when it has launched.
__global__ void write_behind(int* x, int* y) {
  x[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) reads<<<1, 32>>>(x, y);
  if (PLANT(true, false)) x[threadIdx.x] = 0;  // ERROR race
}
// It takes the child's result as if the launch were a call.
__global__ void read_behind(int* x, int* y) {
  if (threadIdx.x == 0) writes<<<1, 32>>>(x);
  __syncthreads();
  if (PLANT(true, false)) {
    y[threadIdx.x] = x[threadIdx.x];  // ERROR race
  } else if (threadIdx.x == 0) {
    reads<<<1, 32, 0, cudaStreamTailLaunch>>>(x, y);
  }
}

__global__ void first_stream(int* x) {
  x[threadIdx.x] = threadIdx.x;  // ERROR race
}
__global__ void second_stream(const int* x, int* y) {
  y[threadIdx.x] = x[31 - threadIdx.x];  // ERROR race
}
__global__ void two_streams(int* x, int* y) {
  if (threadIdx.x != 0) return;
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  first_stream<<<1, 32, 0, a>>>(x);
  second_stream<<<1, 32, 0, PLANT(b, a)>>>(x, y);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
// An event orders two streams.
__global__ void before_event(int* x) {
  x[threadIdx.x] = threadIdx.x;  // ERROR race
}
__global__ void after_event(int* x) {
  x[31 - threadIdx.x] *= 2;  // ERROR race
}
__global__ void with_an_event(int* x) {
  if (threadIdx.x != 0) return;
  cudaStream_t a, b;
  cudaEvent_t event;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  before_event<<<1, 32, 0, a>>>(x);
  cudaEventRecord(event, a);
  if (PLANT(false, true)) cudaStreamWaitEvent(b, event, 0);
  after_event<<<1, 32, 0, b>>>(x);
  cudaEventDestroy(event);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
__global__ void forgotten(int* x) {
  x[threadIdx.x] *= 2;  // ERROR race
}
__global__ void fire_and_forget(int* x) {
  if (threadIdx.x != 0) return;
  forgotten<<<1, 32, 0, PLANT(cudaStreamFireAndForget, nullptr)>>>(x);
  forgotten<<<1, 32, 0, PLANT(cudaStreamFireAndForget, nullptr)>>>(x);
}

// What a child launches belongs to it: what comes after the child comes after that, too.
__global__ void writes_below(int* x) {
  x[threadIdx.x] = threadIdx.x;  // ERROR race
}
__global__ void launches_writes(int* x) {
  if (threadIdx.x == 0) writes_below<<<1, 32>>>(x);
}
__global__ void reads_beside(const int* x, int* y) {
  y[threadIdx.x] = x[31 - threadIdx.x];  // ERROR race
}
__global__ void grandchild(int* x, int* y) {
  if (threadIdx.x != 0) return;
  launches_writes<<<1, 32>>>(x);
  reads_beside<<<1, 32, 0, PLANT(cudaStreamFireAndForget, nullptr)>>>(x, y);
}
// A chain of tail launches, each of the one before.
__global__ void chain(int* x, int left) {
  x[threadIdx.x] += left;
  if (threadIdx.x == 0 && left > 0) chain<<<1, 32, 0, cudaStreamTailLaunch>>>(x, left - 1);
}
// Each block has a null stream of its own.
__global__ void of_each_block(int* x) {
  x[threadIdx.x] += 1;  // ERROR race
}
__global__ void null_streams(int* x) {
  if (threadIdx.x != 0) return;
  if (PLANT(true, blockIdx.x == 0)) of_each_block<<<1, 32>>>(x);
  of_each_block<<<1, 32>>>(x + 32 * (blockIdx.x + 1));
}

int main() {
  int *x = make<int>(128), *y = make<int>(128);
  const auto next = [&] {
    good(cudaDeviceSynchronize());
    good(cudaMemset(x, 0, 512));
    good(cudaDeviceSynchronize());
  };
  launch_without_barrier<<<1, 64>>>(x, y);
  next();
  other_block<<<2, 32>>>(x, y);
  next();
  write_behind<<<1, 32>>>(x, y);
  next();
  read_behind<<<1, 32>>>(x, y);
  next();
  two_streams<<<1, 32>>>(x, y);
  next();
  with_an_event<<<1, 32>>>(x);
  next();
  fire_and_forget<<<1, 32>>>(x);
  next();
  grandchild<<<1, 32>>>(x, y);
  next();
  chain<<<1, 32>>>(x, 5);
  next();
  null_streams<<<2, 32>>>(x);
  next();
  // The host's next work comes after all that a launch has led to.
  writes<<<1, 32>>>(x);
  next();
  std::printf("done\n");
}
