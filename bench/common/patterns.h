// SPDX-License-Identifier: Apache-2.0
// What one thread computes in the rows of bench/compare that stand beside plain OpenMP C++:
// programs as people write them, the same function in a kernel and in a loop.
//
// A pattern has element(x, y, z, out, inputs..., numbers...), and its data in
// bench/common/pattern_data.h.
#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define BENCH_EITHER __host__ __device__
#define BENCH_TABLE __constant__
#else
#define BENCH_EITHER
#define BENCH_TABLE
#endif

namespace bench {

using Byte = unsigned char;
using Word = std::uint32_t;
using Word64 = std::uint64_t;

struct AesTables {
  Byte box[256] = {};
  Byte ones[256] = {};  // bits of each byte
  Word t[4][256] = {};
  constexpr AesTables() {
    const auto rotate = [](unsigned v, int by) { return (v << by | v >> (8 - by)) & 255; };
    unsigned p = 1, q = 1;
    do {
      p = (p ^ p << 1 ^ (p & 0x80 ? 0x11b : 0)) & 255;
      q ^= q << 1;
      q ^= q << 2;
      q ^= q << 4;
      q = (q ^ (q & 0x80 ? 9 : 0)) & 255;
      box[p] = Byte(q ^ rotate(q, 1) ^ rotate(q, 2) ^ rotate(q, 3) ^ rotate(q, 4) ^ 0x63);
    } while (p != 1);
    box[0] = 0x63;
    for (int i = 0; i < 256; ++i) {
      const Word s = box[i], s2 = (s << 1 ^ (s & 0x80 ? 0x11b : 0)) & 255, s3 = s2 ^ s;
      const Word word = s2 << 24 | s << 16 | s << 8 | s3;
      for (int k = 0; k < 4; ++k) t[k][i] = k == 0 ? word : word >> 8 * k | word << (32 - 8 * k);
      ones[i] = Byte((i & 1) + ones[i / 2]);
    }
  }
};
BENCH_TABLE static constexpr AesTables kAes;

// A block of 16 bytes, ten rounds by tables of words.
struct CipherTables {
  BENCH_EITHER static void element(int i, int, int, Word* out, const Word* in, const Word* key) {
    Word a = in[4 * i] ^ key[0], b = in[4 * i + 1] ^ key[1], c = in[4 * i + 2] ^ key[2],
         d = in[4 * i + 3] ^ key[3];
    for (int round = 1; round <= 10; ++round) {
      const Word e = mix(a, b, c, d) ^ key[4 * round], f = mix(b, c, d, a) ^ key[4 * round + 1],
                 g = mix(c, d, a, b) ^ key[4 * round + 2], h = mix(d, a, b, c) ^ key[4 * round + 3];
      a = e, b = f, c = g, d = h;
    }
    out[4 * i] = a, out[4 * i + 1] = b, out[4 * i + 2] = c, out[4 * i + 3] = d;
  }
  BENCH_EITHER static Word mix(Word a, Word b, Word c, Word d) {
    return kAes.t[0][a >> 24] ^ kAes.t[1][b >> 16 & 255] ^ kAes.t[2][c >> 8 & 255] ^
           kAes.t[3][d & 255];
  }
};

// The same on bytes: substitute, move within rows, add the key.
struct CipherBytes {
  BENCH_EITHER static void element(int i, int, int, Byte* out, const Byte* in, const Byte* key) {
    Byte state[16], next[16];
    for (int k = 0; k < 16; ++k) state[k] = in[16 * i + k] ^ key[k];
    for (int round = 1; round <= 10; ++round) {
      for (int k = 0; k < 16; ++k) next[k] = kAes.box[state[(k + 4 * (k % 4)) % 16]];
      for (int k = 0; k < 16; ++k) state[k] = next[k] ^ key[16 * round + k];
    }
    for (int k = 0; k < 16; ++k) out[16 * i + k] = state[k];
  }
};

struct Xtea {
  BENCH_EITHER static void element(int i, int, int, Word* out, const Word* in, const Word* key) {
    Word a = in[2 * i], b = in[2 * i + 1], sum = 0;
    for (int round = 0; round < 32; ++round) {
      a += ((b << 4 ^ b >> 5) + b) ^ (sum + key[sum & 3]);
      sum += 0x9e3779b9u;
      b += ((a << 4 ^ a >> 5) + a) ^ (sum + key[sum >> 11 & 3]);
    }
    out[2 * i] = a, out[2 * i + 1] = b;
  }
};

// Bilinear, pixels of three bytes.
struct Resample {
  BENCH_EITHER static void element(int x, int y, int, Byte* out, const Byte* in, int width,
                                   int height, int to_width, float step_x, float step_y) {
    const float at_x = static_cast<float>(x) * step_x, at_y = static_cast<float>(y) * step_y;
    const int x0 = static_cast<int>(at_x), y0 = static_cast<int>(at_y);
    const int x1 = x0 + 1 < width ? x0 + 1 : width - 1, y1 = y0 + 1 < height ? y0 + 1 : height - 1;
    const float u = at_x - static_cast<float>(x0), v = at_y - static_cast<float>(y0);
    for (int c = 0; c < 3; ++c) {
      const float top = in[3 * (y0 * width + x0) + c] * (1 - u) + in[3 * (y0 * width + x1) + c] * u;
      const float low = in[3 * (y1 * width + x0) + c] * (1 - u) + in[3 * (y1 * width + x1) + c] * u;
      out[3 * (y * to_width + x) + c] = static_cast<Byte>(top * (1 - v) + low * v + 0.5f);
    }
  }
};

// A 3 x 3 filter over bytes; the border is copied.
struct Filter {
  BENCH_EITHER static void element(int x, int y, int, Byte* out, const Byte* in, int width,
                                   int height) {
    const int at = y * width + x;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
      out[at] = in[at];
      return;
    }
    int sum = 8;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx)
        sum += in[at + dy * width + dx] * ((2 - dx * dx) * (2 - dy * dy));
    }
    out[at] = static_cast<Byte>(sum / 16);
  }
};

