// SPDX-License-Identifier: Apache-2.0
// also: hurried reference
// Who is active in a branch of a loop: the lanes that take it in this round, whichever of them
// comes first. Lanes of earlier rounds and of later ones are not among them.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

#include "../check.h"

namespace cg = cooperative_groups;

HD unsigned rounds_of(unsigned x) {
  return x % 5 + 1;
}
HD bool takes(unsigned x, unsigned round) {
  return x >> round & 1;
}

__global__ void in_branch(const unsigned* in, unsigned* out) {
  const unsigned x = in[check::gid()];
  unsigned h = 0;
  for (unsigned round = 0; round < rounds_of(x); ++round) {
    if (!takes(x, round)) continue;
    const auto group = cg::coalesced_threads();
    h = h * 31 + group.ballot(x & 64) + group.size();
    h = h * 31 + cg::inclusive_scan(group, x & 0xfff);
  }
  out[check::gid()] = h;
}

// Two questions a round, and one behind the loop, where all lanes are together again.
__global__ void in_both_branches(const unsigned* in, unsigned* out) {
  const unsigned x = in[check::gid()];
  unsigned h = 0;
  for (unsigned round = 0; round < rounds_of(x); ++round) {
    h = h * 31 + __popc(__activemask());
    if (takes(x, round)) {
      h = h * 31 + 7 * __activemask();
      for (unsigned k = 0; k < (x >> 8) % 3; ++k) h = h * 31 + 3 * __activemask();
    } else {
      h = h * 31 + 5 * __activemask();
    }
  }
  out[check::gid()] = h * 31 + __activemask();
}

// What each lane of a warp computes, lane after lane.
struct Warp {
  const unsigned* in;
  unsigned lanes;

  template <class In>
  unsigned mask(In among) const {
    unsigned result = 0;
    for (unsigned i = 0; i < lanes; ++i) result |= unsigned(among(in[i])) << i;
    return result;
  }
};

unsigned count(unsigned mask) {
  return unsigned(__builtin_popcount(mask));
}

unsigned want_in_branch(const check::Thread& t, const unsigned* in) {
  const Warp warp{in + t.warp_first, t.warp_lanes};
  const unsigned x = warp.in[t.lane];
  unsigned h = 0;
  for (unsigned round = 0; round < rounds_of(x); ++round) {
    if (!takes(x, round)) continue;
    const unsigned group =
        warp.mask([&](unsigned y) { return round < rounds_of(y) && takes(y, round); });
    unsigned votes = 0, sum = 0, rank = 0;
    for (unsigned i = 0; i < t.warp_lanes; ++i) {
      if (!(group >> i & 1)) continue;
      votes |= unsigned((warp.in[i] & 64) != 0) << rank++;
      if (i <= t.lane) sum += warp.in[i] & 0xfff;
    }
    h = h * 31 + votes + rank;
    h = h * 31 + sum;
  }
  return h;
}

unsigned want_in_both_branches(const check::Thread& t, const unsigned* in) {
  const Warp warp{in + t.warp_first, t.warp_lanes};
  const unsigned x = warp.in[t.lane];
  unsigned h = 0;
  for (unsigned round = 0; round < rounds_of(x); ++round) {
    const auto here = [&](unsigned y) { return round < rounds_of(y); };
    const auto beside = [&](unsigned y) { return here(y) && takes(y, round) == takes(x, round); };
    h = h * 31 + count(warp.mask(here));
    h = h * 31 + (takes(x, round) ? 7 : 5) * warp.mask(beside);
    if (!takes(x, round)) continue;
    for (unsigned k = 0; k < (x >> 8) % 3; ++k)
      h = h * 31 + 3 * warp.mask([&](unsigned y) { return beside(y) && k < (y >> 8) % 3; });
  }
  return h * 31 + warp.mask([](unsigned) { return true; });
}

int main() {
  check::run<unsigned>(
      "in a branch",
      [](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
        in_branch<<<grid, block>>>(in, out);
      },
      want_in_branch);
  check::run<unsigned>(
      "in both branches",
      [](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
        in_both_branches<<<grid, block>>>(in, out);
      },
      want_in_both_branches);
  return check::result();
}
