// SPDX-License-Identifier: Apache-2.0
// float and double: correctly rounded operations equal the host's bit for bit, with denormals,
// infinities, NaN and signed zeros among the lanes; exact library functions; rounding variants.
#include <cmath>

#include "../check.h"

HD float special(unsigned v) {
  switch (v % 11) {
    case 0:
      return 0.0f;
    case 1:
      return -0.0f;
    case 2:
      return INFINITY;
    case 3:
      return -INFINITY;
    case 4:
      return NAN;
    case 5:
      return 1e-42f;
    case 6:
      return -3e38f;
    case 7:
      return 1.17549435e-38f;
    default: {
      unsigned bits = (v & 0x807fffffu) | (100 + (v >> 8) % 60) << 23;
      float f;
      memcpy(&f, &bits, 4);
      return f;
    }
  }
}

struct Bits {
  unsigned long long v[6];
};
HD unsigned long long bits(double d) {
  unsigned long long u;
  memcpy(&u, &d, 8);
  return d != d ? 0x7ff8ull << 48 : u;
}
HD unsigned long long bits(float f) {
  unsigned u;
  memcpy(&u, &f, 4);
  return f != f ? 0x7fc00000u : u;
}

template <class T>
HD Bits operations(unsigned i, const unsigned* in) {
  T a = special(in[i]), b = special(in[i + 1]);
  if (sizeof(T) == 8) {
    a *= (T)1.0000000001;
    b = b + a / 3;
  }
  return {{bits(a + b), bits(a - b), bits(a * b), bits(a / b), bits((T)sqrt(a)), bits(-a)}};
}

template <class T>
HD Bits exact_functions(unsigned i, const unsigned* in) {
  T a = special(in[i]), b = special(in[i + 1]);
  T small = in[i] % 3 ? (T)((int)in[i + 2] % 1000) / 8 : a;
  return {{bits((T)floor(small)) + bits((T)ceil(small)) * 3,
           bits((T)trunc(small)) + bits((T)rint(small)) * 3,
           bits((T)round(small)) + bits((T)fabs(small)),
           bits((T)fmin(a, b + 1)) + bits((T)fmax(a + 1, b)) * 3,
           bits((T)copysign(a, b)) + bits((T)fma(small, b, a)) * 3,
           bits((T)ldexp(small, (int)(in[i] % 50) - 25))}};
}

template <class T>
HD unsigned comparisons(unsigned i, const unsigned* in) {
  T a = special(in[i]), b = special(in[i + 1]);
  if (in[i + 2] % 4 == 0) b = a;
  unsigned r =
      (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5;
  r |= !(a < b) << 6 | !(a >= b) << 7 | (a != a) << 8 | (b > 0) << 9;
  if (a < b)
    r += 1000;
  else if (a >= b)
    r += 2000;
  return r + (a ? 10000u : 20000u);
}

__global__ void directed(const unsigned* in, Bits* out) {
  unsigned i = check::gid();
  float a = special(in[i]), b = special(in[i + 1]);
  out[i] = {{bits(__fadd_rn(a, b)), bits(__fmul_rn(a, b)), bits(__fmaf_rn(a, b, a)),
             bits(__fdiv_rn(a, b)), bits(__fsqrt_rn(a)),
             bits(__dadd_rn(a, b)) + bits(__dmul_rn(a, b))}};
}

int main() {
  check::each<operations<float>>("float operations");
  check::each<operations<double>>("double operations");
  check::each<exact_functions<float>>("float functions");
  check::each<exact_functions<double>>("double functions");
  check::each<comparisons<float>>("float comparisons");
  check::each<comparisons<double>>("double comparisons");
  check::run<Bits>(
      "intrinsics that round to nearest",
      [](dim3 g, dim3 b, const unsigned* in, Bits* out) { directed<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) -> Bits {
        float a = special(in[t.global]), b = special(in[t.global + 1]);
        volatile float sum = a + b, product = a * b, quotient = a / b;
        double dsum = (double)a + b, dproduct = (double)a * b;
        return {{bits((float)sum), bits((float)product), bits(fmaf(a, b, a)), bits((float)quotient),
                 bits(sqrtf(a)), bits(dsum) + bits(dproduct)}};
      });
  return check::result();
}