struct BitsByShifts {
  BENCH_EITHER static void element(int i, int, int, int* out, const Word64* in) {
    Word64 v = in[i];
    v -= v >> 1 & 0x5555555555555555u;
    v = (v & 0x3333333333333333u) + (v >> 2 & 0x3333333333333333u);
    v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    out[i] = static_cast<int>(v * 0x0101010101010101u >> 56);
  }
};

struct BitsByTable {
  BENCH_EITHER static void element(int i, int, int, int* out, const Word64* in) {
    int sum = 0;
    for (int k = 0; k < 64; k += 8) sum += kAes.ones[in[i] >> k & 255];
    out[i] = sum;
  }
};

// Each thread walks a row of its own: the distance to the nearest of a few centres.
struct Rows {
  BENCH_EITHER static void element(int i, int, int, float* out, const float* points,
                                   const float* centres, int k, int count) {
    float best = 1e30f;
    for (int c = 0; c < count; ++c) {
      float sum = 0;
      for (int j = 0; j < k; ++j) {
        const float d = points[i * k + j] - centres[c * k + j];
        sum += d * d;
      }
      best = sum < best ? sum : best;
    }
    out[i] = best;
  }
};

// One row of a sparse matrix a thread.
struct SparseRows {
  BENCH_EITHER static void element(int i, int, int, float* out, const int* begins,
                                   const int* columns, const float* entries, const float* x) {
    float sum = 0;
    for (int k = begins[i]; k < begins[i + 1]; ++k) sum += entries[k] * x[columns[k]];
    out[i] = sum;
  }
};

