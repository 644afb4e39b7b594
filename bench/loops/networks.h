// SPDX-License-Identifier: Apache-2.0
// Layers of neural networks.
#pragma once

#include "bench/loops/side.h"

namespace bench::BENCH_SIDE {

ELEMENT void sum_of_row(int i, int n, float* out, const float* a) {
  float s = 0;
  for (int k = 0; k < 16; ++k) s += a[16 * i + k];
  out[i] = s;
}

ELEMENT void row_times_vector(int i, int n, float* out, const float* a, const float* b) {
  float s = 0;
  for (int k = 0; k < 16; ++k) s += a[16 * i + k] * b[k];
  out[i] = s;
}

ELEMENT void dot_with_one_row(int i, int n, int* out, const SignedByte* a, const SignedByte* b) {
  int s = 0;
  for (int k = 0; k < 32; ++k) s += a[32 * i + k] * b[k];
  out[i] = s;
}

ELEMENT void dot_of_two_rows(int i, int n, int* out, const SignedByte* a, const SignedByte* b) {
  int s = 0;
  for (int k = 0; k < 32; ++k) s += a[32 * i + k] * b[32 * i + k];
  out[i] = s;
}

ELEMENT void row_of_bytes_times_vector(int i, int n, int* o, const SignedByte* a,
                                       const SignedByte* x) {
  int s = 0;
  for (int k = 0; k < 64; ++k) s += a[64 * i + k] * x[k];
  o[i] = s;
}

ELEMENT void columns_times_vector(int i, int n, float* o, const float* a, const float* v, int m) {
  float s = 0;
  for (int k = 0; k < m; ++k) s += a[k * n + i] * v[k];
  o[i] = s;
}

ELEMENT void softplus(int i, int n, float* o, const float* a) {
  float v = a[i];
  o[i] = v > 20.f ? v : log1pf(expf(v));
}

ELEMENT void normalize_and_relu(int i, int n, float* o, const float* a, const float* g,
                                const float* b, int c) {
  int k = (i / 196) % c;
  float v = a[i] * g[k] + b[k];
  o[i] = v > 0 ? v : 0;
}

ELEMENT void max_of_2x2(int i, int n, float* o, const float* a, int ow, int iw) {
  int x = i % ow, y = i / ow;
  const float* p = a + 2 * y * iw + 2 * x;
  o[i] = fmaxf(fmaxf(p[0], p[1]), fmaxf(p[iw], p[iw + 1]));
}

ELEMENT void max_of_3x3(int x, int y, int w, int h, float* o, const float* a, int iw, int ih) {
  float m = -1e30f;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx) {
      int xx = 2 * x + dx - 1, yy = 2 * y + dy - 1;
      if (xx >= 0 && xx < iw && yy >= 0 && yy < ih) m = fmaxf(m, a[yy * iw + xx]);
    }
  o[y * w + x] = m;
}

ELEMENT void convolve(int x, int y, int w, int h, float* o, const float* a, const float* k) {
  float s = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      int xx = x + dx, yy = y + dy;
      if (xx >= 0 && xx < w && yy >= 0 && yy < h) s += a[yy * w + xx] * k[(dy + 1) * 3 + dx + 1];
    }
  o[y * w + x] = s;
}

ELEMENT void quantize(int i, int n, SignedByte* o, const float* a, float s) {
  float v = a[i] * s;
  v = v < -128.f ? -128.f : v > 127.f ? 127.f : v;
  o[i] = (SignedByte)(int)v;
}

ELEMENT void dequantize(int i, int n, float* o, const SignedByte* a, float s, int z) {
  o[i] = (a[i] - z) * s;
}

ELEMENT void embed(int i, int n, float* o, const float* t, const int* id) {
  int r = i >> 6, c = i & 63;
  o[i] = t[id[r] * 64 + c];
}

ELEMENT void adam(int i, int n, float* p, float* m, float* v, const float* g, float lr) {
  float gr = g[i];
  float mm = 0.9f * m[i] + 0.1f * gr;
  float vv = 0.999f * v[i] + 0.001f * gr * gr;
  m[i] = mm;
  v[i] = vv;
  p[i] -= lr * mm / (sqrtf(vv) + 1e-8f);
}

