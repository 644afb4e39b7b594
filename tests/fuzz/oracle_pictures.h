// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces for the oracle, from their rows in picture_table.h: a handle is the number
// of one. Everything is in quarters of a texel, and exact.
#pragma once

#include <cmath>
#include <cstring>

#include "picture_table.h"

using cudaSurfaceObject_t = unsigned long long;
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };

namespace oracle {

// A texel on one side of a place, or -1: the border; and what it counts.
struct Side {
  int texel;
  double weight;
};

inline int confined(const PictureRow& row, int texel, int size) {
  if (row.address == kWrap) return ((texel % size) + size) % size;
  if (row.address == kBorder && (texel < 0 || texel >= size)) return -1;
  // The picture and its mirror image lie side by side, as an H200 has them (textures.mixed_modes).
  if (row.address == kMirror && row.normalized && texel >= size) texel = 2 * size - 1 - texel;
  return texel < 0 ? 0 : texel >= size ? size - 1 : texel;
}
inline void sides(const PictureRow& row, double x, int size, Side (&out)[2]) {
  if (row.normalized) {
    const double whole = std::floor(x);
    if (row.address == kMirror) x -= 2 * std::floor(x / 2);
    if (row.address == kWrap) x -= whole;
    x *= size;
  }
  if (row.linear) x -= 0.5;
  const int first = static_cast<int>(std::floor(x));
  const double rest = row.linear ? x - first : 0;
  out[0] = {confined(row, first, size), 1 - rest};
  out[1] = {confined(row, first + 1, size), rest};
}

// Component c. `slice`: of a layer.
inline float component(const PictureRow& row, const double* at, int slice, int c) {
  const int dims = row.shape == Shape::kRow ? 1 : row.shape == Shape::kBox ? 3 : 2;
  const int size[] = {kPictureWide, kPictureHigh, kPictureDeep};
  Side side[3][2] = {{{0, 1}, {0, 0}}, {{0, 1}, {0, 0}}, {{slice, 1}, {0, 0}}};
  for (int k = 0; k < dims; ++k) sides(row, at[k], size[k], side[k]);
  const double one = row.stored == Stored::kFloat ? 1 : row.stored == Stored::kShort ? 65535 : 255;
  double sum = 0;
  for (int i = 0; i < 8; ++i) {
    const Side &x = side[0][i & 1], &y = side[1][i >> 1 & 1], &z = side[2][i >> 2];
    const double weight = x.weight * y.weight * z.weight;
    if (weight == 0) continue;
    const bool outside = x.texel < 0 || y.texel < 0 || z.texel < 0;
    const int texel = (z.texel * rows_of(row.shape) + y.texel) * kPictureWide + x.texel;
    sum += weight * (outside ? kBorderColour * one : stored_at(row.stored, texel, c));
  }
  if (!row.numbers) return static_cast<float>(sum);
  if (!row.linear) return static_cast<float>(sum) / static_cast<float>(one);
  // What a filter gives has 16 bits.
  return static_cast<float>(std::floor(sum * (65535 / one) + 0.5)) / 65535.0f;
}

template <class T>
struct Texel {
  static T at(const PictureRow& row, const double* at, int slice) {
    return static_cast<T>(component(row, at, slice, 0));
  }
};
template <class V, class C>
struct FourOf {
  static V at(const PictureRow& row, const double* at, int slice) {
    const auto c = [&](int k) { return static_cast<C>(component(row, at, slice, k)); };
    return {c(0), c(1), c(2), c(3)};
  }
};
template <>
struct Texel<float4> : FourOf<float4, float> {};
template <>
struct Texel<uchar4> : FourOf<uchar4, unsigned char> {};

template <class T>
T look(unsigned long long picture, double x, double y = 0, double z = 0, int layer = 0) {
  const double at[] = {x, y, z};
  return Texel<T>::at(kPictureTable[picture], at, layer);
}

inline unsigned canvas[kCanvasHigh][kCanvasWide];

}  // namespace oracle

template <class T>
T tex1D(unsigned long long picture, float x) {
  return oracle::look<T>(picture, x);
}
template <class T>
T tex2D(unsigned long long picture, float x, float y) {
  return oracle::look<T>(picture, x, y);
}
template <class T>
T tex3D(unsigned long long picture, float x, float y, float z) {
  return oracle::look<T>(picture, x, y, z);
}
template <class T>
T tex2DLayered(unsigned long long picture, float x, float y, int layer) {
  return oracle::look<T>(picture, x, y, 0, layer);
}

template <class T>
T surf2Dread(cudaSurfaceObject_t, int x, int y, int = 0) {
  T value{};
  if (y < 0 || y >= kCanvasHigh) return value;
  std::memcpy(&value, reinterpret_cast<const char*>(oracle::canvas[y]) + x, sizeof value);
  return value;
}
template <class T>
void surf2Dread(T* to, cudaSurfaceObject_t canvas, int x, int y, int = 0) {
  *to = surf2Dread<T>(canvas, x, y);
}
template <class T>
void surf2Dwrite(T value, cudaSurfaceObject_t, int x, int y, int = 0) {
  if (y < 0 || y >= kCanvasHigh) return;
  std::memcpy(reinterpret_cast<char*>(oracle::canvas[y]) + x, &value, sizeof value);
}

inline const cudaTextureObject_t* all_pictures() {
  static cudaTextureObject_t numbers[kPictures];
  for (int k = 0; k < kPictures; ++k) numbers[k] = k;
  return numbers;
}
inline cudaSurfaceObject_t fresh_canvas() {
  std::memset(oracle::canvas, 0, sizeof oracle::canvas);
  return 0;
}
