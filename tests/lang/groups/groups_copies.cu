// SPDX-License-Identifier: Apache-2.0
// memcpy_async of blocks, tiles and coalesced groups: sizes and addresses of all alignments, in
// stages; single threads that act for a block.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "../check.h"

namespace cg = cooperative_groups;

struct Aligned {  // as cuda::aligned_size_t
  size_t value;
  __device__ operator size_t() const { return value; }
};

__global__ void __launch_bounds__(1024) copies(const unsigned* in, unsigned* out) {
  __shared__ __align__(16) unsigned staged[2][1024 + 32];
  __shared__ __align__(16) unsigned char bytes[4 * 1024 + 64];
  __shared__ unsigned extra;
  const auto block = cg::this_thread_block();
  const unsigned n = block.size(), t = block.thread_rank(), first = check::gid() - t;
  const unsigned* mine = in + first;
  unsigned r = 0;

  cg::memcpy_async(block, staged[0], mine, sizeof(unsigned) * n);
  cg::memcpy_async(block, staged[1], n, mine + 1, n + 16);  // as much as fits into both
  cg::wait_prior<1>(block);
  r += staged[0][(t * 3 + 1) % n];
  cg::wait(block);
  r = r * 3 + staged[1][(t * 5 + 2) % n];
  block.sync();

  cg::memcpy_async(block, bytes + 3, (const unsigned char*)mine + 1, n * 2 + 1);
  cg::invoke_one(block, [&](unsigned v) { extra = v; }, in[first] * 7);
  cg::wait(block);
  r = r * 3 + bytes[3 + (t * 7) % (n * 2 + 1)] + extra;
  block.sync();

  if (n % 8 == 0) {
    const auto tile = cg::tiled_partition<8>(block);
    unsigned* room = staged[0] + tile.meta_group_rank() * 8;
    cg::memcpy_async(tile, room, mine + (n / 8 - 1 - tile.meta_group_rank()) * 8, Aligned{32});
    cg::wait(tile);
    r = r * 3 + room[7 - tile.thread_rank()];
  }
  if (in[first + t] % 3 == 0) {
    const auto some = cg::coalesced_threads();
    unsigned* room = staged[1] + t / 32 * 32;
    cg::memcpy_async(some, room, mine + t / 32 * 32, some.size() * 4);
    cg::wait(some);
    r = r * 3 + room[some.size() - 1 - some.thread_rank()];
  }
  out[first + t] = r;
}

int main() {
  check::run<unsigned>(
      "copies",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { copies<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned *mine = in + t.block_first, n = t.block_threads, l = t.linear;
        unsigned r = mine[(l * 3 + 1) % n];
        r = r * 3 + mine[1 + (l * 5 + 2) % n];
        r = r * 3 + ((const unsigned char*)mine)[1 + (l * 7) % (n * 2 + 1)] + mine[0] * 7;
        if (n % 8 == 0) r = r * 3 + mine[(n / 8 - 1 - l / 8) * 8 + 7 - l % 8];
        if (in[t.global] % 3 == 0) {
          unsigned count = 0, rank = 0;
          for (unsigned k = 0; k < t.warp_lanes; ++k) {
            if (in[t.warp_first + k] % 3) continue;
            if (k == t.lane) rank = count;
            ++count;
          }
          r = r * 3 + in[t.warp_first + count - 1 - rank];
        }
        return r;
      });
  return check::result();
}
