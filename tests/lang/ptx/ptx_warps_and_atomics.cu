// SPDX-License-Identifier: Apache-2.0
// Inline PTX: shuffles, votes, matches, reductions and atomics, inside branches with the branch's
// mask; barriers with counts and reductions.
#include "../check.h"

struct Result {
  unsigned w[10];
};

__global__ void kernel(const unsigned* in, Result* out, unsigned* sums) {
  const unsigned i = check::gid(), v = in[i], lane = check::lane(), mask = check::warp_mask();
  Result r{};
  asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, 3, 0x1f, %3; selp.u32 %1, 1, 0, p; }"
               : "=r"(r.w[0]), "=r"(r.w[1])
               : "r"(v), "r"(mask));
  // Without lanes that a partial warp lacks.
  if (lane + 3 >= 32 || !(mask >> (lane + 3) & 1)) r.w[0] = r.w[1] = 0;
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, %3;"
               : "=r"(r.w[2])
               : "r"(v), "r"(v % (unsigned)__popc(mask)), "r"(mask));
  asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
               : "=r"(r.w[3])
               : "r"(v), "r"(mask));
  if (v & 1) {
    const unsigned odd = r.w[3];
    unsigned inside;
    asm volatile("activemask.b32 %0;" : "=r"(inside));
    (void)odd;
    r.w[4] = inside >> lane & 1;
  }
  const unsigned odd = __ballot_sync(mask, v & 1);
  if (v & 1) {
    asm volatile(
        "{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.any.pred p, p, %2;\n"
        "  selp.u32 %0, 5, 6, p; }"
        : "=r"(r.w[5])
        : "r"(v & 2), "r"(odd));
    asm volatile("redux.sync.add.u32 %0, %1, %2;" : "=r"(r.w[6]) : "r"(v), "r"(odd));
    asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(r.w[7]) : "r"(v % 7), "r"(odd));
    asm volatile("bar.warp.sync %0;" ::"r"(odd));
  } else {
    asm volatile("{ .reg .pred p; elect.sync %0|p, %1; @p add.u32 %0, %0, 100; }"
                 : "=r"(r.w[7])
                 : "r"(mask & ~odd));
  }
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %1, 0; bar.red.popc.u32 %0, 1, p; }"
               : "=r"(r.w[8])
               : "r"(v % 3));
  asm volatile(
      "{ .reg .pred p; setp.lt.u32 p, %1, 4000000000; barrier.cta.red.or.pred p, 0, !p;\n"
      "  selp.u32 %0, 1, 0, p; }"
      : "=r"(r.w[9])
      : "r"(v));
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(sums), "r"(v) : "memory");
  asm volatile("red.relaxed.gpu.global.max.s32 [%0+4], %1;" ::"l"(sums), "r"(v) : "memory");
  unsigned old, got;
  unsigned long long before;
  asm volatile("atom.global.inc.u32 %0, [%1], %2;"
               : "=r"(old)
               : "l"(sums + 2), "r"(1u << 30)
               : "memory");
  asm volatile("atom.add.acq_rel.gpu.u64 %0, [%1], %2;"
               : "=l"(before)
               : "l"(sums + 4), "l"((unsigned long long)v)
               : "memory");
  do {
    old = *(volatile unsigned*)(sums + 3);
    asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;"
                 : "=r"(got)
                 : "l"(sums + 3), "r"(old), "r"(old ^ v)
                 : "memory");
  } while (got != old);
  asm volatile("fence.acq_rel.gpu; membar.gl;" ::: "memory");
  out[i] = r;
}

int main() {
  check::run<Result>(
      "warps",
      [](dim3 g, dim3 b, const unsigned* in, Result* out) {
        const unsigned n = g.x * b.x * b.y * b.z;
        unsigned* sums = check::device_array<unsigned>(6);
        check::cuda(cudaMemset(sums, 0, 24), "memset");
        kernel<<<g, b>>>(in, out, sums);
        unsigned got[6], want[6] = {};
        int most = 0;
        unsigned long long total = 0;
        unsigned* input = new unsigned[n];
        check::cuda(cudaMemcpy(input, in, n * 4, cudaMemcpyDeviceToHost), "copy");
        check::cuda(cudaMemcpy(got, sums, 24, cudaMemcpyDeviceToHost), "copy");
        for (unsigned i = 0; i < n; ++i) {
          want[0] += input[i];
          if ((int)input[i] > most) most = (int)input[i];
          want[3] ^= input[i];
          total += input[i];
        }
        want[1] = (unsigned)most;
        want[2] = n;
        std::memcpy(want + 4, &total, 8);
        for (int k = 0; k < 6; ++k) check::equal(got[k], want[k], "an atomic");
        delete[] input;
        check::cuda(cudaFree(sums), "free");
      },
      [](const check::Thread& t, const unsigned* in) {
        Result r{};
        const unsigned* w = in + t.warp_first;
        const unsigned v = w[t.lane];
        if (t.lane + 3 < t.warp_lanes) r.w[0] = w[t.lane + 3], r.w[1] = 1;
        r.w[2] = w[v % t.warp_lanes];
        unsigned odd = 0, first_even = 32;
        for (unsigned k = 0; k < t.warp_lanes; ++k) {
          if ((int)w[k] > 0) r.w[3] |= 1u << k;
          if (w[k] & 1)
            odd |= 1u << k;
          else if (first_even == 32)
            first_even = k;
        }
        if (v & 1) {
          r.w[4] = 1;
          r.w[5] = 6;
          for (unsigned k = 0; k < t.warp_lanes; ++k) {
            if (!(odd >> k & 1)) continue;
            if (w[k] & 2) r.w[5] = 5;
            r.w[6] += w[k];
            if (w[k] % 7 == v % 7) r.w[7] |= 1u << k;
          }
        } else {
          r.w[7] = first_even + (t.lane == first_even ? 100 : 0);
        }
        for (unsigned k = 0; k < t.block_threads; ++k) {
          const unsigned other = in[t.block_first + k];
          r.w[8] += other % 3 == 0;
          if (other >= 4000000000u) r.w[9] = 1;
        }
        return r;
      });
  return check::result();
}
