// SPDX-License-Identifier: Apache-2.0
// heavy: 33 8x8
// Reductions and scans of tiles of all sizes, types and operators, and their forms with an atomic
// object; invoke_one; partial last warps.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "../check.h"

namespace cg = cooperative_groups;

struct Line {  // x -> a * x + b: composition is not commutative
  unsigned a, b;
};
struct Compose {
  HD Line operator()(const Line& f, const Line& g) const { return {f.a * g.a, g.a * f.b + g.b}; }
};
HD inline Line line(unsigned v) {
  return {v * 2 + 1, v >> 5};
}

// What the collectives use of an atomic object.
struct Atomic {
  unsigned value;
  __device__ unsigned load() const { return *(volatile const unsigned*)&value; }
  __device__ void store(unsigned v) { atomicExch(&value, v); }
  __device__ unsigned fetch_add(unsigned v) { return atomicAdd(&value, v); }
  __device__ unsigned fetch_max(unsigned v) { return atomicMax(&value, v); }
  __device__ bool compare_exchange_weak(unsigned& expected, unsigned wanted) {
    const unsigned seen = atomicCAS(&value, expected, wanted);
    const bool same = seen == expected;
    expected = seen;
    return same;
  }
};

template <unsigned Size>
__global__ void collectives(const unsigned* in, unsigned* out, Atomic* atomics) {
  const unsigned i = check::gid(), v = in[i];
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  unsigned r = cg::reduce(tile, v, cg::plus<unsigned>());
  r = r * 3 + (unsigned)cg::reduce(tile, (int)v, cg::less<int>());
  r = r * 3 + cg::reduce(tile, (unsigned short)v, cg::greater<unsigned short>());
  r = r * 3 + cg::reduce(tile, v, cg::bit_and<unsigned>());
  r = r * 3 + cg::reduce(tile, v, cg::bit_or<unsigned>());
  r = r * 3 +
      (unsigned)(cg::reduce(tile, v * 0x100000001ull, cg::bit_xor<unsigned long long>()) >> 32);
  r = r * 3 + (unsigned)cg::reduce(tile, (double)v, cg::plus<double>());
  r = r * 3 + (unsigned)cg::reduce(tile, (float)(v % 1024), [](float a, float b) { return a + b; });
  const Line all = cg::reduce(tile, line(v), Compose());
  r = r * 3 + all.a + all.b;
  r = r * 3 + cg::inclusive_scan(tile, v);
  r = r * 3 + (unsigned)cg::exclusive_scan(tile, (long long)v);
  r = r * 3 + cg::inclusive_scan(tile, v, cg::less<unsigned>());
  const Line some = cg::inclusive_scan(tile, line(v), Compose());
  r = r * 3 + some.a + some.b;
  const Line before = cg::exclusive_scan(tile, line(v), Compose());
  if (tile.thread_rank()) r = r * 3 + before.a + before.b;

  Atomic* own = atomics + (i - tile.thread_rank()) * 4;
  if (check::block_threads() % Size == 0) {
    tile.sync();
    cg::reduce_store_async(tile, own[0], v, cg::plus<unsigned>());
    cg::reduce_store_async(tile, &own[1].value, v, cg::bit_xor<unsigned>());
    cg::invoke_one(tile, [&](unsigned start) { own[2].store(start); }, in[i] % 1);
    tile.sync();
    cg::reduce_update_async(tile, own[0], v, cg::greater<unsigned>());
    cg::reduce_update_async(tile, own[1], v % 50, [](unsigned a, unsigned b) { return a + b; });
    tile.sync();
    r = r * 3 + own[0].load();
    r = r * 3 + own[1].load();
    r = r * 3 + cg::inclusive_scan_update(tile, own[2], v);
    r = r * 3 + cg::exclusive_scan_update(tile, own[2], v, cg::plus<unsigned>());
    r = r * 3 + cg::invoke_one_broadcast(tile, [&] { return own[2].fetch_add(1); });
    tile.sync();
    r = r * 3 + own[2].load();
  }
  out[i] = r;
}

template <unsigned Size>
unsigned expected(const check::Thread& t, const unsigned* in) {
  const unsigned rank = t.linear % Size, start = t.linear - rank;
  const unsigned left = t.block_threads - start, n = left < Size ? left : Size;
  const unsigned *v = in + t.global - rank, own = v[rank];
  unsigned sum = 0, conj = ~0u, disj = 0, mixed = 0, below = 0, least_below = ~0u, most = 0,
           few = 0;
  int least = 0x7fffffff;
  unsigned short most_short = 0;
  double real = 0;
  float small = 0;
  Line all{1, 0}, some{1, 0}, before{1, 0};
  for (unsigned l = 0; l < n; ++l) {
    sum += v[l];
    conj &= v[l];
    disj |= v[l];
    mixed ^= v[l];
    few += v[l] % 50;
    most = v[l] > most ? v[l] : most;
    least = (int)v[l] < least ? (int)v[l] : least;
    most_short = (unsigned short)v[l] > most_short ? (unsigned short)v[l] : most_short;
    real += v[l];
    small += v[l] % 1024;
    if (l == rank) before = all;
    all = Compose()(all, line(v[l]));
    if (l > rank) continue;
    some = all;
    below += v[l];
    least_below = v[l] < least_below ? v[l] : least_below;
  }
  unsigned long long wide = 0;
  for (unsigned l = 0; l < rank; ++l) wide += v[l];
  unsigned wide_mixed = 0;
  {
    unsigned long long x = 0;
    for (unsigned l = 0; l < n; ++l) x ^= v[l] * 0x100000001ull;
    wide_mixed = (unsigned)(x >> 32);
  }
  unsigned r = sum;
  r = r * 3 + (unsigned)least;
  r = r * 3 + most_short;
  r = r * 3 + conj;
  r = r * 3 + disj;
  r = r * 3 + wide_mixed;
  r = r * 3 + (unsigned)(real < 4294967296.0 ? real : 4294967295.0);
  r = r * 3 + (unsigned)small;
  r = r * 3 + all.a + all.b;
  r = r * 3 + below;
  r = r * 3 + (unsigned)wide;
  r = r * 3 + least_below;
  r = r * 3 + some.a + some.b;
  if (rank) r = r * 3 + before.a + before.b;
  if (t.block_threads % Size == 0) {
    r = r * 3 + (sum > most ? sum : most);
    r = r * 3 + mixed + few;
    r = r * 3 + below;
    r = r * 3 + sum + below - own;
    r = r * 3 + 2 * sum;
    r = r * 3 + 2 * sum + 1;
  }
  return r;
}

template <unsigned Size>
void check_size(const char* what) {
  check::run<unsigned>(
      what,
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        static Atomic* atomics = check::device_array<Atomic>(3 * 1024 * 4 + 64);
        collectives<Size><<<g, b>>>(in, out, atomics);
      },
      expected<Size>);
}

int main() {
  check_size<1>("tiles of 1");
  check_size<2>("tiles of 2");
  check_size<4>("tiles of 4");
  check_size<8>("tiles of 8");
  check_size<16>("tiles of 16");
  check_size<32>("tiles of 32");
  return check::result();
}