// A particle flies until it leaves the box or is slow; it is reflected at the floor.
struct Particles {
  BENCH_EITHER static void element(int i, int, int, float* out, const float* position,
                                   const float* velocity) {
    float x = position[2 * i], y = position[2 * i + 1], vx = velocity[2 * i],
          vy = velocity[2 * i + 1];
    float weight = 1;
    for (int step = 0; step < 256; ++step) {
      x += vx, y += vy;
      if (x < -4 || x > 4 || y > 4) break;
      if (y < 0) y = -y, vy = -vy, weight *= 0.75f;
      if (weight < 0.125f) break;
      vy -= 0x1p-10f;
      weight *= 0.9990234375f;
    }
    out[2 * i] = x + y;
    out[2 * i + 1] = weight;
  }
};

struct Stencil3d {
  BENCH_EITHER static void element(int x, int y, int z, float* out, const float* in, int nx, int ny,
                                   int nz) {
    const int at = (z * ny + y) * nx + x;
    if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1) return;
    out[at] = 0.4f * in[at] + 0.1f * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] +
                                      in[at - nx * ny] + in[at + nx * ny]);
  }
};

// A step of diffusion on a torus, whose cells are numbered through.
struct Torus {
  BENCH_EITHER static void element(int i, int, int, float* out, const float* in, int width,
                                   int height) {
    const int x = i % width, y = i / width;
    const int east = (x + 1) % width, west = (x + width - 1) % width;
    const int south = (y + 1) % height, north = (y + height - 1) % height;
    out[i] = 0.5f * in[i] + 0.125f * (in[y * width + east] + in[y * width + west] +
                                      in[south * width + x] + in[north * width + x]);
  }
};

// Points of three coordinates, of which those that are awake move.
struct Bodies {
  BENCH_EITHER static void element(int i, int, int, float* out, const float* position,
                                   const float* velocity, const int* awake) {
    if ((awake[i] & 3) == 0) return;
    const float x = position[3 * i], y = position[3 * i + 1], z = position[3 * i + 2];
    const float vx = velocity[3 * i], vy = velocity[3 * i + 1], vz = velocity[3 * i + 2];
    out[3 * i] = x + 0.25f * vx;
    out[3 * i + 1] = y + 0.25f * vy;
    out[3 * i + 2] = z + 0.25f * vz;
  }
};

struct Polynomial {
  BENCH_EITHER static void element(int i, int, int, float* out, const float* in) {
    const float x = in[i];
    out[i] = ((((0.3f * x - 0.7f) * x + 1.1f) * x - 0.2f) * x + 0.6f) * x + 0.9f;
  }
};

// A product of matrices of 4 x 4 a thread, row by row.
struct Matrices {
  BENCH_EITHER static void element(int i, int, int, float* out, const float* x, const float* y) {
    for (int row = 0; row < 4; ++row) {
      for (int column = 0; column < 4; ++column) {
        float sum = 0;
        for (int k = 0; k < 4; ++k) sum += x[16 * i + 4 * row + k] * y[16 * i + 4 * k + column];
        out[16 * i + 4 * row + column] = sum;
      }
    }
  }
};

// A cross product of vectors of three a thread.
struct Crosses {
  BENCH_EITHER static void element(int i, int, int, float* out, const float* x, const float* y) {
    for (int k = 0; k < 3; ++k) {
      const int next = 3 * i + (k + 1) % 3, last = 3 * i + (k + 2) % 3;
      out[3 * i + k] = x[next] * y[last] - x[last] * y[next];
    }
  }
};

// The sum of four rows of a table a thread, which hashes choose.
struct TableRows {
  BENCH_EITHER static void element(int i, int, int, float* out, const float* table, int n) {
    constexpr int kRow = 16;
    for (int k = 0; k < kRow; ++k) out[kRow * i + k] = 0;
    for (int which = 0; which < 4; ++which) {
      const Word row = (4u * static_cast<Word>(i) + static_cast<Word>(which)) * 2654435761u %
                       static_cast<Word>(n);
      for (int k = 0; k < kRow; ++k) out[kRow * i + k] += table[kRow * row + k];
    }
  }
};

}  // namespace bench
