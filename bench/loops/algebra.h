// SPDX-License-Identifier: Apache-2.0
// Matrices, vectors and options.
#pragma once

#include "bench/loops/side.h"

namespace bench::BENCH_SIDE {

ELEMENT void polynomial_of_doubles(int i, int n, double* out, const double* in) {
  double x = in[i];
  out[i] = ((((0.3 * x - 0.7) * x + 1.1) * x - 0.2) * x + 0.6) * x + 0.9;
}

ELEMENT void sparse_columns(int i, int n, float* out, const int* columns, const float* entries,
                            const float* x) {
  float sum = 0;
  for (int k = 0; k < 7; ++k) sum += entries[k * n + i] * x[columns[k * n + i]];
  out[i] = sum;
}

ELEMENT void eliminate_down(int x, int y, int w, int h, float* m, float* a, int size, int t) {
  if (x >= size - 1 - t || y >= size - t) return;
  a[size * (x + 1 + t) + (y + t)] -= m[size * (x + 1 + t) + t] * a[size * t + (y + t)];
}

ELEMENT void eliminate(int x, int y, int w, int h, float* m, float* a, int size, int t) {
  if (y >= size - 1 - t || x >= size - t) return;
  a[size * (y + 1 + t) + (x + t)] -= m[size * (y + 1 + t) + t] * a[size * t + (x + t)];
}

ELEMENT void add(int x, int y, int w, int h, float* o, const float* a, const float* b) {
  o[y * w + x] = a[y * w + x] + b[y * w + x];
}

ELEMENT void scale_three(int i, int n, Float4* o, const Float4* in) {
  Float4 v = in[i];
  v.x = v.x * 2.f + 1.f;
  v.y = v.y * 2.f + 1.f;
  v.z = v.z * 2.f + 1.f;
  v.w = v.w;
  o[i] = v;
}

ELEMENT void multiply_complex(int i, int n, Float2* o, const Float2* a, const Float2* b) {
  Float2 x = a[i], y = b[i], r;
  r.x = x.x * y.x - x.y * y.y;
  r.y = x.x * y.y + x.y * y.x;
  o[i] = r;
}

ELEMENT void magnitude(int i, int n, float* o, const Float2* a) {
  o[i] = sqrtf(a[i].x * a[i].x + a[i].y * a[i].y);
}

ELEMENT void normalize(int i, int n, Float3* o, const Float3* a) {
  Float3 v = a[i];
  float r = 1.f / sqrtf(v.x * v.x + v.y * v.y + v.z * v.z + 1e-9f);
  v.x *= r;
  v.y *= r;
  v.z *= r;
  o[i] = v;
}

ELEMENT void present_value(int i, int n, double* o, const double* cf, double r) {
  double s = 0;
  double d = 1;
  for (int k = 0; k < 12; ++k) {
    s += cf[k * n + i] * d;
    d *= r;
  }
  o[i] = s;
}

ELEMENT void smooth(int i, int n, float* o, const float* a) {
  float e = a[i];
  for (int k = 1; k < 32; ++k) e = e * 0.9f + 0.1f * a[k * n + i];
  o[i] = e;
}

ELEMENT void black_scholes(int i, int n, float* c, const float* s, const float* k, const float* t) {
  float S = s[i] + 1, K = k[i] + 1, T = t[i] + 0.1f;
  float sq = sqrtf(T);
  float d1 = (logf(S / K) + (0.02f + 0.045f) * T) / (0.3f * sq);
  float d2 = d1 - 0.3f * sq;
  c[i] =
      S * 0.5f * erfcf(-d1 * 0.70710678f) - K * expf(-0.02f * T) * 0.5f * erfcf(-d2 * 0.70710678f);
}

ELEMENT void binomial_option(int i, int n, float* o, const float* s0) {
  float v[33];
  for (int k = 0; k <= 32; ++k) {
    float p = s0[i] * powf(1.02f, 2 * k - 32) - 1;
    v[k] = p > 0 ? p : 0;
  }
  for (int t = 32; t > 0; --t)
    for (int k = 0; k < t; ++k) v[k] = 0.51f * v[k + 1] + 0.48f * v[k];
  o[i] = v[0];
}

ELEMENT void random_points(int i, int n, int* o, int m) {
  Word s = i * 747796405u + 1;
  int c = 0;
  for (int k = 0; k < m; ++k) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    float x = (s & 0xffff) * (1.f / 65536), y = (s >> 16) * (1.f / 65536);
    c += x * x + y * y < 1;
  }
  o[i] = c;
}

