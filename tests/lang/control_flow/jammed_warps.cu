// SPDX-License-Identifier: Apache-2.0
// Several warps between two barriers that touch only shared memory: tiles that all warps read, rows
// of one warp, loops, shuffles and votes, warps that go different ways. 1 to 32 warps, and shapes
// whose last warp is partial.
#include <iterator>

#include "../check.h"

namespace {

constexpr check::Shape kWarpShapes[] = {{64, 1, 1},  {32, 3, 1},  {16, 8, 1},
                                        {256, 1, 1}, {31, 32, 1}, {1000, 1, 1}};
constexpr unsigned kDepth = 24;

HD unsigned small(unsigned value) {
  return value % 64;
}

// Each warp's rows times a tile that all share.
__global__ void tiles(const unsigned* in, unsigned* out) {
  __shared__ float rows[kDepth / 4][1024], shared[kDepth][32];
  const unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  float sums[4] = {};
  for (unsigned k0 = 0; k0 < kDepth; k0 += kDepth / 4) {
    for (unsigned k = 0; k < kDepth / 4; ++k) rows[k][t] = (float)small(in[i + k0 + k]);
    for (unsigned e = t; e < kDepth * 32; e += n) shared[e / 32][e % 32] = (float)small(in[e]);
    __syncthreads();
    for (unsigned k = 0; k < kDepth / 4; ++k) {
      const float own = rows[k][t], lane = shared[k0 + k][t % 32];
      sums[0] += own * shared[k][3];  // one address for all
      sums[1] += own * lane;          // the same addresses for all warps
      sums[2] += lane * shared[k0][k];
      sums[3] += rows[k][t / 32 * 32] * lane;  // one address for the warp
    }
    __syncthreads();
  }
  out[i] =
      (unsigned)sums[0] + (unsigned)sums[1] * 3 + (unsigned)sums[2] * 5 + (unsigned)sums[3] * 7;
}

unsigned expected_tiles(const check::Thread& t, const unsigned* in) {
  unsigned sums[4] = {};
  for (unsigned k = 0; k < kDepth; ++k) {
    const unsigned inner = k % (kDepth / 4), own = small(in[t.global + k]);
    const unsigned lane = small(in[k * 32 + t.lane]);
    sums[0] += own * small(in[inner * 32 + 3]);
    sums[1] += own * lane;
    sums[2] += lane * small(in[(k - inner) * 32 + inner]);
    sums[3] += small(in[t.warp_first + k]) * lane;
  }
  return sums[0] + sums[1] * 3 + sums[2] * 5 + sums[3] * 7;
}

// What a warp reads another one writes behind the barrier, every time at another place.
__global__ void read_then_write(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024], common[32];
  const unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  s[t] = in[i];
  if (t < 32) common[t] = in[t];
  if (n < 32 && t == 0) {
    for (unsigned k = n; k < 32; ++k) common[k] = in[k];
  }
  unsigned sum = 0;
  const unsigned trips = in[0] % 6 + 3;
  for (unsigned k = 0; k < trips; ++k) {
    __syncthreads();
    unsigned value = 0;
    for (unsigned q = 0; q < 8; ++q) value += s[(t + 32 * q + k) % n] * common[q + k];
    __syncthreads();
    s[t] = value;
    sum = sum * 3 + value;
  }
  out[i] = sum;
}

unsigned expected_read_then_write(const check::Thread& t, const unsigned* in) {
  static unsigned s[1024], sums[1024];
  const unsigned n = t.block_threads;
  if (t.linear == 0) {  // for all threads of the block
    for (unsigned k = 0; k < n; ++k) s[k] = in[t.block_first + k], sums[k] = 0;
    for (unsigned k = 0; k < in[0] % 6 + 3; ++k) {
      unsigned next[1024];
      for (unsigned j = 0; j < n; ++j) {
        next[j] = 0;
        for (unsigned q = 0; q < 8; ++q) next[j] += s[(j + 32 * q + k) % n] * in[q + k];
      }
      for (unsigned j = 0; j < n; ++j) s[j] = next[j], sums[j] = sums[j] * 3 + next[j];
    }
  }
  return sums[t.linear];
}

// Within one step a warp writes its row and reads it again, in other lanes.
__global__ void own_rows(const unsigned* in, unsigned* out) {
  __shared__ unsigned rows[1024], table[64];
  const unsigned t = check::tid(), i = check::gid(), lane = t % 32, mask = check::warp_mask();
  for (unsigned k = t; k < 64; k += check::block_threads()) table[k] = in[k];
  unsigned value = in[i];
#pragma unroll 1
  for (unsigned round = 0; round < 2; ++round) {
    __syncthreads();
#pragma unroll 1
    for (unsigned k = 0; k < 10; ++k) {
      rows[t] = value + table[k] * table[lane];
      __syncwarp(mask);
      const unsigned other = rows[t - lane] * table[lane + k];  // the warp's first
      const unsigned mine = rows[t] ^ table[lane + 16];
      __syncwarp(mask);
      rows[t] = other + table[lane + 7];
      value = value * 3 + mine + rows[t] * table[lane + 3];
    }
    __syncthreads();
  }
  out[i] = value;
}

