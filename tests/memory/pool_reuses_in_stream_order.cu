// SPDX-License-Identifier: Apache-2.0
// What a stream frees, its next allocation gets, though nothing of it has run yet; another stream
// gets it when it waits for the free, or when the free has ended.
#include "memory.h"

namespace {

constexpr size_t kBytes = 3 << 20;
cudaStream_t a, b;
unsigned* gates;
unsigned* dummy;

void* allocate(cudaStream_t stream) {
  void* p = nullptr;
  gate::ok(cudaMallocAsync(&p, kBytes, stream), "cudaMallocAsync");
  return p;
}
void release(void* p, cudaStream_t stream) {
  gate::ok(cudaFreeAsync(p, stream), "cudaFreeAsync");
}
void set(cudaMemPool_t pool, cudaMemPoolAttr attribute, int value) {
  gate::ok(cudaMemPoolSetAttribute(pool, attribute, &value), "cudaMemPoolSetAttribute");
}

}  // namespace

int main() {
  cudaMemPool_t pool;
  gate::ok(cudaDeviceGetDefaultMemPool(&pool, 0), "cudaDeviceGetDefaultMemPool");
  unsigned long long keep = ~0ull;
  gate::ok(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep), "threshold");
  gate::ok(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking), "a");
  gate::ok(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking), "b");
  gates = gate::pinned<unsigned>(8);
  gate::ok(cudaMalloc(&dummy, 64), "cudaMalloc");

  // In the same stream, behind a gate. What was written before the free is not disturbed.
  auto* first = static_cast<unsigned*>(allocate(a));
  auto* back = gate::pinned<unsigned>(2);
  gate::pass<<<1, 1, 0, a>>>(gates, first, 5);
  gate::ok(cudaMemcpyAsync(back, first, 4, cudaMemcpyDeviceToHost, a), "copy");
  release(first, a);
  auto* second = static_cast<unsigned*>(allocate(a));
  gate::that(first == second, "a stream gets what it freed");
  gate::write<<<1, 1, 0, a>>>(second, 6);
  gate::ok(cudaMemcpyAsync(back + 1, second, 4, cudaMemcpyDeviceToHost, a), "copy");
  gate::is(cudaStreamQuery(a), cudaErrorNotReady, "all of it waits");
  // Another stream does not get what is freed behind the gate: it would have to wait.
  release(second, a);
  set(pool, cudaMemPoolReuseAllowInternalDependencies, 0);
  void* other = allocate(b);
  gate::that(other != second, "another stream does not get what is in use");
  gate::ok(cudaStreamSynchronize(b), "b is not held up");
  // It does when it waits for the free.
  cudaEvent_t event;
  gate::ok(cudaEventCreate(&event), "event");
  gate::ok(cudaEventRecord(event, a), "record");
  gate::ok(cudaStreamWaitEvent(b, event, 0), "wait");
  set(pool, cudaMemPoolReuseFollowEventDependencies, 0);
  void* more = allocate(b);
  gate::that(more != second, "not when the pool must not follow events");
  set(pool, cudaMemPoolReuseFollowEventDependencies, 1);
  void* followed = allocate(b);
  gate::that(followed == second, "a stream that waits for the free gets it");
  // Or lets the pool make it wait.
  cudaStream_t c;
  gate::ok(cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking), "c");
  void* third = allocate(a);
  release(third, a);
  set(pool, cudaMemPoolReuseAllowInternalDependencies, 1);
  void* made = allocate(c);
  gate::that(made == third, "the pool makes a stream wait");
  gate::is(cudaStreamQuery(c), cudaErrorNotReady, "it waits");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaDeviceSynchronize(), "all");
  gate::that(back[0] == 5 && back[1] == 6, "each saw its own");

  // A free that has ended is everybody's, unless the pool must not be opportunistic.
  set(pool, cudaMemPoolReuseAllowInternalDependencies, 0);
  set(pool, cudaMemPoolReuseAllowOpportunistic, 0);
  void* last = allocate(a);
  release(last, a);
  while (cudaStreamQuery(a) == cudaErrorNotReady) {
  }
  void* unlike = allocate(b);
  gate::that(unlike != last, "not without the host having waited");
  gate::ok(cudaStreamSynchronize(a), "a");
  void* then = allocate(b);
  gate::that(then == last, "after the host has waited");
  release(then, b);
  set(pool, cudaMemPoolReuseAllowOpportunistic, 1);
  while (cudaStreamQuery(b) == cudaErrorNotReady) {
  }
  gate::that(allocate(a) == last, "a free that has ended");
  (void)cudaGetLastError();
  return gate::result();
}
