// SPDX-License-Identifier: Apache-2.0
// __all_sync, __any_sync, __ballot_sync, match, reduce, __activemask, __syncwarp: lane-dependent
// predicates, partial warps, inside branches with the branch's mask, after lanes have exited.
#include "../check.h"

struct Result {
  unsigned ballot, all, any, inner, same, reduced;
};

__global__ void kernel(const unsigned* in, Result* out, unsigned modulus) {
  unsigned i = check::gid(), mask = check::warp_mask(), v = in[i];
  Result r{};
  r.ballot = __ballot_sync(mask, v % modulus == 0);
  r.all = __all_sync(mask, v % modulus);
  r.any = __any_sync(mask, v % modulus == 1);
  unsigned inside = __ballot_sync(mask, v & 4);
  if (v & 4) {
    r.inner = __ballot_sync(inside, v & 8) + __any_sync(inside, v % 64 == 5);
    if (__all_sync(inside, v & 16)) r.inner += 7;
    if (!(__activemask() >> check::lane() & 1)) r.inner += 1000;
  } else {
    r.inner = __popc(__ballot_sync(mask & ~inside, v & 32));
  }
  __syncwarp(mask);
  r.same = __match_any_sync(mask, v % 5);
  int equal;
  unsigned group = __match_all_sync(mask, v / modulus % 1 + 3, &equal);
  r.same ^= group * equal;
  r.reduced = __reduce_add_sync(mask, v) + __reduce_max_sync(mask, v) * 3 +
              __reduce_min_sync(mask, v) * 5 +
              (__reduce_and_sync(mask, v | 0xff00) ^ __reduce_or_sync(mask, v & 0xff) ^
               __reduce_xor_sync(mask, v)) +
              (unsigned)__reduce_min_sync(mask, (int)v);
  out[i] = r;
}

__global__ void after_exit(const unsigned* in, unsigned* out) {
  unsigned i = check::gid(), stay = __ballot_sync(check::warp_mask(), in[i] % 3 != 0);
  out[i] = 5;
  if (in[i] % 3 == 0) return;
  unsigned b = __ballot_sync(stay, in[i] % 2);
  out[i] = b;
  __syncwarp(stay);
  if (in[i] % 2) return;
  out[i] = b * 3 + __popc(__ballot_sync(stay & ~b, 1));
}

int main() {
  for (unsigned modulus : {2u, 3u, 40u}) {
    check::run<Result>(
        "votes",
        [=](dim3 g, dim3 b, const unsigned* in, Result* out) {
          kernel<<<g, b>>>(in, out, modulus);
        },
        [=](const check::Thread& t, const unsigned* in) {
          Result r{0, 1, 0, 0, 0, 0};
          const unsigned* w = in + t.warp_first;
          unsigned me = w[t.lane], mask = 0, inner_any = 0, inner_all = 1, others = 0;
          unsigned sum = 0, most = 0, least = ~0u, ands = ~0u, ors = 0, xors = 0;
          int low = 0x7fffffff;
          for (unsigned k = 0; k < t.warp_lanes; ++k) {
            unsigned v = w[k], bit = 1u << k;
            mask |= bit;
            if (v % modulus == 0) r.ballot |= bit, r.all = 0;
            if (v % modulus == 1) r.any = 1;
            if (v & 4) {
              if (v & 8) r.inner |= bit;
              if (v % 64 == 5) inner_any = 1;
              if (!(v & 16)) inner_all = 0;
            } else {
              others += (v & 32) != 0;
            }
            if (v % 5 == me % 5) r.same |= bit;
            sum += v;
            most = v > most ? v : most;
            least = v < least ? v : least;
            ands &= v | 0xff00;
            ors |= v & 0xff;
            xors ^= v;
            if ((int)v < low) low = (int)v;
          }
          r.inner = me & 4 ? r.inner + inner_any + inner_all * 7 : others;
          r.same ^= mask;
          r.reduced = sum + most * 3 + least * 5 + (ands ^ ors ^ xors) + (unsigned)low;
          return r;
        });
  }
  check::run<unsigned>(
      "after lanes have exited",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { after_exit<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned* w = in + t.warp_first;
        unsigned b = 0, rest = 0;
        for (unsigned k = 0; k < t.warp_lanes; ++k) {
          if (w[k] % 3 == 0) continue;
          if (w[k] % 2)
            b |= 1u << k;
          else
            ++rest;
        }
        if (w[t.lane] % 3 == 0) return 5u;
        return w[t.lane] % 2 ? b : b * 3 + rest;
      });
  return check::result();
}
