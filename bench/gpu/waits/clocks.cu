// SPDX-License-Identifier: Apache-2.0
// Waits: by clock64(), by the global timer, by __nanosleep; how coarse they are and what a reading
// costs.
#include "common.h"
__global__ void sleep_for(unsigned ns, int rounds, u64* out, bool lanes) {
  const u64 g = global_ns(), begin = clock64();
  for (int i = 0; i < rounds; ++i) __nanosleep(lanes ? ns * (threadIdx.x % 32) / 31 : ns);
  const u64 c = clock64() - begin, e = global_ns() - g;
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = c, out[1] = e;
}
__global__ void until_clock(u64 cycles, u64* out) {
  const u64 g = global_ns(), begin = clock64();
  u64 reads = 0;
  while (clock64() - begin < cycles) ++reads;
  const u64 c = clock64() - begin, e = global_ns() - g;
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = c, out[1] = e, out[2] = reads;
}
__global__ void until_timer(u64 ns, u64* out) {
  const u64 begin = clock64(), g = global_ns();
  u64 reads = 0;
  while (global_ns() - g < ns) ++reads;
  const u64 c = clock64() - begin, e = global_ns() - g;
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = c, out[1] = e, out[2] = reads;
}
__global__ void reads(u64* out) {  // cost of a reading, and the steps of the timer
  u64 sum = 0, begin = clock64();
  for (int i = 0; i < 256; ++i) sum += clock64();
  out[0] = (clock64() - begin);
  begin = clock64();
  for (int i = 0; i < 256; ++i) sum += global_ns();
  out[1] = (clock64() - begin);
  begin = clock64();
  for (int i = 0; i < 256; ++i) sum += clock();
  out[2] = (clock64() - begin);
  u64 last = global_ns();
  for (int n = 3; n < 40;) {
    const u64 now = global_ns();
    if (now != last) out[n++] = now - last, last = now;
  }
  out[40] = sum;
}
int main() {
  u64 *out, h[41];
  cudaMalloc(&out, sizeof(h));
  reads<<<1, 1>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDefault);
  fprintf(stderr, "read,clock64=%.1f,globaltimer=%.1f,clock=%.1f\nsteps_ns", h[0] / 256.,
          h[1] / 256., h[2] / 256.);
  for (int i = 3; i < 40; ++i) fprintf(stderr, ",%llu", h[i]);
  fprintf(stderr, "\nkind,blocks,threads,asked,cycles,ns,reads,event_us\n");
  for (int threads : {32, 1024})
    for (int blocks : {1, 132})
      for (unsigned n : {0u, 10u, 20u, 32u, 50u, 100u, 200u, 400u, 700u, 1000u, 2000u, 5000u,
                         10000u, 100000u, 1000000u}) {
        for (bool lanes : {false, true}) {
          const int rounds = n > 50000 ? 2 : 20;
          sleep_for<<<blocks, threads>>>(n, rounds, out, lanes);
          cudaMemcpy(h, out, 24, cudaMemcpyDefault);
          fprintf(stderr, "nanosleep%s,%d,%d,%u,%.0f,%.0f,,\n", lanes ? "_lanes" : "", blocks,
                  threads, n, h[0] / double(rounds), h[1] / double(rounds));
        }
        if (blocks > 1) continue;
        double t = us([&] { until_clock<<<blocks, threads>>>(n, out); });
        cudaMemcpy(h, out, 24, cudaMemcpyDefault);
        fprintf(stderr, "until_clock,%d,%d,%u,%llu,%llu,%llu,%.2f\n", blocks, threads, n, h[0],
                h[1], h[2], t);
        t = us([&] { until_timer<<<blocks, threads>>>(n, out); });
        cudaMemcpy(h, out, 24, cudaMemcpyDefault);
        fprintf(stderr, "until_timer,%d,%d,%u,%llu,%llu,%llu,%.2f\n", blocks, threads, n, h[0],
                h[1], h[2], t);
      }
  check("end");
}
