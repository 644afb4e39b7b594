// SPDX-License-Identifier: Apache-2.0
// Inline PTX: special registers are what threadIdx and its like say; timers go on.
#include "../check.h"

struct Result {
  unsigned w[16];
};

__global__ void kernel(const unsigned*, Result* out) {
  extern __shared__ unsigned some[];
  const unsigned i = check::gid();
  Result r{};
  asm("mov.u32 %0, %%tid.x;" : "=r"(r.w[0]));
  asm("mov.u32 %0, %%tid.y;\n\tmov.u32 %1, %%tid.z;" : "=r"(r.w[1]), "=r"(r.w[2]));
  asm("mov.u32 %0, %%ntid.x;" : "=r"(r.w[3]));
  asm("{ .reg .u32 a, b; mov.u32 a, %%ntid.y; mov.u32 b, %%ntid.z; mad.lo.u32 %0, a, 1000, b; }"
      : "=r"(r.w[4]));
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(r.w[5]));
  asm("mov.u32 %0, %%nctaid.x;" : "=r"(r.w[6]));
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(r.w[7]));
  unsigned slot;  // where the warp runs, on a GPU not its number in the block
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(slot));
  r.w[8] = slot < 64;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r.w[9]));
  asm("{ .reg .u32 a; mov.u32 a, %%lanemask_ge; mov.u32 %0, %%lanemask_eq; xor.b32 %0, %0, a; }"
      : "=&r"(r.w[10]));
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(r.w[11]));
  asm("mov.u32 %0, %%total_smem_size;" : "=r"(r.w[12]));
  unsigned long long first, second, clocks;
  unsigned clock;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(first)::"memory");
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(clocks)::"memory");
  asm volatile("mov.u32 %0, %%clock;" : "=r"(clock)::"memory");
  asm volatile("nanosleep.u32 20;\n\tmov.u64 %0, %%globaltimer;" : "=l"(second)::"memory");
  r.w[13] = second >= first && first > 1000000000ull && clocks != 0 && clock != 0;
  asm("mov.u32 %0, WARP_SZ;" : "=r"(r.w[14]));
  unsigned sm, warps;
  asm("mov.u32 %0, %%smid;" : "=r"(sm));
  asm("mov.u32 %0, %%nwarpid;" : "=r"(warps));
  r.w[15] = warps >= (check::block_threads() + 31) / 32 && sm < 100000;
  some[check::tid()] = i;
  out[i] = r;
}

int main() {
  check::run<Result>(
      "special registers",
      [](dim3 g, dim3 b, const unsigned* in, Result* out) {
        kernel<<<g, b, b.x * b.y * b.z * 4>>>(in, out);
      },
      [](const check::Thread& t, const unsigned*) {
        const unsigned bit = 1u << t.lane;
        return Result{{t.x, t.y, t.z, t.shape.x, t.shape.y * 1000 + t.shape.z, t.block, t.blocks,
                       t.lane, 1, bit - 1, ~(bit - 1) ^ bit, t.block_threads * 4,
                       (t.block_threads * 4 + 127) / 128 * 128, 1, 32, 1}};
      });
  return check::result();
}
