// SPDX-License-Identifier: Apache-2.0
// Grids of one, two and three dimensions: every block runs exactly once with its own blockIdx;
// gridDim and blockDim are right; many tiny blocks; the largest y and z.
#include "../check.h"

__global__ void mark(unsigned* out) {
  unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  unsigned i = block * check::block_threads() + check::tid();
  atomicAdd(&out[i], blockIdx.x + 3 * blockIdx.y + 5 * blockIdx.z + 7 * threadIdx.x +
                         11 * threadIdx.y + 13 * threadIdx.z + 17 * gridDim.y + 19 * gridDim.z +
                         23 * blockDim.x + 29 * blockDim.y + 1);
}

__global__ void count(unsigned long long* sum) {
  if (threadIdx.x == 1 && (blockIdx.x & 1023) == 5)
    atomicAdd(sum, (unsigned long long)blockIdx.x + blockIdx.y + blockIdx.z);
}

void test(dim3 g, dim3 b) {
  unsigned threads = b.x * b.y * b.z, n = g.x * g.y * g.z * threads;
  unsigned* device = check::device_array<unsigned>(n);
  unsigned* host = (unsigned*)malloc(n * 4);
  check::cuda(cudaMemset(device, 0, n * 4), "zero");
  mark<<<g, b>>>(device);
  check::cuda(cudaMemcpy(host, device, n * 4, cudaMemcpyDeviceToHost), "out");
  for (unsigned i = 0; i < n; ++i) {
    unsigned block = i / threads, t = i % threads;
    unsigned bx = block % g.x, by = block / g.x % g.y, bz = block / g.x / g.y;
    unsigned want = bx + 3 * by + 5 * bz + 7 * (t % b.x) + 11 * (t / b.x % b.y) +
                    13 * (t / b.x / b.y) + 17 * g.y + 19 * g.z + 23 * b.x + 29 * b.y + 1;
    if (host[i] != want) {
      fprintf(stderr, "grid %u %u %u: ", g.x, g.y, g.z);
      check::report("mark", check::thread_at({b.x, b.y, b.z}, g.x * g.y * g.z, i), want, host[i]);
    }
  }
  cudaFree(device);
  free(host);
}

void test_count(dim3 g) {
  unsigned long long* sum = check::device_array<unsigned long long>(1);
  check::cuda(cudaMemset(sum, 0, 8), "zero");
  count<<<g, 2>>>(sum);
  unsigned long long got, want = 0;
  check::cuda(cudaMemcpy(&got, sum, 8, cudaMemcpyDeviceToHost), "sum");
  for (unsigned long long x = 5; x < g.x; x += 1024)
    want += x * g.y * g.z + g.z * (g.y * (g.y - 1ull) / 2) + g.y * (g.z * (g.z - 1ull) / 2);
  check::equal(got, want, "sum over many blocks");
  cudaFree(sum);
}

int main() {
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    dim3 b(s.x, s.y, s.z);
    test(dim3(5), b);
    test(dim3(3, 4), b);
    test(dim3(2, 3, 5), b);
    test(dim3(1, 1, 7), b);
  }
  test(dim3(1, 65535, 1), dim3(1));
  test(dim3(1, 1, 65535), dim3(2));
  test_count(dim3(200000));
  test_count(dim3(70, 30, 20));
  return check::result();
}
