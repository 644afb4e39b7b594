// SPDX-License-Identifier: Apache-2.0
// malloc and free, new and delete in device code: every lane gets memory of its own, also when only
// some lanes ask; memory outlives the kernel; too much gives null. Aligned as asked.
#include "../check.h"

__global__ void kernel(const unsigned* in, unsigned* out, unsigned** kept) {
  unsigned i = check::gid(), n = in[i] % 20 + 1, r = 0;
  unsigned* p = static_cast<unsigned*>(malloc(n * sizeof(unsigned)));
  for (unsigned k = 0; k < n; ++k) p[k] = in[i] + k;
  unsigned* q = nullptr;
  if (in[i] % 3 == 0) {
    q = new unsigned[5];
    for (unsigned k = 0; k < 5; ++k) q[k] = k * i;
  }
  for (unsigned k = 0; k < n; ++k) r = r * 3 + p[k];
  if (q) r += q[in[i] % 5];
  delete[] q;
  free(p);
  kept[i] = static_cast<unsigned*>(malloc(4));
  *kept[i] = r;
  out[i] = reinterpret_cast<unsigned long long>(kept[i]) % 16 == 0 ? r : 0;
}

__global__ void use(unsigned* out, unsigned** kept) {
  unsigned t = check::tid(), n = check::block_threads(), first = blockIdx.x * n;
  unsigned* p = kept[first + n - 1 - t];
  out[first + t] ^= *p;
  free(p);
}

// Alignments of 1 to 4096 bytes, that of a lane its own; some lanes ask for what there is not.
__global__ void aligned(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid(), n = in[i] % 300 + 1;
  const size_t align = (size_t)1 << in[i] / 7 % 13;
  unsigned char* p = static_cast<unsigned char*>(__nv_aligned_device_malloc(n, align));
  unsigned char* q = nullptr;
  if (i % 3 == 1) q = static_cast<unsigned char*>(__nv_aligned_device_malloc(n, 48));
  for (unsigned k = 0; k < n; ++k) p[k] = (unsigned char)(in[i] + k);
  unsigned sum = 0;
  for (unsigned k = 0; k < n; ++k) sum += p[k] * (k % 5);
  out[i] = (reinterpret_cast<size_t>(p) % align == 0 && !q) ? sum : ~0u;
  free(p);
}

unsigned expected_aligned(const check::Thread& t, const unsigned* in) {
  unsigned sum = 0;
  for (unsigned k = 0; k < in[t.global] % 300 + 1; ++k)
    sum += (unsigned char)(in[t.global] + k) * (k % 5);
  return sum;
}

__global__ void too_much(bool* null) {
  *null = malloc(1ull << 46) == nullptr;
}

unsigned model(const unsigned* in, unsigned i) {
  unsigned r = 0;
  for (unsigned k = 0; k < in[i] % 20 + 1; ++k) r = r * 3 + in[i] + k;
  return in[i] % 3 ? r : r + in[i] % 5 * i;
}

int main() {
  check::cuda(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20), "a larger heap");
  check::run<unsigned>(
      "malloc and new",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        unsigned** kept = check::device_array<unsigned*>(g.x * b.x * b.y * b.z);
        kernel<<<g, b>>>(in, out, kept);
        use<<<g, b>>>(out, kept);
        check::cuda(cudaDeviceSynchronize(), "use");
        cudaFree(kept);
      },
      [](const check::Thread& t, const unsigned* in) {
        return model(in, t.global) ^ model(in, t.block_first + t.block_threads - 1 - t.linear);
      });
  check::that(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20) == cudaErrorInvalidValue,
              "the size of a heap in use stays");
  check::that(cudaGetLastError() == cudaErrorInvalidValue, "and is the last error");
  check::run<unsigned>(
      "aligned malloc",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { aligned<<<g, b>>>(in, out); },
      expected_aligned);
  bool* null = check::device_array<bool>(1);
  too_much<<<1, 1>>>(null);
  bool host = false;
  check::cuda(cudaMemcpy(&host, null, 1, cudaMemcpyDeviceToHost), "null");
  check::that(host, "malloc of 64 TB gives null");
  return check::result();
}
