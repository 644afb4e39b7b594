// SPDX-License-Identifier: Apache-2.0
// memcpy and memset in device code, and a loop that is a memmove: constant and lane-dependent
// sizes, sizes of zero, odd offsets, overlap, between address spaces, under divergence.
// heavy: 33
#include "../check.h"

HD unsigned digest(const unsigned char* p, unsigned n) {
  unsigned h = n;
  for (unsigned k = 0; k < n; ++k) h = h * 31 + p[k];
  return h;
}

HD unsigned fixed_sizes(unsigned i, const unsigned* in) {
  unsigned char a[40], b[40];
  memset(a, in[i] & 255, sizeof a);
  memcpy(b, in + i, sizeof b);
  memcpy(a + in[i] % 9, b + 3, 17);
  unsigned long long wide;
  memcpy(&wide, b + in[i + 1] % 32, sizeof wide);
  float f;
  memcpy(&f, a + 4, sizeof f);
  unsigned bits;
  memcpy(&bits, &f, 4);
  return digest(a, 40) + (unsigned)wide + bits;
}

HD unsigned run_time_sizes(unsigned i, const unsigned* in) {
  unsigned char a[64];
  memset(a, 1, 64);
  const unsigned char* source = reinterpret_cast<const unsigned char*>(in + i);
  memcpy(a + in[i] % 8, source + in[i] % 5, in[i + 1] % 50);
  if (in[i] % 3) memset(a + in[i] % 30, 7, in[i + 2] % 30);
  if (in[i] % 4 == 1) {
    for (unsigned k = 0; k < in[i + 3] % 48; ++k) a[k] = a[k + in[i] % 11];
  }
  return digest(a, 64);
}

__global__ void spaces(const unsigned* in, unsigned* out) {
  __shared__ unsigned char s[1024 * 12];
  unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  unsigned char local[12];
  memcpy(local, in + i, 12);
  memcpy(s + t * 12, local, 12);
  __syncthreads();
  memcpy(local, s + (t + 1) % n * 12, in[i] % 13);
  out[i] = digest(local, 12);
}

int main() {
  check::each<fixed_sizes>("constant sizes");
  check::each<run_time_sizes>("sizes known at run time");
  check::run<unsigned>(
      "between address spaces",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { spaces<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned char local[12];
        memcpy(local, in + t.global, 12);
        memcpy(local, in + t.block_first + (t.linear + 1) % t.block_threads, in[t.global] % 13);
        return digest(local, 12);
      });
  return check::result();
}
