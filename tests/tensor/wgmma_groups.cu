// SPDX-License-Identifier: Apache-2.0
// heavy: 160
// When one thread of a warpgroup has waited for its products, the operands of all four warps may be
// overwritten: a producer does so, many times, in one place.
#include "wgmma_test.cuh"

constexpr int kSteps = 24, kThreads = 160;  // the last warp produces

__device__ void wait(unsigned barrier, unsigned parity) {
  asm volatile(
      "{ .reg .pred done;\n"
      "again: mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n"
      "@!done bra again; }" ::"r"(barrier),
      "r"(parity)
      : "memory");
}
__device__ void arrive(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(barrier) : "memory");
}

// pending: groups of products that may still be under way when the one before is given back.
template <int PENDING>
__global__ void pipeline(float* d) {
  constexpr Layout of_a{k64, false, 64, 32 * 2}, of_b{k32, false, 8, 32};
  constexpr int kStages = PENDING + 1;
  __shared__ __align__(1024) std::uint8_t a[kStages][64 * 64], b[kStages][1024];
  __shared__ unsigned long long full[kStages], empty[kStages];
  if (threadIdx.x == 0) {
    for (int s = 0; s < kStages; ++s) {
      asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(shared_address(&full[s])));
      asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared_address(&empty[s])));
    }
  }
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (threadIdx.x >= 128) {
    for (int step = 0; step < kSteps; ++step) {
      const int s = step % kStages;
      wait(shared_address(&empty[s]), step / kStages % 2 ^ 1);
      for (int i = lane; i < 64 * 16; i += 32)
        *reinterpret_cast<__half*>(a[s] + of_a.place(i / 16, i % 16 * 2)) =
            static_cast<float>(value(step, i / 16, i % 16));
      for (int i = lane; i < 8 * 16; i += 32)
        *reinterpret_cast<__half*>(b[s] + of_b.place(i / 16, i % 16 * 2)) =
            static_cast<float>(value(step + 100, i / 16, i % 16));
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      arrive(shared_address(&full[s]));
    }
    return;
  }
  float sums[4] = {};
  for (int step = 0; step < kSteps; ++step) {
    const int s = step % kStages;
    wait(shared_address(&full[s]), step / kStages % 2);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "l"(of_a.descriptor(shared_address(a[s]))), "l"(of_b.descriptor(shared_address(b[s]))));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(PENDING) : "memory");
    if (threadIdx.x == 0 && step >= PENDING)
      arrive(shared_address(&empty[(step - PENDING) % kStages]));
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  const int row = threadIdx.x / 32 * 16 + lane / 4;
  for (int i = 0; i < 4; ++i) d[(row + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = sums[i];
}

template <int PENDING>
void test() {
  float* d = nullptr;
  cuda(cudaMallocManaged(&d, 64 * 8 * 4), "malloc");
  pipeline<PENDING><<<1, kThreads>>>(d);
  cuda(cudaGetLastError(), "launch");
  cuda(cudaDeviceSynchronize(), "pipeline");
  for (int i = 0; i < 64 * 8; ++i) {
    float want = 0;
    for (int step = 0; step < kSteps; ++step) {
      for (int k = 0; k < 16; ++k) want += value(step, i / 8, k) * value(step + 100, i % 8, k);
    }
    if (d[i] == want) continue;
    if (++failures < 10)
      std::fprintf(stderr, "FAIL %d pending, %d: %g, not %g\n", PENDING, i, d[i], want);
  }
}

int main() {
  test<0>();
  test<1>();
  return failures != 0;
}
