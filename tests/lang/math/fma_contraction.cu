// SPDX-License-Identifier: Apache-2.0
// a * b + c may be fused on a device, but fmaf always is and __fmul_rn, __fadd_rn never are; the
// unfused and the fused result differ for every input here.
#include <cmath>

#include "../check.h"

HD float value(unsigned v) {
  return 1.0f + (v & 0x7ffff) * (1.0f / (1 << 19)) + 1.0f / (1 << 23);
}

struct Result {
  unsigned fused, separate, written;
};
HD unsigned bits(float f) {
  unsigned u;
  memcpy(&u, &f, 4);
  return u;
}

__global__ void kernel(const unsigned* in, Result* out) {
  unsigned i = check::gid();
  float a = value(in[i]), b = value(in[i + 1]), c = -__fmul_rn(a, b);
  Result r;
  r.fused = bits(fmaf(a, b, c));
  r.separate = bits(__fadd_rn(__fmul_rn(a, b), c));
  float written = a * b + c;
  r.written = bits(written) == r.fused || bits(written) == r.separate;
  out[i] = r;
}

__global__ void wide(const unsigned* in, unsigned long long* out) {
  unsigned i = check::gid();
  double a = value(in[i]) + 1e-13, b = value(in[i + 1]) + 1e-14, c = -__dmul_rn(a, b);
  out[i] = (unsigned long long)__double_as_longlong(fma(a, b, c)) ^
           ((unsigned long long)__double_as_longlong(__dadd_rn(__dmul_rn(a, b), c)) << 1);
}

int main() {
  check::run<Result>(
      "float", [](dim3 g, dim3 b, const unsigned* in, Result* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        float a = value(in[t.global]), b = value(in[t.global + 1]);
        volatile float product = a * b;
        return Result{bits((float)((double)a * b - (double)product)), 0, 1};
      });
  check::run<unsigned long long>(
      "double",
      [](dim3 g, dim3 b, const unsigned* in, unsigned long long* out) { wide<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        double a = value(in[t.global]) + 1e-13, b = value(in[t.global + 1]) + 1e-14;
        volatile double product = a * b;
        double fused = std::fma(a, b, -product);
        unsigned long long u;
        memcpy(&u, &fused, 8);
        return u;
      });
  return check::result();
}
