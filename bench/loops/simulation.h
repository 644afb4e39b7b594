// SPDX-License-Identifier: Apache-2.0
// Steps of simulations.
#pragma once

#include "bench/loops/side.h"

namespace bench::BENCH_SIDE {

ELEMENT void pair_forces(int i, int n, Double4* force, const Double4* at, const Double4* neighbours,
                         const double* charge) {
  double fx = 0, fy = 0, fz = 0, fe = 0;
  Double4 a = at[i];
  for (int j = 0; j < 100; ++j) {
    Double4 b = neighbours[j];
    double r2 = a.v + b.v - (a.x * b.x + a.y * b.y + a.z * b.z);
    double u2 = 0.5 * r2, vij = exp(-u2), fs = 2. * vij;
    double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    fe += charge[j] * vij;
    fx += charge[j] * fs * dx;
    fy += charge[j] * fs * dy;
    fz += charge[j] * fs * dz;
  }
  force[i].v += fe;
  force[i].x += fx;
  force[i].y += fy;
  force[i].z += fz;
}

ELEMENT void stencil(int x, int y, int w, int h, float* o, const float* a) {
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    o[y * w + x] =
        0.25f * (a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x]);
}

ELEMENT void lennard_jones(int i, int n, float* o, const float* x, const float* y, const float* z) {
  float fx = 0;
  for (int j = 0; j < 64; ++j) {
    float dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
    float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
    float r6 = 1.f / (r2 * r2 * r2);
    fx += dx * r6 * (r6 - 0.5f);
  }
  o[i] = fx;
}

ELEMENT void life_on_torus(int x, int y, int w, int h, Byte* o, const Byte* a) {
  int xm = (x + w - 1) % w, xp = (x + 1) % w, ym = (y + h - 1) % h, yp = (y + 1) % h;
  int c = a[ym * w + xm] + a[ym * w + x] + a[ym * w + xp] + a[y * w + xm] + a[y * w + xp] +
          a[yp * w + xm] + a[yp * w + x] + a[yp * w + xp];
  o[y * w + x] = c == 3 || (c == 2 && a[y * w + x]);
}

ELEMENT void life(int x, int y, int w, int h, Byte* o, const Byte* a) {
  int c = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if ((dx || dy) && x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h)
        c += a[(y + dy) * w + x + dx];
  o[y * w + x] = c == 3 || (c == 2 && a[y * w + x]);
}

ELEMENT void lattice_boltzmann(int x, int y, int w, int h, float* o, const float* a) {
  int n = w * h, k = y * w + x;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  float f0 = a[k], f1 = a[n + k - 1], f2 = a[2 * n + k + 1], f3 = a[3 * n + k - w],
        f4 = a[4 * n + k + w];
  float r = f0 + f1 + f2 + f3 + f4, u = (f1 - f2) / r, v = (f3 - f4) / r;
  o[k] = f0 + 0.6f * (r * 0.33f - f0);
  o[n + k] = f1 + 0.6f * (r * (0.16f + 0.5f * u) - f1);
  o[2 * n + k] = f2 + 0.6f * (r * (0.16f - 0.5f * u) - f2);
  o[3 * n + k] = f3 + 0.6f * (r * (0.16f + 0.5f * v) - f3);
  o[4 * n + k] = f4 + 0.6f * (r * (0.16f - 0.5f * v) - f4);
}

ELEMENT void springs(int i, int n, float* vx, const float* x) {
  float f = 0;
  if (i > 0) f += x[i - 1] - x[i];
  if (i < n - 1) f += x[i + 1] - x[i];
  vx[i] += 0.01f * f;
}

ELEMENT void wave(int i, int n, float* o, const float* a, const float* b) {
  int l = i == 0 ? n - 1 : i - 1, r = i == n - 1 ? 0 : i + 1;
  o[i] = 2 * a[i] - b[i] + 0.1f * (a[l] - 2 * a[i] + a[r]);
}

ELEMENT void heat(int x, int y, int w, int h, float* o, const float* a) {
  float c = a[y * w + x], s = 0;
  if (x > 0) s += a[y * w + x - 1] - c;
  if (x < w - 1) s += a[y * w + x + 1] - c;
  if (y > 0) s += a[(y - 1) * w + x] - c;
  if (y < h - 1) s += a[(y + 1) * w + x] - c;
  o[y * w + x] = c + 0.2f * s;
}

ELEMENT void heat_3d(int x, int y, int w, int h, float* o, const float* a, int nz) {
  for (int z = 0; z < nz; ++z) {
    int k = (z * h + y) * w + x;
    float c = a[k];
    float l = x == 0 ? c : a[k - 1], r = x == w - 1 ? c : a[k + 1], u = y == 0 ? c : a[k - w],
          d = y == h - 1 ? c : a[k + w], f = z == 0 ? c : a[k - w * h],
          b = z == nz - 1 ? c : a[k + w * h];
    o[k] = 0.4f * c + 0.1f * (l + r + u + d + f + b);
  }
}