ELEMENT void center_row(int i, int n, float* o, const float* a) {
  float s = 0;
  for (int k = 0; k < 8; ++k) s += a[8 * i + k];
  s *= 0.125f;
  for (int k = 0; k < 8; ++k) o[8 * i + k] = a[8 * i + k] - s;
}

ELEMENT void argmax(int i, int n, int* o, const float* a) {
  int b = 0;
  float m = a[10 * i];
  for (int k = 1; k < 10; ++k)
    if (a[10 * i + k] > m) {
      m = a[10 * i + k];
      b = k;
    }
  o[i] = b;
}

ELEMENT void relu_backward(int i, int n, float* o, const float* g, const float* a) {
  o[i] = a[i] > 0 ? g[i] : 0.f;
}

ELEMENT void softmax(int i, int n, float* o, const float* a) {
  float m = a[8 * i];
  for (int k = 1; k < 8; ++k) m = fmaxf(m, a[8 * i + k]);
  float s = 0, e[8];
  for (int k = 0; k < 8; ++k) s += e[k] = expf(a[8 * i + k] - m);
  for (int k = 0; k < 8; ++k) o[8 * i + k] = e[k] / s;
}

ELEMENT void sign(int i, int n, SignedByte* o, const float* a) {
  o[i] = a[i] > 0 ? 1 : a[i] < 0 ? -1 : 0;
}

ELEMENT void pack_nibbles(int i, int n, Byte* o, const Byte* a) {
  o[i] = (a[2 * i] & 15) | a[2 * i + 1] << 4;
}

ELEMENT void unpack_nibbles(int i, int n, float* o, const Byte* a, const float* s) {
  int v = a[i];
  float d = s[i >> 4];
  o[2 * i] = ((v & 15) - 8) * d;
  o[2 * i + 1] = ((v >> 4) - 8) * d;
}

ELEMENT void nearest_center(int i, int n, int* o, const float* px, const float* py,
                            const float* c) {
  int b = 0;
  float m = 1e30f;
  for (int k = 0; k < 16; ++k) {
    float dx = px[i] - c[2 * k], dy = py[i] - c[2 * k + 1];
    float d = dx * dx + dy * dy;
    if (d < m) {
      m = d;
      b = k;
    }
  }
  o[i] = b;
}

