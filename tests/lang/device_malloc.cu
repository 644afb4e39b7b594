// SPDX-License-Identifier: Apache-2.0
// malloc and free, new and delete in device code: every lane gets memory of its own, also when only
// some lanes ask; memory outlives the kernel; too much gives null.
#include "check.h"

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

__global__ void too_much(bool* null) {
  *null = malloc(1ull << 46) == nullptr;
}

unsigned model(const unsigned* in, unsigned i) {
  unsigned r = 0;
  for (unsigned k = 0; k < in[i] % 20 + 1; ++k) r = r * 3 + in[i] + k;
  return in[i] % 3 ? r : r + in[i] % 5 * i;
}

int main() {
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
  bool* null = check::device_array<bool>(1);
  too_much<<<1, 1>>>(null);
  bool host = false;
  check::cuda(cudaMemcpy(&host, null, 1, cudaMemcpyDeviceToHost), "null");
  check::that(host, "malloc of 64 TB gives null");
  return check::result();
}