unsigned expected_own_rows(const check::Thread& t, const unsigned* in) {
  const unsigned lanes[2] = {0, t.lane};
  unsigned value[2] = {in[t.warp_first], in[t.global]}, row[2];
  for (unsigned step = 0; step < 20; ++step) {
    const unsigned k = step % 10;
    for (int j = 0; j < 2; ++j) row[j] = value[j] + in[k] * in[lanes[j]];
    const unsigned first = row[0];
    for (int j = 0; j < 2; ++j) {
      const unsigned lane = lanes[j], other = first * in[lane + k];
      value[j] = value[j] * 3 + (row[j] ^ in[lane + 16]) + (other + in[lane + 7]) * in[lane + 3];
    }
  }
  return value[1];
}

// Each warp's own factors times rows that all read.
template <class T, int Columns>
__global__ void factors(const unsigned* in, unsigned* out) {
  __shared__ T own[32][12], rows[12][32 * Columns];
  const unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  T sums[Columns] = {};
#pragma unroll 1
  for (unsigned round = 0; round < 3; ++round) {
    for (unsigned k = t; k < 32 * 12; k += n) {
      own[k / 12][k % 12] = (T)small(in[i - t + k / 12 + k % 12 + round]);
    }
    for (unsigned k = t; k < 12 * 32 * Columns; k += n) {
      rows[k / 32 / Columns][k % (32 * Columns)] = (T)small(in[(k + round) % 1000]);
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned k = 0; k < 12; ++k) {
#pragma unroll
      for (int j = 0; j < Columns; ++j) sums[j] += own[t / 32][k] * rows[k][t % 32 + 32 * j];
    }
    __syncthreads();
  }
  unsigned result = 0;
  for (int j = 0; j < Columns; ++j) result = result * 31 + (unsigned)sums[j];
  out[i] = result;
}

template <int Columns>
unsigned expected_factors(const check::Thread& t, const unsigned* in) {
  unsigned result = 0;
  for (unsigned j = 0; j < Columns; ++j) {
    unsigned sum = 0;
    for (unsigned round = 0; round < 3; ++round) {
      for (unsigned k = 0; k < 12; ++k) {
        const unsigned row = small(in[(k * 32 * Columns + 32 * j + t.lane + round) % 1000]);
        sum += small(in[t.block_first + t.warp + k + round]) * row;
      }
    }
    result = result * 31 + sum;
  }
  return result;
}

// All warps read all rows; behind the barrier each writes its own again. With `Apart`, the warps
// take ways of different length.
template <bool Apart>
__global__ void all_rows(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024], table[32];
  const unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  for (unsigned k = n + t; k < (n + 31) / 32 * 32; k += n) s[k] = 0;
  for (unsigned k = t; k < 32; k += n) table[k] = in[k];
  s[t] = in[i];
  unsigned value = in[i];
#pragma unroll 1
  for (unsigned k = 0; k < 5; ++k) {
    __syncthreads();
#pragma unroll 1
    for (unsigned first = 0; first < n; first += 32) {
      value += (s[first + t % 32] * (t / 32 + k)) ^ (table[t % 32] + s[first]);
    }
    if (Apart) {
#pragma unroll 1
      for (unsigned q = 0; q <= t / 32 % 3; ++q) value = value * 5 + table[t % 32];
    }
    __syncthreads();
    s[t] = value ^ table[k + t % 8];
    value += s[t] * table[t % 32];
  }
  out[i] = value;
}

template <bool Apart>
unsigned expected_all_rows(const check::Thread& t, const unsigned* in) {
  static unsigned s[1024], values[1024];
  const unsigned n = t.block_threads;
  if (t.linear == 0) {  // for all threads of the block
    for (unsigned k = 0; k < 1024; ++k) s[k] = values[k] = k < n ? in[t.block_first + k] : 0;
    for (unsigned k = 0; k < 5; ++k) {
      for (unsigned j = 0; j < n; ++j) {
        for (unsigned first = 0; first < n; first += 32) {
          values[j] += (s[first + j % 32] * (j / 32 + k)) ^ (in[j % 32] + s[first]);
        }
        for (unsigned q = 0; Apart && q <= j / 32 % 3; ++q) values[j] = values[j] * 5 + in[j % 32];
      }
      for (unsigned j = 0; j < n; ++j) {
        s[j] = values[j] ^ in[k + j % 8];
        values[j] += s[j] * in[j % 32];
      }
    }
  }
  return values[t.linear];
}