static std::vector<Row> networks() {
  return {
      {"sums of rows of 16",
       [](Data& d) {
         const int n = 20000;
         auto* o = d.floats(n);
         auto* a = d.floats(16 * n);
         return along<sum_of_row>(n, o, a);
       }},
      {"rows of 16 by a vector",
       [](Data& d) {
         const int n = 20000;
         auto* o = d.floats(n);
         auto* a = d.floats(16 * n);
         auto* b = d.floats(16);
         return along<row_times_vector>(n, o, a, b);
       }},
      {"products of 32 signed bytes with one row",
       [](Data& d) {
         const int n = 20000;
         auto* o = d.bits<int>(n);
         auto* a = d.bits<SignedByte>(32 * n);
         auto* b = d.bits<SignedByte>(32);
         return along<dot_with_one_row>(n, o, a, b);
       }},
      {"products of two rows of 32 signed bytes",
       [](Data& d) {
         const int n = 20000;
         auto* o = d.bits<int>(n);
         auto* a = d.bits<SignedByte>(32 * n);
         auto* b = d.bits<SignedByte>(32 * n);
         return along<dot_of_two_rows>(n, o, a, b);
       }},
      {"rows of 64 signed bytes by a vector",
       [](Data& d) {
         const int n = 10000;
         auto* o = d.bits<int>(n);
         auto* a = d.bits<SignedByte>(64 * n);
         auto* x = d.bits<SignedByte>(64);
         return along<row_of_bytes_times_vector>(n, o, a, x);
       }},
      {"columns of 200 by a vector",
       [](Data& d) {
         const int n = 2000;
         auto* o = d.floats(n);
         auto* a = d.floats(200 * n);
         auto* v = d.floats(200);
         return along<columns_times_vector>(n, o, a, v, 200);
       }},
      {"softplus",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.floats(n);
         auto* a = d.floats(n, -128, 384);
         return along<softplus>(n, o, a);
       }},
      {"batch normalisation and ReLU",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.floats(n);
         auto* a = d.floats(n);
         auto* g = d.floats(64);
         auto* b = d.floats(64);
         return along<normalize_and_relu>(n, o, a, g, b, 64);
       }},
      {"greatest of 2 x 2",
       [](Data& d) {
         const int n = 50000;
         auto* o = d.floats(n);
         auto* a = d.floats(500 * 400);
         return along<max_of_2x2>(n, o, a, 200, 400);
       }},
      {"greatest of 3 x 3, every second",
       [](Data& d) {
         auto* o = d.floats(250 * 200);
         auto* a = d.floats(500 * 400);
         return across<max_of_3x3>(250, 200, o, a, 500, 400);
       }},
      {"a convolution of 3 x 3, zeros around",
       [](Data& d) {
         auto* o = d.floats(kPlane);
         auto* a = d.floats(kPlane);
         auto* k = d.floats(9);
         return across<convolve>(kWidth, kHeight, o, a, k);
       }},
      {"a convolution of 3 x 3, zeros around, blocks of 16 x 16",
       [](Data& d) {
         auto* o = d.floats(kPlane);
         auto* a = d.floats(kPlane);
         auto* k = d.floats(9);
         return across<convolve, 16, 16>(kWidth, kHeight, o, a, k);
       }},
      {"floats to signed bytes",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<SignedByte>(n);
         auto* a = d.floats(n, -128, 384);
         return along<quantize>(n, o, a, 1.3f);
       }},
      {"signed bytes to floats",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.floats(n);
         auto* a = d.bits<SignedByte>(n);
         return along<dequantize>(n, o, a, 1.3f, 7);
       }},
      {"rows of a table by index",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.floats(n);
         auto* t = d.floats(64000);
         auto* id = d.below<int>(n / 64, 1000);
         return along<embed>(n, o, t, id);
       }},
      {"Adam",
       [](Data& d) {
         const int n = kPlane;
         auto* p = d.floats(n);
         auto* m = d.floats(n);
         auto* v = d.floats(n);
         auto* g = d.floats(n);
         return along<adam>(n, p, m, v, g, 1e-3f);
       }},
      {"rows of eight, less their mean",
       [](Data& d) {
         const int n = 10000;
         auto* o = d.floats(8 * n);
         auto* a = d.floats(8 * n);
         return along<center_row>(n, o, a);
       }},
      {"the greatest of ten",
       [](Data& d) {
         const int n = 10000;
         auto* o = d.bits<int>(n);
         auto* a = d.floats(10 * n);
         return along<argmax>(n, o, a);
       }},
      {"gradients of ReLU",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.floats(n);
         auto* g = d.floats(n);
         auto* a = d.floats(n, -1, 1);
         return along<relu_backward>(n, o, g, a);
       }},
      {"softmax of rows of eight",
       [](Data& d) {
         const int n = 10000;
         auto* o = d.floats(8 * n);
         auto* a = d.floats(8 * n);
         return along<softmax>(n, o, a);
       }},
      {"signs as bytes",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<SignedByte>(n);
         auto* a = d.floats(n, -1, 1);
         return along<sign>(n, o, a);
       }},
      {"two bytes to nibbles",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<Byte>(n);
         auto* a = d.bits<Byte>(2 * n);
         return along<pack_nibbles>(n, o, a);
       }},
      {"nibbles to floats",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.floats(2 * n);
         auto* a = d.bits<Byte>(n);
         auto* s = d.floats(n / 16 + 1);
         return along<unpack_nibbles>(n, o, a, s);
       }},
      {"the nearest of 16 centres",
       [](Data& d) {
         const int n = 40000;
         auto* o = d.bits<int>(n);
         auto* x = d.floats(n);
         auto* y = d.floats(n);
         auto* c = d.floats(32);
         return along<nearest_center>(n, o, x, y, c);
       }},
  };
}

}  // namespace bench::BENCH_SIDE
