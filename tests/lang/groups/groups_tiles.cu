// SPDX-License-Identifier: Apache-2.0
// Tiles of up to 32 threads: places, shuffles of values of all sizes, votes and matches, where all
// lanes of the tile exist.
#include <cooperative_groups.h>

#include "../check.h"

namespace cg = cooperative_groups;

struct Odd {  // 12 bytes and a tail
  unsigned a, b;
  unsigned short c;
};
struct Long {
  unsigned words[8];
};

HD inline unsigned word(unsigned v) {
  return v;
}
template <class T>
HD T make(unsigned v) {
  return (T)v;
}
template <>
HD Odd make<Odd>(unsigned v) {
  Odd o{};
  o.a = v;
  o.b = v * 3;
  o.c = (unsigned short)(v >> 7);
  return o;
}
template <>
HD Long make<Long>(unsigned v) {
  Long l{};
  for (unsigned i = 0; i < 8; ++i) l.words[i] = v * (2 * i + 1);
  return l;
}
template <>
HD unsigned long long make<unsigned long long>(unsigned v) {
  return v * 0x100000001ull + (1ull << 40);
}
HD inline unsigned hash(const Odd& o) {
  return o.a * 3 + o.b * 5 + o.c * 7;
}
HD inline unsigned hash(const Long& l) {
  unsigned h = 0;
  for (unsigned i = 0; i < 8; ++i) h = h * 31 + l.words[i];
  return h;
}
HD inline unsigned hash(unsigned long long v) {
  return (unsigned)(v >> 32) * 3 + (unsigned)v;
}
HD inline unsigned hash(int v) {
  return (unsigned)v;
}
HD inline unsigned hash(unsigned char v) {
  return v;
}
HD inline unsigned hash(float v) {
  return (unsigned)(long long)(v / 512);
}
HD inline unsigned hash(double v) {
  return (unsigned)(long long)(v);
}

template <unsigned Size, class T>
__global__ void shuffles(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  unsigned r = 0;
  if (check::block_threads() % Size == 0) {
    const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
    const T v = make<T>(in[i]);
    r = hash(tile.shfl(v, in[i] % Size));
    r = r * 3 + hash(tile.shfl_up(v, Size / 4 + 1));
    r = r * 3 + hash(tile.shfl_down(v, in[i] % 3));
    r = r * 3 + hash(tile.shfl_xor(v, Size / 2));
    if (tile.meta_group_rank() % 2 == 1) r += hash(tile.shfl(v, Size - 1));
    r += tile.thread_rank() * 1000 + tile.num_threads() * 77 + tile.size() +
         tile.meta_group_rank() * 31 + tile.meta_group_size();
  }
  out[i] = r;
}

template <unsigned Size, class T>
void check_shuffles(const char* what) {
  check::run<unsigned>(
      what,
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        shuffles<Size, T><<<g, b>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        if (t.block_threads % Size != 0) return 0u;
        const unsigned own = in[t.global], rank = t.linear % Size, meta = t.linear / Size;
        const unsigned* tile = in + t.global - rank;
        const auto at = [&](unsigned r) { return hash(make<T>(tile[r])); };
        const unsigned up = Size / 4 + 1, down = own % 3;
        unsigned r = at(own % Size);
        r = r * 3 + at(rank >= up ? rank - up : rank);
        r = r * 3 + at(rank + down < Size ? rank + down : rank);
        r = r * 3 + at(rank ^ (Size / 2));
        if (meta % 2 == 1) r += at(Size - 1);
        return r + rank * 1000 + Size * 77 + Size + meta * 31 + t.block_threads / Size;
      });
}

template <unsigned Size>
__global__ void votes(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  unsigned r = 0;
  if (check::block_threads() % Size == 0) {
    const cg::thread_block_tile<Size> tile = cg::tiled_partition<Size>(cg::this_thread_block());
    const unsigned v = in[i] % 3;
    if (tile.any(v == 0)) r += 1;
    if (tile.all(v != 1)) r += 2;
    r += tile.ballot(v == 2) * 4;
    r = r * 5 + tile.match_any(v);
    int all = -1;
    r = r * 5 + tile.match_all(Size == 1 ? v : in[i] % 2, all);
    r += all != 0 ? 11 : 0;
    r = r * 5 + tile.match_all((double)tile.meta_group_rank(), all);
    r += all != 0 ? 13 : 0;
    if (tile.shfl(v, 0) == 1) {  // whole tiles go another way
      r = r * 7 + tile.ballot(in[i] & 8);
      tile.sync();
    }
  }
  out[i] = r;
}

template <unsigned Size>
void check_votes(const char* what) {
  check::run<unsigned>(
      what,
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { votes<Size><<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        if (t.block_threads % Size != 0) return 0u;
        const unsigned* tile = in + t.global - t.linear % Size;
        const unsigned v = in[t.global] % 3, full = Size == 32 ? ~0u : (1u << (Size % 32)) - 1;
        unsigned set[3] = {}, bit = 0, odd = 0;
        for (unsigned l = 0; l < Size; ++l) {
          set[tile[l] % 3] |= 1u << l;
          bit |= (tile[l] & 8 ? 1u : 0u) << l;
          odd |= (tile[l] % 2) << l;
        }
        unsigned r = (set[0] ? 1 : 0) + (set[1] ? 0 : 2) + set[2] * 4;
        r = r * 5 + set[v];
        const bool same = odd == 0 || odd == full || Size == 1;
        r = r * 5 + (same ? full : 0) + (same ? 11 : 0);
        r = r * 5 + full + 13;
        if (tile[0] % 3 == 1) r = r * 7 + bit;
        return r;
      });
}

template <unsigned Size>
void check_size(const char* what) {
  check_shuffles<Size, int>(what);
  check_shuffles<Size, Odd>(what);
  check_votes<Size>(what);
}

int main() {
  check_size<1>("tiles of 1");
  check_size<2>("tiles of 2");
  check_size<4>("tiles of 4");
  check_size<8>("tiles of 8");
  check_size<16>("tiles of 16");
  check_size<32>("tiles of 32");
  check_shuffles<32, float>("float");
  check_shuffles<16, double>("double");
  check_shuffles<8, unsigned long long>("64 bits");
  check_shuffles<32, unsigned char>("8 bits");
  check_shuffles<4, Long>("32 bytes");
  check_shuffles<32, Long>("32 bytes");
  return check::result();
}
