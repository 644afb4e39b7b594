// SPDX-License-Identifier: Apache-2.0
// Inline PTX of clusters: barrier.cluster, mapa, getctarank, state space .shared::cluster with
// 32-bit and 64-bit addresses, cvta and isspacep.
#include "clusters.h"

using clusters::Shape;

__device__ unsigned shared_address(const void* p) {
  return (unsigned)__cvta_generic_to_shared(p);
}
__device__ unsigned map(unsigned address, unsigned rank) {
  unsigned mapped;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address), "r"(rank));
  return mapped;
}
__device__ void sync() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

__global__ void __launch_bounds__(1024) accesses(const unsigned* in, unsigned* out) {
  __shared__ unsigned words[1024];
  __shared__ unsigned long long sums[2];
  __shared__ uint2 pairs[1024];
  const unsigned t = check::tid(), n = check::block_threads(), i = clusters::gid();
  unsigned rank, size;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
  words[t] = in[i];
  pairs[t] = make_uint2(in[i] * 3, in[i] * 5);
  if (t < 2) sums[t] = 0;
  if (n == 1) sums[1] = 0;
  sync();
  const unsigned to = in[i] % size, here = shared_address(&words[t]);
  const unsigned there = map(here, to);
  unsigned r, a, b, value;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(r) : "r"(there) : "memory");
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(here) : "memory");  // its own
  r = r * 5 + value;
  const unsigned pair = map(shared_address(pairs), (to + 1) % size);
  asm volatile("ld.shared::cluster.v2.u32 {%0, %1}, [%2];"
               : "=r"(a), "=r"(b)
               : "r"(pair + (t * 3 + 1) % n * 8)
               : "memory");
  r = r * 5 + a - b;
  unsigned long long generic, wide = here;
  asm("mapa.u64 %0, %1, %2;" : "=l"(generic) : "l"(&words[n - 1 - t]), "r"(to));
  r = r * 5 + *(const unsigned*)generic;
  asm("mapa.shared::cluster.u64 %0, %1, %2;" : "=l"(wide) : "l"(wide), "r"(to));
  asm volatile("ld.relaxed.cluster.shared::cluster.u32 %0, [%1];"
               : "=r"(value)
               : "l"(wide)
               : "memory");
  r = r * 5 + value;
  asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(a) : "r"(there));
  asm("getctarank.u64 %0, %1;" : "=r"(b) : "l"(generic));
  asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(value) : "r"(here));
  r = r * 7 + (a == to) + (b == to) * 2 + (value == rank) * 4;
  unsigned long long back, cluster_address;
  asm("cvta.to.shared::cluster.u64 %0, %1;" : "=l"(cluster_address) : "l"(generic));
  asm("cvta.shared::cluster.u64 %0, %1;" : "=l"(back) : "l"(cluster_address));
  asm("{ .reg .pred p, q;\n\t isspacep.shared::cluster p, %1;\n\t isspacep.global q, %1;\n\t"
      "selp.u32 %0, 1, 0, p;\n\t @q add.u32 %0, %0, 2; }"
      : "=r"(a)
      : "l"(generic));
  r = r * 7 + (back == generic) + a * 2;
  sync();
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(map(here, (rank + 1) % size)), "r"(r)
               : "memory");
  const unsigned counter = map(shared_address(sums), in[i + 1] % size);
  asm volatile("red.relaxed.cluster.shared::cluster.add.u64 [%0], %1;" ::"r"(counter),
               "l"((unsigned long long)in[i] << 8)
               : "memory");
  unsigned long long old;
  asm volatile("atom.shared::cluster.max.u64 %0, [%1+8], %2;"
               : "=l"(old)
               : "r"(counter), "l"((unsigned long long)in[i])
               : "memory");
  sync();
  out[i] = words[t] + (unsigned)(sums[0] >> 8) * 3 + (unsigned)sums[1];
}

unsigned accessed(const Shape& s, const check::Thread& t, const unsigned* in) {
  const clusters::Place p = clusters::place(s, t.block);
  const unsigned n = t.block_threads, k = t.linear;
  const auto of = [&](unsigned rank, unsigned thread) {
    return in[clusters::neighbour(s, t.block, rank % p.size) * n + thread];
  };
  const unsigned before = (p.rank + p.size - 1) % p.size;
  const unsigned x = of(before, k), to = x % p.size;
  unsigned r = of(to, k);
  r = r * 5 + x;
  const unsigned pair = of(to + 1, (k * 3 + 1) % n);
  r = r * 5 + pair * 3 - pair * 5;
  r = r * 5 + of(to, n - 1 - k);
  r = r * 5 + of(to, k);
  r = r * 7 + 7;
  r = r * 7 + 3;
  unsigned long long sum = 0, most = 0;
  for (unsigned rank = 0; rank < p.size; ++rank) {
    for (unsigned j = 0; j < n; ++j) {
      const unsigned i = clusters::neighbour(s, t.block, rank) * n + j;
      if (in[i + 1] % p.size != p.rank) continue;
      sum += (unsigned long long)in[i] << 8;
      most = in[i] > most ? in[i] : most;
    }
  }
  return r + (unsigned)(sum >> 8) * 3 + (unsigned)most;
}

int main() {
  clusters::run<unsigned>(
      "accesses",
      [](const Shape& s, dim3 block, const unsigned* in, unsigned* out) {
        return clusters::launch(accesses, s, block, 0, false, in, out);
      },
      accessed);
  return check::result();
}
