// SPDX-License-Identifier: Apache-2.0
// heavy: 8x8 1024
// Tiles of several warps: barriers of their own, while other tiles of the block do something else.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "../check.h"

namespace cg = cooperative_groups;

constexpr unsigned kRounds = 5;

template <unsigned Size>
__global__ void __launch_bounds__(1024) rounds(const unsigned* in, unsigned* out) {
  __shared__ unsigned values[1024];
  __shared__ cg::block_tile_memory<1024> memory;
  const unsigned i = check::gid();
  unsigned r = in[i];
  if (check::block_threads() % Size == 0) {
    const cg::thread_block block = cg::this_thread_block(memory);
    const auto tile = cg::tiled_partition<Size>(block);
    const unsigned rank = tile.thread_rank(), meta = tile.meta_group_rank();
    unsigned* mine = values + meta * Size;
    // Each tile goes round as often as its number says: the block as a whole could not.
    for (unsigned k = 0; k < kRounds + meta; ++k) {
      mine[rank] = r;
      tile.sync();
      r = r * 3 + mine[(rank * 5 + k + 33) % Size];
      tile.sync();
    }
    if (meta % 2 == 0) {
      if (tile.any(rank == Size - 1 && in[i] % 2)) r += 1;
      if (tile.all(rank != Size / 2 || in[i] % 2)) r += 2;
      r += tile.shfl(in[i], Size - 3);
      const auto inner = cg::tiled_partition<Size / 2>(tile);  // shares its first warp with `tile`
      for (unsigned k = 0; k < inner.meta_group_rank() * 3; ++k) inner.sync();
      r += cg::reduce(inner, in[i] % 100, cg::plus<unsigned>());
      tile.sync();
    }
    r += cg::reduce(tile, in[i] % 1000, cg::plus<unsigned>());
    r += cg::reduce(tile, in[i], cg::less<unsigned>());
    r += cg::inclusive_scan(tile, in[i] % 7);
    r += cg::exclusive_scan(tile, in[i], [](unsigned a, unsigned b) { return a ^ b; }) * 3;
  }
  out[i] = r;
}

template <unsigned Size>
unsigned expected(const check::Thread& t, const unsigned* in) {
  if (t.block_threads % Size != 0) return in[t.global];
  const unsigned rank = t.linear % Size, meta = t.linear / Size;
  const unsigned* tile = in + t.global - rank;
  static unsigned now[1024], next[1024];
  static const unsigned* known = nullptr;
  static unsigned known_value = 0;
  if (known != tile || known_value != tile[1]) {
    for (unsigned l = 0; l < Size; ++l) now[l] = tile[l];
    for (unsigned k = 0; k < kRounds + meta; ++k) {
      for (unsigned l = 0; l < Size; ++l) next[l] = now[l] * 3 + now[(l * 5 + k + 33) % Size];
      for (unsigned l = 0; l < Size; ++l) now[l] = next[l];
    }
    known = tile;
    known_value = tile[1];
  }
  unsigned r = now[rank], sum = 0, least = ~0u, below = 0, mixed = 0, half = 0;
  for (unsigned l = 0; l < Size; ++l) {
    sum += tile[l] % 1000;
    least = tile[l] < least ? tile[l] : least;
    if (l <= rank) below += tile[l] % 7;
    if (l < rank) mixed ^= tile[l];
    if (l / (Size / 2) == rank / (Size / 2)) half += tile[l] % 100;
  }
  if (meta % 2 == 0) {
    r += (tile[Size - 1] % 2 ? 1 : 0) + (tile[Size / 2] % 2 ? 2 : 0) + tile[Size - 3] + half;
  }
  return r + sum + least + below + mixed * 3;
}

template <unsigned Size>
void check_size(const char* what) {
  check::run<unsigned>(
      what,
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { rounds<Size><<<g, b>>>(in, out); },
      expected<Size>);
}

int main() {
  check_size<64>("tiles of 64");
  check_size<128>("tiles of 128");
  check_size<256>("tiles of 256");
  check_size<512>("tiles of 512");
  return check::result();
}
