// SPDX-License-Identifier: Apache-2.0
// atomicExch and atomicCAS of 16 bytes: a value is never torn and none is lost, in shared and
// global memory, all threads of a block and of the grid on one address, under divergence.
#include "../check.h"

struct alignas(16) Pair {
  unsigned long long count, check;
};
__device__ Pair make(unsigned long long n) {
  return {n, n * 0x9e3779b97f4a7c15ull + 1};
}
__device__ bool whole(const Pair& p) {
  return p.check == p.count * 0x9e3779b97f4a7c15ull + 1;
}

template <class Compare>
__device__ bool count_up(Pair* cell, Compare compare) {
  Pair old = *(volatile unsigned long long*)&cell->count == 0 ? make(0) : make(1), seen = old;
  bool ok = true;
  do {
    old = seen;
    seen = compare(cell, old, make(old.count + 1));
    ok = ok && whole(seen);
  } while (seen.count != old.count);
  return ok;
}

__global__ void kernel(const unsigned* in, unsigned* out, Pair* global) {
  __shared__ Pair cell, box;
  __shared__ unsigned came[1025];
  unsigned t = check::tid(), i = check::gid();
  for (unsigned k = t; k < 1025; k += check::block_threads()) came[k] = 0;
  if (t == 0) cell = box = make(0);
  __syncthreads();
  bool ok = true;
  if (in[i] % 3) {
    ok = count_up(&cell, [](Pair* p, Pair a, Pair b) { return atomicCAS_block(p, a, b); });
    ok = count_up(global, [](Pair* p, Pair a, Pair b) { return atomicCAS(p, a, b); }) && ok;
  } else {
    ok = count_up(global, [](Pair* p, Pair a, Pair b) { return atomicCAS_system(p, a, b); });
  }
  Pair old = in[i] % 2 ? atomicExch(&box, make(t + 1)) : atomicExch_block(&box, make(t + 1));
  ok = ok && whole(old);
  came[old.count] += 1;
  uint4* word = (uint4*)(global + 1 + i);
  *word = make_uint4(in[i], 2, 3, 4);
  struct alignas(16) Four {
    unsigned x, y, z, w;
  };
  Four* own = (Four*)word;
  Four before = atomicCAS(own, Four{in[i], 2, 3, 4}, Four{in[i] + 1, 5, 6, t});
  ok = ok && before.x == in[i] && before.w == 4 && own->x == in[i] + 1 && own->w == t;
  before = atomicCAS(own, Four{in[i], 2, 3, 4}, Four{7, 7, 7, 7});
  ok = ok && before.x == in[i] + 1 && before.y == 5 && own->x == in[i] + 1;
  unsigned some = __syncthreads_count(in[i] % 3 != 0);
  ok = ok && cell.count == some && came[t + 1] + (box.count == t + 1) == 1 && came[0] == 1;
  out[i] = ok;
}

int main() {
  check::run<unsigned>(
      "128 bits",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        unsigned n = g.x * b.x * b.y * b.z;
        Pair* global = check::device_array<Pair>(n + 1);
        Pair start = {0, 1};
        check::cuda(cudaMemcpy(global, &start, 16, cudaMemcpyHostToDevice), "start");
        kernel<<<g, b>>>(in, out, global);
        Pair end;
        check::cuda(cudaMemcpy(&end, global, 16, cudaMemcpyDeviceToHost), "end");
        check::equal(end.count, (unsigned long long)n, "the grid's counter");
        cudaFree(global);
      },
      [](const check::Thread&, const unsigned*) { return 1u; });
  return check::result();
}