// Odd warps do other things than even ones; in some trips only, and with their own trip counts.
__global__ void different_ways(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024], table[64];
  const unsigned t = check::tid(), i = check::gid(), w = t / 32;
  for (unsigned k = t; k < 64; k += check::block_threads()) table[k] = in[k];
  s[t] = in[i];
  __syncthreads();
  unsigned v = s[t];
  for (unsigned k = 0; k < 6; ++k) {
    if (w & 1) v += table[k] * s[t];
    if (table[k] & 1) v ^= table[k + 32] * (w + 1);  // all alike
    for (unsigned q = 0; q < (w + k) % 3; ++q) v = v * 5 + table[t % 32 + q];
    if ((v & 3) == w % 4) v -= table[t % 32];
    __syncthreads();
    s[t] = v;
    if (w == 2 || (table[k] & 2)) v = v * 7 + table[(v + k) % 64];
    __syncthreads();
  }
  out[i] = v;
}

unsigned expected_different_ways(const check::Thread& t, const unsigned* in) {
  const unsigned w = t.warp;
  unsigned own = in[t.global], v = own;
  for (unsigned k = 0; k < 6; ++k) {
    if (w & 1) v += in[k] * own;
    if (in[k] & 1) v ^= in[k + 32] * (w + 1);
    for (unsigned q = 0; q < (w + k) % 3; ++q) v = v * 5 + in[t.lane + q];
    if ((v & 3) == w % 4) v -= in[t.lane];
    own = v;
    if (w == 2 || (in[k] & 2)) v = v * 7 + in[(v + k) % 64];
  }
  return v;
}

__global__ void shuffles_and_votes(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024], table[32];
  const unsigned t = check::tid(), i = check::gid(), mask = check::warp_mask();
  for (unsigned k = t; k < 32; k += check::block_threads()) table[k] = in[k];
  s[t] = in[i];
  __syncthreads();
  unsigned v = s[t];
  for (unsigned k = 0; k < 5; ++k) {
    const unsigned other = __shfl_xor_sync(mask, v, 1);
    v += (mask >> (t % 32 ^ 1) & 1 ? other : v) * table[k];
    const unsigned votes = __ballot_sync(mask, (v ^ table[t % 32]) & 4);
    v ^= __popc(votes) * table[k + 8];
    v += __shfl_up_sync(mask, v, k + 1) ^ table[t % 32];
    if (__any_sync(mask, (v & 0x1f) == k)) v += 1000;
    __syncthreads();
    s[t] = v;
    __syncthreads();
    v = v * 3 + s[t / 32 * 32] * table[16];
  }
  out[i] = v;
}

unsigned expected_shuffles(const check::Thread& t, const unsigned* in) {
  unsigned v[32], old[32];
  const unsigned lanes = t.warp_lanes;
  for (unsigned l = 0; l < lanes; ++l) v[l] = in[t.warp_first + l];
  for (unsigned k = 0; k < 5; ++k) {
    unsigned votes = 0;
    bool any = false;
    memcpy(old, v, sizeof(v));
    for (unsigned l = 0; l < lanes; ++l) v[l] += old[(l ^ 1) < lanes ? l ^ 1 : l] * in[k];
    for (unsigned l = 0; l < lanes; ++l) votes += (v[l] ^ in[l]) >> 2 & 1;
    for (unsigned l = 0; l < lanes; ++l) v[l] ^= votes * in[k + 8];
    memcpy(old, v, sizeof(v));
    for (unsigned l = 0; l < lanes; ++l) v[l] += old[l > k ? l - k - 1 : l] ^ in[l];
    for (unsigned l = 0; l < lanes; ++l) any |= (v[l] & 0x1f) == k;
    for (unsigned l = 0; l < lanes; ++l) v[l] += any ? 1000 : 0;
    const unsigned first = v[0];
    for (unsigned l = 0; l < lanes; ++l) v[l] = v[l] * 3 + first * in[16];
  }
  return v[t.lane];
}

// All warps write what they computed into one tile, at places that are strewn over it.
__global__ void scattered(const unsigned* in, unsigned* out) {
  extern __shared__ unsigned dynamic[];
  const unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  unsigned* table = dynamic;
  unsigned *from = dynamic + 40, *to = from + n;
  for (unsigned k = t; k < 40; k += n) table[k] = in[k];
  from[t] = in[i];
  __syncthreads();
  for (unsigned k = 0; k < 7; ++k) {
    unsigned v = from[t];
    for (unsigned q = 0; q < 5; ++q) v = v * table[q] + table[t % 32 + q];
    to[n - 1 - t] = v ^ table[k];
    __syncthreads();
    unsigned* old = from;
    from = to;
    to = old;
  }
  out[i] = from[t];
}

