// SPDX-License-Identifier: Apache-2.0
// Cubemaps: the face that a direction meets, and where; and the filter that goes on across an edge,
// as an H200 does it (tests/textures/gpu).
#pragma once

#include "devicelib/texture_levels.h"

struct Direction {
  float x, y, z;
};
struct OnFace {
  int face;
  float x[2];  // from 0 to 1
};

// z wins over y and y over x where they are equal; a direction of no length, or with infinities,
// meets the middle of face 4 (both as on an H100).
HELPER OnFace face_of(Direction d) {
  const float ax = __builtin_fabsf(d.x), ay = __builtin_fabsf(d.y), az = __builtin_fabsf(d.z);
  const bool in_z = az >= ax && az >= ay, in_y = !in_z && ay >= ax;
  const float most = in_z ? az : in_y ? ay : ax;
  const float to = in_z ? d.z : in_y ? d.y : d.x;
  const bool below = __builtin_signbit(to);
  const bool good = most > 0.0f && most < __builtin_inff() && ax == ax && ay == ay && az == az;
  const float s = in_z ? (below ? -d.x : d.x) : in_y ? d.x : below ? d.z : -d.z;
  const float t = in_y ? (below ? -d.z : d.z) : -d.y;
  OnFace at;
  at.face = (in_z ? 4 : in_y ? 2 : 0) + (below ? 1 : 0);
  at.face = good ? at.face : 4;
  at.x[0] = good ? (s / most + 1.0f) * 0.5f : 0.5f;
  at.x[1] = good ? (t / most + 1.0f) * 0.5f : 0.5f;
  return at;
}

HELPER int first_face_of(Descriptor* d, int layer) {
  const unsigned last = (unsigned)d->layers / 6 - 1, wanted = (unsigned)layer;
  return (int)(wanted < last ? wanted : last) * 6;
}

// s along a face, t down it, m away from the cube's middle.
HELPER Direction direction_of(int face, float s, float t, float m) {
  const float out = face & 1 ? -m : m, along = face & 1 ? -s : s;
  if (face < 2) return {out, -t, -along};
  if (face < 4) return {s, out, face & 1 ? -t : t};
  return {along, -t, out};
}

// The texel at (i, j) of a face, or beyond one of its edges by one texel, where it is that of the
// face behind the edge. Bytes behind `cube`, the first face.
HELPER long long texel_of_cube(Descriptor* d, Level* level, long long cube, int face, int i,
                               int j) {
  const int n = level->size[0];
  const float size = (float)n, s = (float)(2 * i + 1 - n), t = (float)(2 * j + 1 - n);
  const bool out_s = i < 0 || i >= n, out_t = j < 0 || j >= n;
  const float m = out_s || out_t ? size - 1.0f : size;
  const OnFace at = face_of(
      direction_of(face, at_most(at_least(s, -size), size), at_most(at_least(t, -size), size), m));
  const int column = within((int)(at.x[0] * size), n - 1);
  const int row = within((int)(at.x[1] * size), n - 1);
  const int chosen = out_s || out_t ? at.face : face;
  return cube + chosen * level->slice + (long long)row * level->row + (column << d->texel_shift);
}

// Where three faces meet, there is no fourth texel: its weight goes to the others in thirds, what
// is left to the texel of the face itself (1/256) or to the other two (1/256 each).
HELPER void share_out(int* weight, int missing) {
  const int side = (weight[missing] * 2 + 3) / 6;
  weight[missing ^ 3] += weight[missing] - 2 * side;
  weight[missing ^ 1] += side;
  weight[missing ^ 2] += side;
  weight[missing] = 0;
}

template <int N>
HELPER Texel<N> seamless(Descriptor* d, Level* level, long long cube, const OnFace& at) {
  const int n = level->size[0];
  int first[2];
  Place parts[2] = {};
  for (int k = 0; k < 2; ++k) {
    const float x = __builtin_floorf(at.x[k] * level->fine[k]) * level->coarse[k];
    const int from_middle = steps_of(level, k, x, (float)n * 256.0f);
    first[k] = from_middle >> 8;
    parts[k].part = from_middle & 255;
  }
  int weight[4];
  long long offset[4];
  bool inside[4];
  weigh<2>(parts, weight);
  for (int c = 0; c < 4; ++c) {
    const int i = first[0] + (c & 1), j = first[1] + (c >> 1);
    const bool missing = (i < 0 || i >= n) && (j < 0 || j >= n);
    offset[c] = texel_of_cube(d, level, cube, at.face, missing ? within(i, n - 1) : i, j);
    inside[c] = true;
    if (missing) share_out(weight, c);
  }
  return weighted<2, N>(d, level, offset, inside, weight);
}

// Where a direction is in the plane of a face, from the face's middle in its half sizes, when
// faces behind its edges are laid out beside it.
struct InPlane {
  float s, t;
  bool beside, behind;  // on a neighbouring face, on the opposite one
};
HELPER InPlane in_plane_of(int face, Direction d) {
  const Direction s = direction_of(face, 1, 0, 0), t = direction_of(face, 0, 1, 0),
                  m = direction_of(face, 0, 0, 1);
  const OnFace at = face_of(d);
  const Direction out = direction_of(at.face, 0, 0, 1);
  const auto along = [](Direction a, Direction b) { return a.x * b.x + a.y * b.y + a.z * b.z; };
  const float scale = 1.0f / along(out, d);
  const float to_s = along(out, s), to_t = along(out, t), to_m = along(out, m);
  const float beyond = 2.0f - along(d, m) * scale;  // the edge is at 1
  InPlane in;
  in.s = to_s != 0.0f ? to_s * beyond : along(d, s) * scale;
  in.t = to_t != 0.0f ? to_t * beyond : along(d, t) * scale;
  in.beside = to_m == 0.0f;
  in.behind = to_m < 0.0f;
  return in;
}

// The level of a gradient: an H200 looks how far two other directions are away in the face's plane.
HELPER float lod_of_cube(Descriptor* d, Direction x, Direction dx, Direction dy) {
  const int face = face_of(x).face;
  const InPlane here = in_plane_of(face, x),
                a = in_plane_of(face, {x.x + dx.x, x.y + dx.y, x.z + dx.z}),
                b = in_plane_of(face, {x.x + dy.x, x.y + dy.y, x.z + dy.z});
  const float half = (float)d->level[0].size[0] * 0.5f;
  if (a.behind || b.behind) return 1000.0f;  // the highest level there is
  return level_over(footprint({(a.s - here.s) * half, (a.t - here.t) * half, 0},
                              {(b.s - here.s) * half, (b.t - here.t) * half, 0},
                              !(a.beside || b.beside)));
}