static std::vector<Row> algebra() {
  return {
      {"polynomial of doubles",
       [](Data& d) {
         const int n = 200000;
         auto* o = d.doubles(n);
         auto* a = d.doubles(n);
         return along<polynomial_of_doubles>(n, o, a);
       }},
      {"sparse matrix by columns of seven",
       [](Data& d) {
         const int n = 40000;
         auto* o = d.floats(n);
         auto* c = d.below<int>(7 * n, n);
         auto* e = d.floats(7 * n);
         auto* x = d.floats(n);
         return along<sparse_columns>(n, o, c, e, x);
       }},
      {"elimination, threads down a column, blocks of 4 x 4",
       [](Data& d) {
         const int s = 512;
         auto* m = d.floats(s * s);
         auto* a = d.floats(s * s);
         return across<eliminate_down, 4, 4>(s, s, m, a, s, 20);
       }},
      {"elimination, blocks of 16 x 16, rows 2 KiB apart",
       [](Data& d) {
         const int s = 512;
         auto* m = d.floats(s * s);
         auto* a = d.floats(s * s);
         return across<eliminate, 16, 16>(s, s, m, a, s, 20);
       }},
      {"elimination, blocks of 16 x 16",
       [](Data& d) {
         const int s = 500;
         auto* m = d.floats(s * s);
         auto* a = d.floats(s * s);
         return across<eliminate, 16, 16>(s, s, m, a, s, 20);
       }},
      {"elimination, blocks of 32 x 8",
       [](Data& d) {
         const int s = 500;
         auto* m = d.floats(s * s);
         auto* a = d.floats(s * s);
         return across<eliminate>(s, s, m, a, s, 20);
       }},
      {"sums of two matrices, blocks of 16 x 16",
       [](Data& d) {
         const int s = 500;
         auto* o = d.floats(s * s);
         auto* a = d.floats(s * s);
         auto* b = d.floats(s * s);
         return across<add, 16, 16>(s, s, o, a, b);
       }},
      {"sums of two large matrices, blocks of 16 x 16",
       [](Data& d) {
         const int s = 2000;
         auto* o = d.floats(s * s);
         auto* a = d.floats(s * s);
         auto* b = d.floats(s * s);
         return across<add, 16, 16>(s, s, o, a, b);
       }},
      {"three of four floats move",
       [](Data& d) {
         const int n = 60000;
         auto* o = as<Float4>(d.floats(4 * n));
         auto* a = as<Float4>(d.floats(4 * n));
         return along<scale_three>(n, o, a);
       }},
      {"products of complex numbers",
       [](Data& d) {
         const int n = kPlane;
         auto* o = as<Float2>(d.floats(2 * n));
         auto* a = as<Float2>(d.floats(2 * n));
         auto* b = as<Float2>(d.floats(2 * n));
         return along<multiply_complex>(n, o, a, b);
       }},
      {"magnitudes of complex numbers",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.floats(n);
         auto* a = as<Float2>(d.floats(2 * n));
         return along<magnitude>(n, o, a);
       }},
      {"vectors of three, normalised",
       [](Data& d) {
         const int n = kPlane;
         auto* o = as<Float3>(d.floats(3 * n));
         auto* a = as<Float3>(d.floats(3 * n));
         return along<normalize>(n, o, a);
       }},
      {"present values",
       [](Data& d) {
         const int n = 10000;
         auto* o = d.doubles(n);
         auto* c = d.doubles(12 * n);
         return along<present_value>(n, o, c, 0.97);
       }},
      {"moving averages",
       [](Data& d) {
         const int n = 10000;
         auto* o = d.floats(n);
         auto* a = d.floats(32 * n);
         return along<smooth>(n, o, a);
       }},
      {"Black and Scholes",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.floats(n);
         auto* s = d.floats(n);
         auto* k = d.floats(n);
         auto* t = d.floats(n);
         return along<black_scholes>(n, o, s, k, t);
       }},
      {"options by a binomial tree",
       [](Data& d) {
         const int n = 2000;
         auto* o = d.floats(n);
         auto* s = d.floats(n);
         return along<binomial_option>(n, o, s);
       }},
      {"random points in a circle",
       [](Data& d) {
         const int n = 10000;
         auto* o = d.bits<int>(n);
         return along<random_points>(n, o, 100);
       }},
  };
}

}  // namespace bench::BENCH_SIDE
