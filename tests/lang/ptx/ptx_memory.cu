// SPDX-License-Identifier: Apache-2.0
// Inline PTX: loads and stores of all widths, vectors, state spaces, cache hints and orders; shared
// addresses of 32 bits with arithmetic on them; cp.async with sources that end early.
#include "../check.h"

struct Result {
  unsigned w[14];
};

__global__ void kernel(const unsigned* in, Result* out) {
  __shared__ __align__(16) unsigned words[1024 * 4];
  __shared__ unsigned short halves[1024];
  const unsigned t = check::tid(), i = check::gid(), n = check::block_threads();
  Result r{};
  asm volatile("ld.global.nc.L1::no_allocate.L2::128B.u32 %0, [%1];" : "=r"(r.w[0]) : "l"(in + i));
  asm volatile("ld.global.cg.u32 %0, [%1 + 8];" : "=r"(r.w[1]) : "l"(in + i) : "memory");
  // Policies of caches: of a fraction, of a range of addresses, of a property that a kernel is
  // given.
  asm volatile(
      "{ .reg .b64 p, q, s; createpolicy.fractional.L2::evict_last.L2::evict_first.b64 p, 0.5;\n"
      " createpolicy.range.global.L2::evict_last.L2::evict_unchanged.b64 q, [%1], 64, 128;\n"
      " createpolicy.cvt.L2.b64 s, %2; ld.global.L2::cache_hint.u32 %0, [%1 + 8], q; }"
      : "=r"(r.w[1])
      : "l"(in + i), "l"(0x14F0000000000000ull)
      : "memory");
  asm("ld.global.u8 %0, [%1+1];" : "=r"(r.w[2]) : "l"(in + i));
  asm("ld.global.s16 %0, [%1+2];" : "=r"(r.w[3]) : "l"(in + i));
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(r.w[4]) : "l"(in + i + 3) : "memory");
  asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(r.w[5]) : "l"(in + i + 4));
  {
    const unsigned at = (unsigned)__cvta_generic_to_shared(words + 4 * t);
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(r.w[0]), "r"(r.w[1]),
                 "r"(t), "n"(77)
                 : "memory");
    // Another thread's, by arithmetic on the address.
    asm volatile("bar.sync 0;" ::: "memory");
    const unsigned other = (unsigned)__cvta_generic_to_shared(words) + (n - 1 - t) * 16;
    unsigned x, y;
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2 + 8];" : "=r"(x), "=r"(y) : "r"(other) : "memory");
    r.w[6] = x * 100 + y;
    asm volatile("{ .reg .u64 p; cvta.shared.u64 p, %1; ld.u32 %0, [p]; }"
                 : "=r"(r.w[7])
                 : "l"((size_t)other));
    const unsigned half = (unsigned)__cvta_generic_to_shared(halves + t);
    asm volatile("st.shared.u16 [%0], %1;" ::"r"(half), "h"((unsigned short)r.w[0]) : "memory");
    asm volatile("ld.shared.s16 %0, [%1];" : "=r"(r.w[8]) : "r"(half) : "memory");
    r.w[9] = *(unsigned*)__cvta_shared_to_generic(__cvta_generic_to_shared(words + 4 * t));
  }
  asm volatile("barrier.sync 0;" ::: "memory");
  {
    // 16 bytes, of which the first in[i] % 17 come from memory.
    const unsigned at = (unsigned)__cvta_generic_to_shared(words + 4 * t);
    const unsigned* from = in + i / 4 * 4;
    const unsigned bytes = in[i] % 3 == 0 ? 16 : in[i] % 3 == 1 ? 0 : in[i] % 17;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at), "l"(from), "r"(bytes)
                 : "memory");
    asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 0;" ::: "memory");
    r.w[10] = words[4 * t];
    r.w[11] = words[4 * t + 3];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4; cp.async.wait_all;" ::"r"(at),
                 "l"(in + i)
                 : "memory");
    r.w[12] = words[4 * t];
    asm("{ .reg .pred p, q; isspacep.shared p, %1; isspacep.global q, %2;\n"
        " selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }"
        : "=&r"(r.w[13])
        : "l"(words), "l"(in));
  }
  unsigned long long to;
  asm("cvta.to.global.u64 %0, %1;" : "=l"(to) : "l"(out + i));
  for (int k = 0; k < 14; ++k) {
    if (k & 1) {
      asm volatile("st.global.cs.u32 [%0], %1;" ::"l"(to + 4 * k), "r"(r.w[k]) : "memory");
    } else {
      asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(to + 4 * k), "r"(r.w[k]) : "memory");
    }
  }
}

int main() {
  check::run<Result>(
      "memory", [](dim3 g, dim3 b, const unsigned* in, Result* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        Result r{};
        const unsigned i = t.global, me = in[i];
        const unsigned other = t.block_first + t.block_threads - 1 - t.linear;
        r.w[0] = me;
        r.w[1] = in[i + 2];
        r.w[2] = me >> 8 & 255;
        r.w[3] = (unsigned)(int)(short)(me >> 16);
        r.w[4] = in[i + 3];
        r.w[5] = in[i + 4];
        r.w[6] = (other - t.block_first) * 100 + 77;
        r.w[7] = in[other];
        r.w[8] = (unsigned)(int)(short)me;
        r.w[9] = me;
        const unsigned bytes = me % 3 == 0 ? 16 : me % 3 == 1 ? 0 : me % 17;
        const unsigned* from = in + i / 4 * 4;
        const auto word = [&](unsigned k) {
          unsigned value = 0;
          for (unsigned byte = 0; byte < 4; ++byte) {
            if (4 * k + byte < bytes) value |= (from[k] >> (8 * byte) & 255) << (8 * byte);
          }
          return value;
        };
        r.w[10] = word(0);
        r.w[11] = word(3);
        r.w[12] = me;
        r.w[13] = 3;
        return r;
      });
  return check::result();
}