unsigned expected_scattered(const check::Thread& t, const unsigned* in) {
  // After 7 rounds of reversal the value began at the mirrored place.
  const unsigned n = t.block_threads, start = n - 1 - t.linear;
  unsigned v = in[t.block_first + start];
  for (unsigned k = 0; k < 7; ++k) {
    const unsigned at = k % 2 == 0 ? start : t.linear;
    for (unsigned q = 0; q < 5; ++q) v = v * in[q] + in[at % 32 + q];
    v ^= in[k];
  }
  return v;
}

// Values of every kind that wait at the barriers, and bytes and doubles in the tiles.
__global__ void kinds(const unsigned* in, unsigned* out) {
  __shared__ double d[1024], table[32];
  __shared__ unsigned char bytes[1024], tags[32];
  __shared__ float4 vectors[32];
  const unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  for (unsigned k = t; k < 32; k += n) {
    table[k] = in[k] % 16;
    tags[k] = (unsigned char)in[k];
    vectors[k] = make_float4(in[k] % 8, in[k + 1] % 8, in[k + 2] % 8, in[k + 3] % 8);
  }
  d[t] = in[i] % 100;
  bytes[t] = (unsigned char)in[i];
  double sum = 0;
  unsigned char tag = (unsigned char)i;
  bool flag = false;
  float4 v = make_float4(0, 0, 0, 0);
  for (unsigned k = 0; k < 8; ++k) {
    __syncthreads();
    sum += d[t] * table[k] + table[t % 32] + (double)(flag ? 1 : 0);
    tag = (unsigned char)(tag * 3 + bytes[t] + tags[k] + tags[t % 32]);
    flag = tag > 100;
    const float4 a = vectors[k], b = vectors[t % 32];
    v.x += a.x * b.y;
    v.y += a.y * b.z;
    v.z += a.z * b.w;
    v.w += a.w * b.x;
    __syncthreads();
    d[t] += 1;
    bytes[t] = tag;
  }
  out[i] = (unsigned)sum + tag * 3 + flag + (unsigned)(v.x + 2 * v.y + 3 * v.z + 4 * v.w);
}

unsigned expected_kinds(const check::Thread& t, const unsigned* in) {
  unsigned sum = 0, v[4] = {};
  unsigned char tag = (unsigned char)t.global, byte = (unsigned char)in[t.global];
  bool flag = false;
  for (unsigned k = 0; k < 8; ++k) {
    sum += (in[t.global] % 100 + k) * (in[k] % 16) + in[t.lane] % 16 + flag;
    tag = (unsigned char)(tag * 3 + byte + in[k] + in[t.lane]);
    flag = tag > 100;
    for (unsigned c = 0; c < 4; ++c) v[c] += in[k + c] % 8 * (in[t.lane + (c + 1) % 4] % 8);
    byte = tag;
  }
  return sum + tag * 3 + flag + v[0] + 2 * v[1] + 3 * v[2] + 4 * v[3];
}

template <class Want>
void test(const char* what, void (*kernel)(const unsigned*, unsigned*), Want want) {
  const auto launch = [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
    const unsigned bytes = 4 * (40 + 2 * b.x * b.y * b.z);  // of use to one kernel only
    kernel<<<g, b, kernel == scattered ? bytes : 0>>>(in, out);
  };
  check::run<unsigned>(what, launch, want);
  for (const auto& shape : kWarpShapes) {
    // Two full warps, and 32 of which the last is not.
    const bool one_of_few =
        &shape == std::begin(kWarpShapes) || &shape + 1 == std::end(kWarpShapes);
    if (check::restricted() && !one_of_few) continue;
    check::run_shape<unsigned>(what, shape, 3, launch, want);
  }
}

}  // namespace

int main() {
  test("tiles", tiles, expected_tiles);
  test("read, then write", read_then_write, expected_read_then_write);
  test("rows of a warp", own_rows, expected_own_rows);
  test("float factors of a warp", factors<float, 1>, expected_factors<1>);
  test("int factors of a warp", factors<int, 4>, expected_factors<4>);
  test("all rows", all_rows<false>, expected_all_rows<false>);
  test("all rows, each warp its way", all_rows<true>, expected_all_rows<true>);
  test("warps go different ways", different_ways, expected_different_ways);
  test("shuffles and votes", shuffles_and_votes, expected_shuffles);
  test("scattered", scattered, expected_scattered);
  test("values of every kind", kinds, expected_kinds);
  return check::result();
}
