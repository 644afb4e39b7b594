// SPDX-License-Identifier: Apache-2.0
// Kernels, copies and sets of streams that nothing orders, whenever they happen to run. With
// -DMENDED each has one of the orders that make it right.
#include "planted.h"

constexpr int kCount = 256;
constexpr std::size_t kBytes = kCount * sizeof(int);

struct Streams {
  cudaStream_t a, b, apart;
  cudaEvent_t event;
  Streams() {
    good(cudaStreamCreate(&a));
    good(cudaStreamCreate(&b));
    good(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
    good(cudaEventCreate(&event));
  }
  ~Streams() {
    good(cudaDeviceSynchronize());
    good(cudaStreamDestroy(a));
    good(cudaStreamDestroy(b));
    good(cudaStreamDestroy(apart));
    good(cudaEventDestroy(event));
  }
  // `after` goes on when `before` has come here.
  void order(cudaStream_t before, cudaStream_t after) const {
    good(cudaEventRecord(event, before));
    good(cudaStreamWaitEvent(after, event, 0));
  }
};

// All of it is there for whoever comes.
int* data() {
  int* memory = make<int>(kCount);
  good(cudaDeviceSynchronize());
  return memory;
}
int* pinned() {
  int* memory = nullptr;
  good(cudaMallocHost(&memory, kBytes));
  for (int i = 0; i < kCount; ++i) memory[i] = i;
  return memory;
}

__global__ void writes(int* y) {
  y[threadIdx.x] = 2 * threadIdx.x;
}
__global__ void reads(const int* y, int* sum) {
  atomicAdd(sum, y[threadIdx.x]);
}

// Two kernels in two streams.
__global__ void first_writes(int* y) {
  y[threadIdx.x] = threadIdx.x + clock64() % 2;  // ERROR race
}
__global__ void second_writes(int* y) {
  y[threadIdx.x] = threadIdx.x + 4;  // ERROR race
}
void two_kernels(const Streams& s) {
  int* y = data();
  first_writes<<<1, kCount, 0, s.a>>>(y);
  PLANT((void)0, s.order(s.a, s.b));
  second_writes<<<1, kCount, 0, s.b>>>(y);
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
}

// One has ended long before the other begins: a wait of the host's that sees nothing of it.
__global__ void ends_early(int* y) {
  y[threadIdx.x] = threadIdx.x + 1;  // ERROR race
}
__global__ void begins_late(int* y, int* sum) {
  atomicAdd(sum, y[threadIdx.x]);  // ERROR race
}
void long_after(const Streams& s) {
  int *y = data(), *sum = data();
  ends_early<<<1, kCount, 0, s.a>>>(y);
  usleep(20000);
  good(cudaStreamSynchronize(PLANT(s.b, s.a)));
  begins_late<<<1, kCount, 0, s.b>>>(y, sum);
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
  good(cudaFree(sum));
}

// The event is recorded before what it should stand for.
__global__ void behind_the_event(int* y) {
  y[threadIdx.x] = threadIdx.x + 3;  // ERROR race
}
__global__ void waits_for_too_little(int* y) {
  y[kCount - 1 - threadIdx.x] += 2;  // ERROR race
}
void recorded_too_early(const Streams& s) {
  int* y = data();
  PLANT(good(cudaEventRecord(s.event, s.a)), (void)0);
  behind_the_event<<<1, kCount, 0, s.a>>>(y);
  PLANT((void)0, good(cudaEventRecord(s.event, s.a)));
  good(cudaStreamWaitEvent(s.b, s.event, 0));
  waits_for_too_little<<<1, kCount, 0, s.b>>>(y);
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
}

// The wait comes too late.
__global__ void before_the_wait(int* y, int* sum) {
  atomicAdd(sum, y[threadIdx.x]);  // ERROR race
}
__global__ void is_waited_for(int* y) {
  y[threadIdx.x] = threadIdx.x + 6;  // ERROR race
}
void waits_too_late(const Streams& s) {
  int *y = data(), *sum = data();
  is_waited_for<<<1, kCount, 0, s.a>>>(y);
  good(cudaEventRecord(s.event, s.a));
  PLANT((void)0, good(cudaStreamWaitEvent(s.b, s.event, 0)));
  before_the_wait<<<1, kCount, 0, s.b>>>(y, sum);
  PLANT(good(cudaStreamWaitEvent(s.b, s.event, 0)), (void)0);
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
  good(cudaFree(sum));
}

// The default stream does not wait for a non-blocking one, nor that for it.
__global__ void of_the_default_stream(int* y) {
  y[threadIdx.x] = threadIdx.x + 7;  // ERROR race
}
__global__ void stands_apart(int* y) {
  y[threadIdx.x] *= 3;  // ERROR race
}
void apart_from_default(const Streams& s) {
  int* y = data();
  of_the_default_stream<<<1, kCount>>>(y);
  stands_apart<<<1, kCount, 0, PLANT(s.apart, s.a)>>>(y);
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
}
__global__ void stood_apart(int* y) {
  y[threadIdx.x] = threadIdx.x + 8;  // ERROR race
}
__global__ void default_comes_later(int* y, int* sum) {
  atomicAdd(sum, y[threadIdx.x]);  // ERROR race
}
void default_after_apart(const Streams& s) {
  int *y = data(), *sum = data();
  stood_apart<<<1, kCount, 0, s.apart>>>(y);
  PLANT((void)0, good(cudaStreamSynchronize(s.apart)));
  default_comes_later<<<1, kCount>>>(y, sum);
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
  good(cudaFree(sum));
}

// A thread's own default stream is a stream like others.
__global__ void of_this_thread(int* y) {
  y[threadIdx.x] = threadIdx.x + 9;  // ERROR race
}
__global__ void of_another_stream(int* y) {
  y[threadIdx.x] += 5;  // ERROR race
}
void per_thread_default(const Streams& s) {
  int* y = data();
  of_this_thread<<<1, kCount, 0, cudaStreamPerThread>>>(y);
  PLANT((void)0, s.order(cudaStreamPerThread, s.b));
  of_another_stream<<<1, kCount, 0, s.b>>>(y);
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
}

// Copies against kernels.
void copy_reads(const Streams& s) {
  int *y = data(), *h = pinned();
  writes<<<1, kCount, 0, s.a>>>(y);
  PLANT((void)0, s.order(s.a, s.b));
  good(cudaMemcpyAsync(h, y, kBytes, cudaMemcpyDeviceToHost, s.b));  // ERROR race
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
  good(cudaFreeHost(h));
}
void copy_writes(const Streams& s) {
  int *y = data(), *h = pinned(), *sum = data();
  good(cudaMemcpyAsync(y, h, kBytes, cudaMemcpyHostToDevice, s.a));  // ERROR race
  PLANT((void)0, s.order(s.a, s.b));
  reads<<<1, kCount, 0, s.b>>>(y, sum);
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
  good(cudaFree(sum));
  good(cudaFreeHost(h));
}
// Overwritten while the kernel may read it still.
void next_input(const Streams& s) {
  int *y = data(), *h = pinned(), *sum = data();
  reads<<<1, kCount, 0, s.a>>>(y, sum);
  PLANT((void)0, good(cudaStreamSynchronize(s.a)));
  good(cudaMemcpyAsync(y, h, kBytes, cudaMemcpyHostToDevice, s.b));  // ERROR race
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
  good(cudaFree(sum));
  good(cudaFreeHost(h));
}
// Of pageable memory the source has been read when the call returns, the target has not been
// written.
void pageable_source(const Streams& s) {
  int *y = data(), *sum = data();
  int h[kCount] = {1, 2, 3};
  good(cudaMemcpyAsync(y, h, kBytes, cudaMemcpyHostToDevice, s.a));  // ERROR race
  PLANT((void)0, s.order(s.a, s.b));
  reads<<<1, kCount, 0, s.b>>>(y, sum);
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
  good(cudaFree(sum));
}
void two_copies(const Streams& s) {
  int *y = data(), *z = data(), *h = pinned();
  good(cudaMemcpyAsync(h, y, kBytes, cudaMemcpyDeviceToHost, s.a));  // ERROR race
  PLANT((void)0, good(cudaStreamSynchronize(s.a)));
  good(cudaMemcpyAsync(z, h, kBytes, cudaMemcpyHostToDevice, s.b));  // ERROR race
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
  good(cudaFree(z));
  good(cudaFreeHost(h));
}
// Columns: only some of them are the kernel's.
__global__ void writes_column(int* y) {
  y[16 * threadIdx.x + 3] = threadIdx.x;
}
void columns(const Streams& s) {
  int *y = data(), *h = pinned();
  writes_column<<<1, 16, 0, s.a>>>(y);
  const int first = PLANT(2, 4);  // the columns 2 and 3, or 4 and 5
  good(cudaMemcpy2DAsync(h, 8, y + first, 64, 8, 16, cudaMemcpyDeviceToHost, s.b));  // ERROR race
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
  good(cudaFreeHost(h));
}

// Sets.
void set_and_kernel(const Streams& s) {
  int* y = data();
  good(cudaMemsetAsync(y, 0, kBytes, s.a));  // ERROR race
  writes<<<1, kCount, 0, PLANT(s.b, s.a)>>>(y);
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
}
// cudaMemset does not wait for device memory to be set.
void blocking_set(const Streams& s) {
  int *y = data(), *sum = data();
  good(cudaMemset(y, 1, kBytes));  // ERROR race
  PLANT((void)0, good(cudaStreamSynchronize(nullptr)));
  reads<<<1, kCount, 0, s.apart>>>(y, sum);
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
  good(cudaFree(sum));
}
void set_of_rows(const Streams& s) {
  int *y = data(), *sum = data();
  reads<<<1, kCount, 0, s.a>>>(y, sum);
  PLANT((void)0, good(cudaEventRecord(s.event, s.a)));
  PLANT((void)0, good(cudaEventSynchronize(s.event)));
  good(cudaMemset2DAsync(y, 64, 7, 4, 16, s.b));  // ERROR race
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
  good(cudaFree(sum));
}

// Variables.
__device__ int table[kCount];
__constant__ int factor;
__global__ void looks_up(int* sum) {
  atomicAdd(sum, table[threadIdx.x]);
}
__global__ void multiplies(int* sum) {
  atomicAdd(sum, threadIdx.x * factor);
}
void symbols(const Streams& s) {
  int *sum = data(), *h = pinned();
  looks_up<<<1, kCount, 0, s.a>>>(sum);
  good(cudaMemcpyToSymbolAsync(table, h, kBytes, 0, cudaMemcpyHostToDevice,  // ERROR race
                               PLANT(s.b, s.a)));
  good(cudaDeviceSynchronize());
  good(cudaMemcpyToSymbolAsync(factor, h, 4, 0, cudaMemcpyHostToDevice, s.a));  // ERROR race
  multiplies<<<1, kCount, 0, PLANT(s.b, s.a)>>>(sum);
  good(cudaDeviceSynchronize());
  good(cudaFree(sum));
  good(cudaFreeHost(h));
}

// A kernel that uses pinned memory as it lies.
void mapped(const Streams& s) {
  int *h = pinned(), *y = data();
  writes<<<1, kCount, 0, s.a>>>(h);
  PLANT((void)0, s.order(s.a, s.b));
  good(cudaMemcpyAsync(y, h, kBytes, cudaMemcpyHostToDevice, s.b));  // ERROR race
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
  good(cudaFreeHost(h));
}

// Right: all that orders.
void in_order(const Streams& s) {
  int *y = data(), *z = data(), *sum = data(), *h = pinned();
  writes<<<1, kCount, 0, s.a>>>(y);
  writes<<<1, kCount, 0, s.a>>>(y);  // the same stream
  writes<<<1, kCount>>>(y);          // the default stream, and back
  writes<<<1, kCount, 0, s.b>>>(y);
  good(cudaMemcpy(h, y, kBytes, cudaMemcpyDeviceToHost));
  writes<<<1, kCount, 0, s.apart>>>(y);  // the copy has been waited for
  while (cudaStreamQuery(s.apart) == cudaErrorNotReady) usleep(100);
  cudaGetLastError();
  writes<<<1, kCount, 0, s.a>>>(y);
  good(cudaEventRecord(s.event, s.a));
  while (cudaEventQuery(s.event) == cudaErrorNotReady) usleep(100);
  cudaGetLastError();
  writes<<<1, kCount, 0, s.b>>>(y);
  good(cudaDeviceSynchronize());
  // Other parts of the same memory, lines of the cache apart or not.
  writes<<<1, 64, 0, s.a>>>(y);
  writes<<<1, 67, 0, s.b>>>(y + 64);
  good(cudaMemsetAsync(y + 131, 0, 4, s.apart));
  // Readers, and atomic operations.
  reads<<<1, kCount, 0, s.a>>>(z, sum);
  reads<<<1, kCount, 0, s.b>>>(z, sum);
  good(cudaMemcpyAsync(h, z, kBytes, cudaMemcpyDeviceToHost, s.apart));
  good(cudaFree(z));  // waits
  writes<<<1, kCount, 0, s.a>>>(y);
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
  good(cudaFree(sum));
  good(cudaFreeHost(h));
}

int main() {
  const Streams s;
  two_kernels(s);
  long_after(s);
  recorded_too_early(s);
  waits_too_late(s);
  apart_from_default(s);
  default_after_apart(s);
  per_thread_default(s);
  copy_reads(s);
  copy_writes(s);
  next_input(s);
  pageable_source(s);
  two_copies(s);
  columns(s);
  set_and_kernel(s);
  blocking_set(s);
  set_of_rows(s);
  symbols(s);
  mapped(s);
  in_order(s);
}
