// SPDX-License-Identifier: Apache-2.0
// clock, clock64, %globaltimer: they go on, in each lane and also under divergence; a thread that
// waits by them for a time gets there.
#include "../check.h"

__device__ unsigned long long __globaltimer() {  // programs bring their own
  unsigned long long ns;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  return ns;
}

__global__ void __launch_bounds__(1024) kernel(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  unsigned good = 0;
  const clock_t low = clock();
  const long long cycles = clock64();
  const unsigned long long ns = __globaltimer();
  if (in[i] % 3) {
    const unsigned wanted = in[i] % 7 * 1000;
    while (clock64() - cycles < wanted) {
    }
    good += clock64() - cycles >= wanted;
    good += (unsigned)(clock() - low) >= wanted;
  } else {
    while (__globaltimer() < ns + 2000) {
    }
    good += 1 + (clock64() > cycles);
  }
  good += __globaltimer() >= ns;
  out[i] = in[i] + good;
}

__global__ void rates(long long* out) {
  const unsigned long long begin = __globaltimer();
  const long long cycles = clock64();
  while (__globaltimer() < begin + 20000000) {
  }
  out[0] = clock64() - cycles;
}

int main() {
  check::run<unsigned>(
      "clocks",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return in[t.global] + 3; });
  long long *device = check::device_array<long long>(1), cycles = 0;
  rates<<<1, 1>>>(device);
  check::cuda(cudaMemcpy(&cycles, device, 8, cudaMemcpyDeviceToHost), "rates");
  check::that(cycles > 2000000, "20 ms are more than 2 million cycles: a clock of over 100 MHz");
  check::that(cycles < 20ll * 20000000, "and of less than 20 GHz");
  return check::result();
}
