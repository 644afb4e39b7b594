// SPDX-License-Identifier: Apache-2.0
// Host and device code call what a newer glibc declares by itself (Debian 13 has 2.41).
__global__ void call(double* d, float* f) {
  d[0] = sinpi(d[3]) + cospi(d[4]) + rsqrt(d[5]);
  f[0] = sinpi(f[3]) + cospi(f[4]) + rsqrt(f[5]) + sinpif(f[6]) + cospif(f[7]) + rsqrtf(f[8]);
}

double call_on_host(double d, float f) {
  return sinpi(d) + cospi(d) + rsqrt(d) + sinpi(f) + cospi(f) + rsqrt(f) + sinpif(f) + cospif(f) +
         rsqrtf(f);
}
