// SPDX-License-Identifier: Apache-2.0
// Pixels.
#pragma once

#include "bench/loops/side.h"

namespace bench::BENCH_SIDE {

ELEMENT void rgb_to_yuv(int i, int n, Byte* Y, Byte* U, Byte* V, const Byte* in) {
  int r = in[3 * i], g = in[3 * i + 1], b = in[3 * i + 2];
  Y[i] = ((66 * r + 129 * g + 25 * b + 128) >> 8) + 16;
  U[i] = ((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128;
  V[i] = ((112 * r - 94 * g - 18 * b + 128) >> 8) + 128;
}

ELEMENT void planes_to_yuv(int i, int n, Byte* Y, Byte* U, Byte* V, const Byte* R, const Byte* G,
                           const Byte* B) {
  int r = R[i], g = G[i], b = B[i];
  Y[i] = ((66 * r + 129 * g + 25 * b + 128) >> 8) + 16;
  U[i] = ((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128;
  V[i] = ((112 * r - 94 * g - 18 * b + 128) >> 8) + 128;
}

ELEMENT void invert_four(int i, int n, Pixel* o, const Pixel* in) {
  Pixel v = in[i];
  v.x = 255 - v.x;
  v.y = 255 - v.y;
  v.z = 255 - v.z;
  v.w = 255 - v.w;
  o[i] = v;
}

ELEMENT void invert_three(int i, int n, Pixel* o, const Pixel* in) {
  Pixel v = in[i];
  v.x = 255 - v.x;
  v.y = 255 - v.y;
  v.z = 255 - v.z;
  o[i] = v;
}

ELEMENT void floats_to_pixel(int i, int n, Pixel* o, const Float4* in) {
  Float4 v = in[i];
  Pixel r;
  r.x = (Byte)fminf(fmaxf(v.x, 0.f), 255.f);
  r.y = (Byte)fminf(fmaxf(v.y, 0.f), 255.f);
  r.z = (Byte)fminf(fmaxf(v.z, 0.f), 255.f);
  r.w = (Byte)fminf(fmaxf(v.w, 0.f), 255.f);
  o[i] = r;
}

ELEMENT void sobel(int x, int y, int w, int h, Byte* o, const Byte* a) {
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  const Byte* p = a + y * w + x;
  int gx = p[-w + 1] + 2 * p[1] + p[w + 1] - p[-w - 1] - 2 * p[-1] - p[w - 1],
      gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
  int m = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
  o[y * w + x] = m > 255 ? 255 : m;
}

ELEMENT void gray(int x, int y, int w, int h, Byte* o, const Byte* a) {
  const Byte* p = a + 3 * (y * w + x);
  o[y * w + x] = (77 * p[0] + 150 * p[1] + 29 * p[2]) >> 8;
}

ELEMENT void quarter(int x, int y, int w, int h, Byte* o, const Byte* a) {
  const Byte* p = a + 4 * y * w + 2 * x;
  o[y * w + x] = (p[0] + p[1] + p[2 * w] + p[2 * w + 1] + 2) >> 2;
}

ELEMENT void yuyv_to_gray(int i, int n, Byte* o, const Byte* a) {
  int y0 = a[4 * i], u = a[4 * i + 1], y1 = a[4 * i + 2], v = a[4 * i + 3];
  o[2 * i] = (y0 + ((u + v) >> 2)) >> 1;
  o[2 * i + 1] = (y1 + ((u + v) >> 2)) >> 1;
}

ELEMENT void swap_bytes(int i, int n, Byte* o, const Byte* a) {
  o[3 * i] = a[3 * i + 2];
  o[3 * i + 1] = a[3 * i + 1];
  o[3 * i + 2] = a[3 * i];
}

ELEMENT void by_table(int i, int n, Byte* o, const Byte* a, const Byte* t) {
  o[i] = t[a[i]];
}

ELEMENT void threshold(int i, int n, Byte* o, const Byte* a, int lo, int hi) {
  o[i] = a[i] > lo && a[i] < hi ? 255 : 0;
}

ELEMENT void blur_row(int x, int y, int w, int h, Byte* o, const Byte* a) {
  int s = 0;
  for (int d = -2; d <= 2; ++d) {
    int xx = x + d;
    xx = xx < 0 ? 0 : xx >= w ? w - 1 : xx;
    s += a[y * w + xx];
  }
  o[y * w + x] = s / 5;
}

ELEMENT void erode(int x, int y, int w, int h, Byte* o, const Byte* a) {
  Byte m = 255;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      int xx = x + dx, yy = y + dy;
      if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue;
      Byte v = a[yy * w + xx];
      m = v < m ? v : m;
    }
  o[y * w + x] = m;
}

ELEMENT void enlarge(int x, int y, int w, int h, float* o, const float* a) {
  float fx = x * 0.7f, fy = y * 0.7f;
  int x0 = (int)fx, y0 = (int)fy;
  float u = fx - x0, v = fy - y0;
  const float* p = a + y0 * w + x0;
  o[y * w + x] = (1 - v) * ((1 - u) * p[0] + u * p[1]) + v * ((1 - u) * p[w] + u * p[w + 1]);
}

ELEMENT void mandelbrot(int x, int y, int w, int h, int* o, int m) {
  float cx = x * 0.005f - 2, cy = y * 0.005f - 1;
  float a = 0, b = 0;
  int k = 0;
  while (k < m && a * a + b * b < 4) {
    float t = a * a - b * b + cx;
    b = 2 * a * b + cy;
    a = t;
    ++k;
  }
  o[y * w + x] = k;
}

ELEMENT void to_565(int i, int n, Short* o, const Pixel* a) {
  Pixel v = a[i];
  o[i] = (v.x >> 3) << 11 | (v.y >> 2) << 5 | v.z >> 3;
}

ELEMENT void fade(int i, int n, Word* o, const Word* a, int al) {
  Word v = a[i];
  Word rb = ((v & 0xff00ff) * al >> 8) & 0xff00ff, g = ((v & 0xff00) * al >> 8) & 0xff00;
  o[i] = 0xff000000 | rb | g;
}

static std::vector<Row> images() {
  return {
      {"RGB to YUV in planes",
       [](Data& d) {
         const int n = kPlane;
         auto* y = d.bits<Byte>(n);
         auto* u = d.bits<Byte>(n);
         auto* v = d.bits<Byte>(n);
         auto* a = d.bits<Byte>(3 * n);
         return along<rgb_to_yuv>(n, y, u, v, a);
       }},
      {"planes of RGB to YUV",
       [](Data& d) {
         const int n = kPlane;
         auto* y = d.bits<Byte>(n);
         auto* u = d.bits<Byte>(n);
         auto* v = d.bits<Byte>(n);
         auto* r = d.bits<Byte>(n);
         auto* g = d.bits<Byte>(n);
         auto* b = d.bits<Byte>(n);
         return along<planes_to_yuv>(n, y, u, v, r, g, b);
       }},
      {"255 - v of four bytes",
       [](Data& d) {
         const int n = kPlane;
         auto* o = as<Pixel>(d.bits<Byte>(4 * n));
         auto* a = as<Pixel>(d.bits<Byte>(4 * n));
         return along<invert_four>(n, o, a);
       }},
      {"255 - v of three of four bytes",
       [](Data& d) {
         const int n = kPlane;
         auto* o = as<Pixel>(d.bits<Byte>(4 * n));
         auto* a = as<Pixel>(d.bits<Byte>(4 * n));
         return along<invert_three>(n, o, a);
       }},
      {"four floats to bytes",
       [](Data& d) {
         const int n = 60000;
         auto* o = as<Pixel>(d.bits<Byte>(4 * n));
         auto* a = as<Float4>(d.floats(4 * n, -28, 300));
         return along<floats_to_pixel>(n, o, a);
       }},
      {"Sobel",
       [](Data& d) {
         auto* o = d.bits<Byte>(kPlane);
         auto* a = d.bits<Byte>(kPlane);
         return across<sobel>(kWidth, kHeight, o, a);
       }},
      {"Sobel, blocks of 16 x 16",
       [](Data& d) {
         auto* o = d.bits<Byte>(kPlane);
         auto* a = d.bits<Byte>(kPlane);
         return across<sobel, 16, 16>(kWidth, kHeight, o, a);
       }},
      {"gray of RGB",
       [](Data& d) {
         auto* o = d.bits<Byte>(kPlane);
         auto* a = d.bits<Byte>(3 * kPlane);
         return across<gray>(kWidth, kHeight, o, a);
       }},
      {"pixels of a quarter of the size",
       [](Data& d) {
         auto* o = d.bits<Byte>(kPlane);
         auto* a = d.bits<Byte>(4 * kPlane);
         return across<quarter>(kWidth, kHeight, o, a);
       }},
      {"YUYV to gray",
       [](Data& d) {
         const int n = kPlane / 2;
         auto* o = d.bits<Byte>(2 * n);
         auto* a = d.bits<Byte>(4 * n);
         return along<yuyv_to_gray>(n, o, a);
       }},
      {"three bytes swapped",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<Byte>(3 * n);
         auto* a = d.bits<Byte>(3 * n);
         return along<swap_bytes>(n, o, a);
       }},
      {"bytes by a table",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<Byte>(n);
         auto* a = d.bits<Byte>(n);
         auto* t = d.bits<Byte>(256);
         return along<by_table>(n, o, a, t);
       }},
      {"a threshold",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<Byte>(n);
         auto* a = d.bits<Byte>(n);
         return along<threshold>(n, o, a, 30, 200);
       }},
      {"means of five, indices clamped",
       [](Data& d) {
         auto* o = d.bits<Byte>(kPlane);
         auto* a = d.bits<Byte>(kPlane);
         return across<blur_row>(kWidth, kHeight, o, a);
       }},
      {"least of 3 x 3 bytes",
       [](Data& d) {
         auto* o = d.bits<Byte>(kPlane);
         auto* a = d.bits<Byte>(kPlane);
         return across<erode>(kWidth, kHeight, o, a);
       }},
      {"a picture enlarged, bilinear",
       [](Data& d) {
         auto* o = d.floats(kPlane);
         auto* a = d.floats(kPlane);
         return across<enlarge>(kWidth, kHeight, o, a);
       }},
      {"Mandelbrot",
       [](Data& d) {
         auto* o = d.bits<int>(kPlane);
         return across<mandelbrot>(kWidth, kHeight, o, 100);
       }},
      {"pixels to 5, 6 and 5 bits",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<Short>(n);
         auto* a = as<Pixel>(d.bits<Byte>(4 * n));
         return along<to_565>(n, o, a);
       }},
      {"pixels in words, by an alpha",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<Word>(n);
         auto* a = d.bits<Word>(n);
         return along<fade>(n, o, a, 100);
       }},
  };
}

}  // namespace bench::BENCH_SIDE
