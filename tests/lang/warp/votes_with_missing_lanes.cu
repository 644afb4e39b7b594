// SPDX-License-Identifier: Apache-2.0
// Votes whose mask names all 32 lanes: those that do not exist or have returned have no say,
// whatever their condition was.
#include "check.h"

using namespace check;

HD bool leaves(unsigned lane) {
  return lane % 5 == 2;
}

__global__ void vote(const unsigned* in, unsigned* out) {
  const unsigned l = lane();
  const bool yes = leaves(l) || in[gid()] % 16 != 0;
  const unsigned first = __ballot_sync(~0u, l < 40) + __all_sync(~0u, l < 32);
  out[gid()] = 0;
  if (leaves(l)) return;
  out[gid()] = first + 3 * __ballot_sync(~0u, yes) + 7 * __any_sync(~0u, !yes) +
               11 * __all_sync(~0u, yes) + 13 * __any_sync(~0u, leaves(l));
}

int main() {
  run<unsigned>(
      "votes",
      [](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
        vote<<<grid, block>>>(in, out);
      },
      [](const Thread& t, const unsigned* in) {
        if (leaves(t.lane)) return 0u;
        const unsigned exist = t.warp_lanes == 32 ? ~0u : (1u << t.warp_lanes) - 1;
        unsigned yes = 0, here = 0;
        for (unsigned l = 0; l < t.warp_lanes; ++l) {
          if (leaves(l)) continue;
          here |= 1u << l;
          if (in[t.warp_first + l] % 16 != 0) yes |= 1u << l;
        }
        return exist + 1 + 3 * yes + 7 * (yes != here) + 11 * (yes == here);
      });
  return result();
}
