// SPDX-License-Identifier: Apache-2.0
// The threads that are together in a branch or still in a loop as a group: ranks, shuffles, votes,
// reductions and scans relative to the group.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "../check.h"

namespace cg = cooperative_groups;

struct Pair {
  unsigned a;
  unsigned long long b;
};

__device__ unsigned all_of(const cg::coalesced_group& g, unsigned v) {
  unsigned r = g.thread_rank() * 100 + g.num_threads() + g.size() * 3;
  r = r * 5 + g.shfl(v, (v >> 3) % g.num_threads());
  r = r * 5 + g.shfl_up(v, 2);
  r = r * 5 + g.shfl_down(v, v % 4);
  const Pair p = g.shfl(Pair{v, v * 0x300000001ull}, g.size() - 1);
  r = r * 5 + p.a + (unsigned)(p.b >> 32);
  r += g.any(v % 5 == 0) ? 1 : 0;
  r += g.all(v % 16) ? 2 : 0;
  r = r * 5 + g.ballot(v & 2);
  r = r * 5 + g.match_any(v % 3);
  int same = 0;
  r = r * 5 + g.match_all(v % 2, same);
  r += same ? 7 : 0;
  g.sync();
  r = r * 5 + cg::reduce(g, v, cg::plus<unsigned>());
  r = r * 5 + cg::reduce(g, (int)v, cg::greater<int>());
  r = r * 5 + cg::inclusive_scan(g, v);
  r = r * 5 + cg::exclusive_scan(g, v, cg::bit_xor<unsigned>());
  return r;
}

// The same on the host: `v` are the values of the `n` threads in order.
unsigned all_of(const unsigned* v, unsigned n, unsigned rank) {
  const auto bits = [&](auto test) {
    unsigned set = 0;
    for (unsigned i = 0; i < n; ++i) set |= (test(v[i]) ? 1u : 0u) << i;
    return set;
  };
  const unsigned full = n == 32 ? ~0u : (1u << n) - 1, own = v[rank];
  unsigned r = rank * 100 + n + n * 3;
  r = r * 5 + v[(own >> 3) % n];
  r = r * 5 + v[rank >= 2 ? rank - 2 : rank];
  r = r * 5 + v[rank + own % 4 < n ? rank + own % 4 : rank];
  r = r * 5 + v[n - 1] + (unsigned)(v[n - 1] * 0x300000001ull >> 32);
  r += bits([](unsigned x) { return x % 5 == 0; }) ? 1 : 0;
  r += bits([](unsigned x) { return x % 16 != 0; }) == full ? 2 : 0;
  r = r * 5 + bits([](unsigned x) { return (x & 2) != 0; });
  r = r * 5 + bits([&](unsigned x) { return x % 3 == own % 3; });
  const bool same = bits([&](unsigned x) { return x % 2 == own % 2; }) == full;
  r = r * 5 + (same ? full : 0);
  r += same ? 7 : 0;
  unsigned sum = 0, below = 0, mixed = 0;
  int most = (int)v[0];
  for (unsigned i = 0; i < n; ++i) {
    sum += v[i];
    most = (int)v[i] > most ? (int)v[i] : most;
    if (i <= rank) below += v[i];
    if (i < rank) mixed ^= v[i];
  }
  r = r * 5 + sum;
  r = r * 5 + (unsigned)most;
  r = r * 5 + below;
  return r * 5 + mixed;
}

__global__ void together(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  out[i] = all_of(cg::coalesced_threads(), in[i]);
}

__global__ void branches(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  unsigned r = 0;
  if (in[i] % 3 == 0) {
    r = all_of(cg::coalesced_threads(), in[i]) + 1;
  } else if (in[i] % 3 == 1) {
    r = all_of(cg::coalesced_threads(), in[i] * 3) + 2;
  }
  out[i] = r;
}

__global__ void loops(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  unsigned r = 0;
  for (unsigned k = 0; k < in[i] % 6; ++k) r += all_of(cg::coalesced_threads(), in[i] + k);
  out[i] = r;
}

unsigned among(const check::Thread& t, const unsigned* in, bool (*is)(unsigned v, unsigned p),
               unsigned parameter, unsigned (*value)(unsigned v, unsigned p)) {
  unsigned v[32], n = 0, rank = 0;
  for (unsigned l = 0; l < t.warp_lanes; ++l) {
    const unsigned x = in[t.warp_first + l];
    if (!is(x, parameter)) continue;
    if (l == t.lane) rank = n;
    v[n++] = value(x, parameter);
  }
  return all_of(v, n, rank);
}

int main() {
  check::run<unsigned>(
      "the whole warp",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { together<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        return all_of(in + t.warp_first, t.warp_lanes, t.lane);
      });
  check::run<unsigned>(
      "branches",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { branches<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned way = in[t.global] % 3;
        if (way == 2) return 0u;
        return among(
                   t, in, [](unsigned v, unsigned p) { return v % 3 == p; }, way,
                   [](unsigned v, unsigned p) { return p ? v * 3 : v; }) +
               way + 1;
      });
  check::run<unsigned>(
      "loops", [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { loops<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned r = 0;
        for (unsigned k = 0; k < in[t.global] % 6; ++k) {
          r += among(
              t, in, [](unsigned v, unsigned p) { return v % 6 > p; }, k,
              [](unsigned v, unsigned p) { return v + p; });
        }
        return r;
      });
  return check::result();
}
