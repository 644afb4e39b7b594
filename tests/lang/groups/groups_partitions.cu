// SPDX-License-Identifier: Apache-2.0
// Groups made from tiles and coalesced groups by label, by predicate and by size at run time.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "../check.h"

namespace cg = cooperative_groups;

__device__ unsigned describe(const cg::coalesced_group& g, unsigned v) {
  unsigned r = g.thread_rank() + g.num_threads() * 32;
  r = r * 7 + g.meta_group_rank() * 5 + g.meta_group_size();
  r = r * 7 + g.shfl(v, 0);
  return r * 7 + cg::reduce(g, v, cg::plus<unsigned>());
}

// `label[l]` of the `n` threads in order; the group of thread `rank` as describe() tells it. Groups
// are ranked by where they begin, two `by_label` by their labels, 0 and 1.
unsigned describe(const unsigned* v, const unsigned* label, unsigned n, unsigned rank,
                  bool by_label) {
  unsigned own = 0, count = 0, sum = 0, first = 0, groups = 0, meta = 0;
  for (unsigned l = 0; l < n; ++l) {
    bool fresh = true;
    for (unsigned k = 0; k < l; ++k) fresh = fresh && label[k] != label[l];
    if (fresh && label[l] == label[rank]) meta = groups;
    groups += fresh;
    if (label[l] != label[rank]) continue;
    if (l == rank) own = count;
    if (count++ == 0) first = v[l];
    sum += v[l];
  }
  if (by_label && groups == 2) meta = label[rank];
  unsigned r = own + count * 32;
  r = r * 7 + meta * 5 + groups;
  return (r * 7 + first) * 7 + sum;
}

__global__ void partitions(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid(), v = in[i];
  unsigned r = 0;
  if (v % 4) {
    const auto g = cg::coalesced_threads();
    r = describe(cg::labeled_partition(g, v % 5), v);
    r = r * 11 + describe(cg::binary_partition(g, v % 3 == 0), v);
    r = r * 11 + describe(cg::tiled_partition(g, 4), v);
    if (v & 16)
      r = r * 11 + describe(cg::labeled_partition(cg::coalesced_threads(), (long)v % 3), v);
  }
  if (check::block_threads() % 16 == 0) {
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    r = r * 11 + describe(cg::labeled_partition(tile, (int)(v % 6)), v);
    r = r * 11 + describe(cg::binary_partition(tile, v & 32), v);
    const auto inner = cg::tiled_partition<4>(tile);
    r = r * 11 + inner.meta_group_rank() * 8 + inner.meta_group_size() + inner.shfl(v, 1);
  }
  out[i] = r;
}

int main() {
  check::run<unsigned>(
      "partitions",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { partitions<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned own = in[t.global];
        unsigned v[32], label[32], n = 0, rank = 0, r = 0;
        const auto collect = [&](auto is) {
          n = 0;
          for (unsigned l = 0; l < t.warp_lanes; ++l) {
            const unsigned x = in[t.warp_first + l];
            if (!is(x)) continue;
            if (l == t.lane) rank = n;
            v[n++] = x;
          }
        };
        const auto by = [&](auto f, bool binary = false) {
          for (unsigned l = 0; l < n; ++l) label[l] = f(v[l], l);
          return describe(v, label, n, rank, binary);
        };
        if (own % 4) {
          collect([](unsigned x) { return x % 4 != 0; });
          r = by([](unsigned x, unsigned) { return x % 5; });
          r = r * 11 + by([](unsigned x, unsigned) { return (unsigned)(x % 3 == 0); }, true);
          r = r * 11 + by([](unsigned, unsigned l) { return l / 4; });
          if (own & 16) {
            collect([](unsigned x) { return x % 4 != 0 && (x & 16); });
            r = r * 11 + by([](unsigned x, unsigned) { return x % 3; });
          }
        }
        if (t.block_threads % 16 == 0) {
          const unsigned first = t.global - t.linear % 16;
          n = 16;
          rank = t.linear % 16;
          for (unsigned l = 0; l < 16; ++l) v[l] = in[first + l];
          r = r * 11 + by([](unsigned x, unsigned) { return x % 6; });
          r = r * 11 + by([](unsigned x, unsigned) { return (unsigned)((x & 32) != 0); }, true);
          r = r * 11 + rank / 4 * 8 + 4 + v[rank / 4 * 4 + 1];
        }
        return r;
      });
  return check::result();
}
