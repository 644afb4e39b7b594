// SPDX-License-Identifier: Apache-2.0
// Shuffles, votes, matches and warp barriers: who takes part, and what they name.
#include "counter.h"

namespace probes = heddle::probes;
using heddle::abi::WarpOp;

struct Operations : counter::Counter {
  void warp_operation(const probes::WarpOperation& event) override {
    Counter::warp_operation(event);
    const std::lock_guard lock(mutex_);
    ++seen[static_cast<unsigned>(event.site.warp_op())];
    for (std::uint32_t rest = event.active; rest; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      members[lane] += event.members[lane];
      operands[lane] += event.operand[lane];
      controls[lane] += event.control[lane];
    }
  }
  unsigned of(WarpOp op) const { return seen.of(static_cast<unsigned>(op)); }
  counter::Tally seen;
  std::uint64_t members[32] = {}, operands[32] = {}, controls[32] = {};
};

__global__ void shuffles(const int* in, int* out) {
  const unsigned lane = threadIdx.x % 32;
  int v = in[threadIdx.x];
  v += __shfl_sync(~0u, v, (lane + 5) % 32);
  v += __shfl_up_sync(~0u, v, 2);
  v += __shfl_down_sync(~0u, v, 3, 16);
  v += __shfl_xor_sync(~0u, v, 1);
  out[threadIdx.x] = v;
}

void shuffle_kinds(const int* in, int* out) {
  Operations c;
  counter::listen(c, [&] { shuffles<<<1, 64>>>(in, out); });
  EXPECT(c.of(WarpOp::kShflIdx), 2);
  EXPECT(c.of(WarpOp::kShflUp), 2);
  EXPECT(c.of(WarpOp::kShflDown), 2);
  EXPECT(c.of(WarpOp::kShflXor), 2);
  EXPECT(c.counts.warp_operations.events, 8);
  EXPECT(c.counts.warp_operations.lanes, 256);
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT(c.members[lane], 8 * 0xffffffffull);
    EXPECT(c.operands[lane], 2 * ((lane + 5) % 32 + 2 + 3 + 1));
    EXPECT(c.controls[lane], 2 * (0x1f + 0 + (0x1f | 16 << 8) + 0x1f));
  }
}

// Each half of the warp among its own, then the low quarter alone.
__global__ void groups(const int* in, int* out) {
  const unsigned lane = threadIdx.x;
  const unsigned half = lane < 16 ? 0xffffu : 0xffff0000u;
  int v = in[lane];
  v += __shfl_xor_sync(half, v, 2);
  if (lane < 8) v += __shfl_sync(0xffu, v, 7 - lane);
  out[lane] = v;
}

void members_of_groups(const int* in, int* out) {
  Operations c;
  counter::listen(c, [&] { groups<<<1, 32>>>(in, out); });
  EXPECT(c.counts.warp_operations.events, 2);
  EXPECT(c.counts.warp_operations.masks.of(0xff), 1);
  EXPECT(c.counts.warp_operations.masks.of(~0u), 1);
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT(c.members[lane], lane < 8 ? 0xffffull + 0xff : lane < 16 ? 0xffffull : 0xffff0000ull);
    EXPECT(c.operands[lane], 2 + (lane < 8 ? 7 - lane : 0));
  }
}

__global__ void votes(const int* in, unsigned* out) {
  const int v = in[threadIdx.x];
  unsigned r = __ballot_sync(~0u, v > 100);
  r += __all_sync(~0u, v > 100);
  r += __any_sync(~0u, v > 1000);
  r += __match_any_sync(~0u, v % 4);
  int all_equal = 0;
  r += __match_all_sync(~0u, v / 5000, &all_equal);
  __syncwarp();
  r += __reduce_add_sync(~0u, r) + __reduce_min_sync(~0u, v);
  r += __activemask() + static_cast<unsigned>(all_equal);
  out[threadIdx.x] = r;
}

void vote_kinds(const int* in, unsigned* out) {
  Operations c;
  counter::listen(c, [&] { votes<<<1, 32>>>(in, out); });
  EXPECT(c.of(WarpOp::kBallot), 1);
  EXPECT(c.of(WarpOp::kAll), 1);
  EXPECT(c.of(WarpOp::kAny), 1);
  EXPECT(c.of(WarpOp::kMatchAny), 1);
  EXPECT(c.of(WarpOp::kMatchAll), 1);
  EXPECT(c.of(WarpOp::kSync), 1);
  EXPECT(c.of(WarpOp::kActiveMask), 1);
  EXPECT(c.of(WarpOp::kReduceAdd), 1);
  EXPECT(c.of(WarpOp::kReduceMinS), 1);
  EXPECT(c.counts.warp_operations.lanes, 9 * 32);
}

int main() {
  int* in = counter::device_array<int>(64);
  int* out = counter::device_array<int>(64);
  for (int i = 0; i < 64; ++i) in[i] = i * i * 7 % 1237;
  shuffle_kinds(in, out);
  members_of_groups(in, out);
  vote_kinds(in, reinterpret_cast<unsigned*>(out));
  return counter::result();
}