ELEMENT void transport(int x, int y, int w, int h, float* o, const float* a, const float* u) {
  int k = y * w + x;
  float v = u[k];
  float l = x > 0 ? a[k - 1] : 0.f, r = x < w - 1 ? a[k + 1] : 0.f;
  o[k] = a[k] - 0.1f * (v > 0 ? v * (a[k] - l) : v * (r - a[k]));
}

ELEMENT void laplace(int i, int n, double* o, const double* a) {
  if (i < 2 || i >= n - 2) {
    o[i] = 0;
    return;
  }
  o[i] = -a[i - 2] + 16 * a[i - 1] - 30 * a[i] + 16 * a[i + 1] - a[i + 2];
}

ELEMENT void tridiagonal(int i, int n, float* o, const float* a, const float* b, const float* c,
                         const float* x) {
  float v = b[i] * x[i];
  if (i > 0) v += a[i] * x[i - 1];
  if (i + 1 < n) v += c[i] * x[i + 1];
  o[i] = v;
}

ELEMENT void differences(int i, int n, int* o, const int* a) {
  o[i] = i ? a[i] - a[i - 1] : a[0];
}

static std::vector<Row> simulation() {
  return {
      {"forces of 100 neighbours, doubles (lavaMD)",
       [](Data& d) {
         const int n = 4000;
         auto* f = as<Double4>(d.doubles(4 * n));
         auto* r = as<Double4>(d.doubles(4 * n));
         auto* b = as<Double4>(d.doubles(400));
         auto* q = d.doubles(100);
         return along<pair_forces>(n, f, r, b, q);
       }},
      {"a five-point stencil, blocks of 16 x 16",
       [](Data& d) {
         const int s = 500;
         auto* o = d.floats(s * s);
         auto* a = d.floats(s * s);
         return across<stencil, 16, 16>(s, s, o, a);
       }},
      {"a five-point stencil of a large plane, blocks of 16 x 16",
       [](Data& d) {
         const int s = 2000;
         auto* o = d.floats(s * s);
         auto* a = d.floats(s * s);
         return across<stencil, 16, 16>(s, s, o, a);
       }},
      {"Lennard-Jones",
       [](Data& d) {
         const int n = 10000;
         auto* o = d.floats(n);
         auto* x = d.floats(n);
         auto* y = d.floats(n);
         auto* z = d.floats(n);
         return along<lennard_jones>(n, o, x, y, z);
       }},
      {"Life on a torus",
       [](Data& d) {
         auto* o = d.bits<Byte>(kPlane);
         auto* a = d.below<Byte>(kPlane, 2);
         return across<life_on_torus>(kWidth, kHeight, o, a);
       }},
      {"Life with a border",
       [](Data& d) {
         auto* o = d.bits<Byte>(kPlane);
         auto* a = d.below<Byte>(kPlane, 2);
         return across<life>(kWidth, kHeight, o, a);
       }},
      {"lattice Boltzmann",
       [](Data& d) {
         auto* o = d.floats(5 * kPlane);
         auto* a = d.floats(5 * kPlane);
         return across<lattice_boltzmann>(kWidth, kHeight, o, a);
       }},
      {"forces of both neighbours",
       [](Data& d) {
         const int n = kPlane;
         auto* v = d.floats(n);
         auto* x = d.floats(n);
         return along<springs>(n, v, x);
       }},
      {"a wave on a ring",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.floats(n);
         auto* a = d.floats(n);
         auto* b = d.floats(n);
         return along<wave>(n, o, a, b);
       }},
      {"a five-point stencil with borders",
       [](Data& d) {
         auto* o = d.floats(kPlane);
         auto* a = d.floats(kPlane);
         return across<heat>(kWidth, kHeight, o, a);
       }},
      {"a five-point stencil with borders, blocks of 16 x 16",
       [](Data& d) {
         auto* o = d.floats(kPlane);
         auto* a = d.floats(kPlane);
         return across<heat, 16, 16>(kWidth, kHeight, o, a);
       }},
      {"a 3-D stencil with borders",
       [](Data& d) {
         const int s = 64;
         auto* o = d.floats(s * s * s);
         auto* a = d.floats(s * s * s);
         return across<heat_3d>(s, s, o, a, s);
       }},
      {"transport by a wind",
       [](Data& d) {
         auto* o = d.floats(kPlane);
         auto* a = d.floats(kPlane);
         auto* u = d.floats(kPlane, -1, 1);
         return across<transport>(kWidth, kHeight, o, a, u);
       }},
      {"second derivatives",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.doubles(n);
         auto* a = d.doubles(n);
         return along<laplace>(n, o, a);
       }},
      {"a tridiagonal matrix by a vector",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.floats(n);
         auto* a = d.floats(n);
         auto* b = d.floats(n);
         auto* c = d.floats(n);
         auto* x = d.floats(n);
         return along<tridiagonal>(n, o, a, b, c, x);
       }},
      {"differences to the one before",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<int>(n);
         auto* a = d.bits<int>(n);
         return along<differences>(n, o, a);
       }},
  };
}

}  // namespace bench::BENCH_SIDE
