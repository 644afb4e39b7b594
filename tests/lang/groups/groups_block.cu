// SPDX-License-Identifier: Apache-2.0
// The thread block and its run-time tiles as groups: places, sizes, barriers, and functions that
// take any group.
#include <cooperative_groups.h>

#include "../check.h"

namespace cg = cooperative_groups;

struct Place {
  unsigned rank, size, x, y, z, group, dim, neighbour;
};

__global__ void places(const unsigned* in, Place* out) {
  __shared__ unsigned values[1024];
  const cg::thread_block block = cg::this_thread_block();
  const dim3 t = block.thread_index(), d = block.dim_threads();
  values[block.thread_rank()] = in[check::gid()];
  block.sync();
  const unsigned other = (block.thread_rank() * 7 + 3) % block.size();
  Place p{block.thread_rank(),   block.num_threads(), t.x,          t.y, t.z,
          block.group_index().x, d.x * d.y * d.z,     values[other]};
  auto token = block.barrier_arrive();
  block.barrier_wait(static_cast<decltype(token)&&>(token));
  values[block.thread_rank()] = p.neighbour;
  cg::sync(block);
  p.neighbour += values[other];
  out[check::gid()] = p;
}

// A sum over any group, as the Programming Guide writes it.
__device__ __noinline__ unsigned sum(const cg::thread_group& g, unsigned* room, unsigned value) {
  const unsigned rank = g.thread_rank();
  room[rank] = value;
  g.sync();
  unsigned total = 0;
  for (unsigned i = 0; i < g.size(); ++i) total = total * 3 + room[i];
  g.sync();
  return total;
}

template <unsigned Size>
__global__ void sums(const unsigned* in, unsigned* out) {
  __shared__ unsigned room[1024];
  const cg::thread_block block = cg::this_thread_block();
  const unsigned i = check::gid(), rank = block.thread_rank();
  unsigned r = 0;
  if (block.size() % 32 == 0) {
    r = sum(cg::tiled_partition(block, Size), room + rank / Size * Size, in[i]);
    block.sync();
    r += sum(cg::tiled_partition<Size>(block), room + rank / Size * Size, in[i] * 5);
    block.sync();
    cg::thread_group halves = cg::tiled_partition(cg::tiled_partition(block, Size), Size / 2);
    r += sum(halves, room + rank / (Size / 2) * (Size / 2), in[i]);
    block.sync();
  }
  out[i] = r + sum(block, room, in[i]);
}

unsigned fold(const unsigned* in, unsigned count, unsigned factor = 1) {
  unsigned total = 0;
  for (unsigned i = 0; i < count; ++i) total = total * 3 + in[i] * factor;
  return total;
}

template <unsigned Size>
void check_sums(const char* what) {
  check::run<unsigned>(
      what,
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { sums<Size><<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned* block = in + t.block_first;
        unsigned r = fold(block, t.block_threads);
        if (t.block_threads % 32 == 0) {
          const unsigned* tile = block + t.linear / Size * Size;
          const unsigned half = Size / 2;
          r += fold(tile, Size) + fold(tile, Size, 5) + fold(block + t.linear / half * half, half);
        }
        return r;
      });
}

int main() {
  check::run<Place>(
      "places", [](dim3 g, dim3 b, const unsigned* in, Place* out) { places<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned* v = in + t.block_first;
        const unsigned n = t.block_threads, other = (t.linear * 7 + 3) % n;
        return Place{t.linear, n, t.x, t.y, t.z, t.block, n, v[other] + v[(other * 7 + 3) % n]};
      });
  check_sums<32>("tiles of 32");
  check_sums<16>("tiles of 16");
  check_sums<4>("tiles of 4");
  check_sums<2>("tiles of 2");
  return check::result();
}
