// SPDX-License-Identifier: Apache-2.0
// Managed memory that has to move: pages that the host wrote, that nobody wrote, prefetched ones,
// and back.
#include <chrono>

#include "common.h"
__global__ void touch(float* data, size_t count, size_t step, float* out) {  // each thread one word
  const size_t i = (size_t(blockIdx.x) * blockDim.x + threadIdx.x) * step;
  if (i < count && data[i] == 1.2345f) *out = 1;
}
__global__ void set(float* data, size_t count, size_t step) {
  const size_t i = (size_t(blockIdx.x) * blockDim.x + threadIdx.x) * step;
  if (i < count) data[i] = 1;
}
static double host(float* data, size_t count, bool write) {
  auto t = std::chrono::steady_clock::now();
  volatile float* p = data;
  float sum = 0;
  for (size_t i = 0; i < count; i += 1024)
    if (write)
      p[i] = i;
    else
      sum += p[i];
  if (sum == 1.2345f) puts("");
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - t).count();
}
int main() {
  float* out;
  cudaMalloc(&out, 4);
  fprintf(stderr,
          "bytes,step_bytes,device_first_write_us,device_again_us,host_back_us,device_reads_host_"
          "pages_us,again_us,host_write_us,prefetch_us,after_prefetch_us,prefetch_back_us\n");
  for (size_t bytes : {size_t(4) << 10, size_t(64) << 10, size_t(1) << 20, size_t(2) << 20,
                       size_t(8) << 20, size_t(64) << 20, size_t(256) << 20})
    for (size_t step : {size_t(4), size_t(4096), size_t(65536), size_t(2) << 20}) {
      if (step >= bytes && step > 4) continue;
      float* p;
      cudaMallocManaged(&p, bytes);
      const size_t n = bytes / 4, s = step / 4, threads = (n + s - 1) / s;
      const int blocks = (threads + 255) / 256;
      touch<<<1, 32>>>(out, 1, 1, out);
      cudaDeviceSynchronize();
      const double fresh = us([&] { set<<<blocks, 256>>>(p, n, s); }, 1);
      const double again = us([&] { set<<<blocks, 256>>>(p, n, s); }, 3);
      cudaDeviceSynchronize();
      const double back = host(p, n, false);
      host(p, n, true);
      const double reads = us([&] { touch<<<blocks, 256>>>(p, n, s, out); }, 1);
      const double reads2 = us([&] { touch<<<blocks, 256>>>(p, n, s, out); }, 3);
      cudaDeviceSynchronize();
      const double wrote = host(p, n, true);
#if CUDART_VERSION >= 13000
      const cudaMemLocation device = {cudaMemLocationTypeDevice, 0},
                            cpu = {cudaMemLocationTypeHost, 0};
      const double pre = us([&] { cudaMemPrefetchAsync(p, bytes, device, 0, 0); }, 1);
      const double after = us([&] { touch<<<blocks, 256>>>(p, n, s, out); }, 1);
      const double home = us([&] { cudaMemPrefetchAsync(p, bytes, cpu, 0, 0); }, 1);
#else
      const double pre = us([&] { cudaMemPrefetchAsync(p, bytes, 0, 0); }, 1);
      const double after = us([&] { touch<<<blocks, 256>>>(p, n, s, out); }, 1);
      const double home = us([&] { cudaMemPrefetchAsync(p, bytes, cudaCpuDeviceId, 0); }, 1);
#endif
      fprintf(stderr, "%zu,%zu,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f\n", bytes, step, fresh,
              again, back, reads, reads2, wrote, pre, after, home);
      cudaFree(p);
    }
  check("end");
}
