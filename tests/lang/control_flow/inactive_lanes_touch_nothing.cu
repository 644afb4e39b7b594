// SPDX-License-Identifier: Apache-2.0
// Lanes outside a branch hold null and wild pointers and indices far out of range: no load, store
// or atomic may happen for them, nor when no lane of the warp takes the branch.
#include "../check.h"

__global__ void kernel(const unsigned* in, unsigned* out, unsigned* nowhere) {
  unsigned i = check::gid(), r = 1;
  const unsigned* p = in[i] % 3 ? in + i : nullptr;
  if (p) r += *p;
  unsigned at = in[i] % 2 ? i : 0xfffffff0u;
  if (at != 0xfffffff0u) r += in[at] * 3;
  unsigned* q = in[i] % 5 == 0 ? out + i : reinterpret_cast<unsigned*>(0x1000 + 8ull * in[i]);
  out[i] = 0;
  if (in[i] % 5 == 0) *q = 7;
  if (in[i] % 5 == 0 && in[i] % 7 == 0) atomicAdd(q, 100u);
  if (in[i] == 0x12345678u && nowhere[i] == 3) r += nowhere[0];  // nobody takes it
  if (nowhere) r += nowhere[5] + *nowhere;                       // uniform, false
  for (unsigned k = 0; k < in[i] % 4; ++k) {
    const uint4* v = in[i] % 4 == 3 ? reinterpret_cast<const uint4*>(in) : nullptr;
    if (v) r += v->x + v->w;
  }
  out[i] += r;
}

// The last block has threads past the end of arrays of exactly n elements.
__global__ void bounds(const double* a, const unsigned char* b, unsigned* c, unsigned n) {
  unsigned i = check::gid();
  if (i < n) c[i] = (unsigned)a[i] + b[i];
  if (i + 40 < n) c[i] += (unsigned)a[i + 40] * 3;
}

int main() {
  check::run<unsigned>(
      "pointers",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out, nullptr); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned v = in[t.global], r = 1 + (v % 3 ? v : 0) + (v % 2 ? v * 3 : 0);
        if (v % 4 == 3) r += 3 * (in[0] + in[3]);
        if (v % 5 == 0) r += 7 + (v % 7 == 0 ? 100 : 0);
        return r;
      });
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    unsigned n = (2u << 20) / 8;  // a whole number of pages: what follows may not be mapped
    unsigned blocks = (n + s.threads() - 1) / s.threads();
    double* a = check::device_array<double>(n);
    unsigned char* b = check::device_array<unsigned char>(n);
    unsigned* c = check::device_array<unsigned>(n);
    double* host_a = (double*)malloc(n * 8);
    unsigned* host_c = (unsigned*)malloc(n * 4);
    for (unsigned i = 0; i < n; ++i) host_a[i] = i % 1000;
    check::cuda(cudaMemcpy(a, host_a, n * 8, cudaMemcpyHostToDevice), "a");
    check::cuda(cudaMemset(b, 3, n), "b");
    bounds<<<blocks, dim3(s.x, s.y, s.z)>>>(a, b, c, n);
    check::cuda(cudaMemcpy(host_c, c, n * 4, cudaMemcpyDeviceToHost), "c");
    for (unsigned i = 0; i < n; ++i) {
      unsigned want = i % 1000 + 3 + (i + 40 < n ? (i + 40) % 1000 * 3 : 0);
      if (host_c[i] != want)
        check::report("bounds", check::thread_at(s, blocks, i), want, host_c[i]);
    }
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    free(host_a);
    free(host_c);
  }
  return check::result();
}
