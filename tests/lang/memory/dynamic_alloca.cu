// SPDX-License-Identifier: Apache-2.0
// alloca: memory of a thread's own, of a size known at run time, until its function ends. Sizes,
// numbers of calls and paths differ by lane; barriers lie between use and use; calls recurse.
#include <alloca.h>

#include "../check.h"

constexpr unsigned kRounds = 40;

__device__ __noinline__ bool is_local(const void* p) {
  return __isLocal(p) && !__isGlobal(p) && !__isShared(p);
}

__device__ bool aligned(const void* p) {
  return reinterpret_cast<size_t>(p) % 16 == 0 && is_local(p) && __isLocal(p);
}

HD unsigned filled(unsigned seed, unsigned n) {
  unsigned r = 0;
  for (unsigned k = 0; k < n; ++k) r = r * 31 + (seed ^ k * 77);
  return r;
}

__device__ unsigned fill_and_read(unsigned* p, unsigned seed, unsigned n) {
  for (unsigned k = 0; k < n; ++k) p[k] = seed ^ k * 77;
  unsigned r = 0;
  for (unsigned k = 0; k < n; ++k) r = r * 31 + p[k];
  return r;
}

// Each lane its own size, odd ones twice.
__global__ void sizes(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid(), n = in[i] % 50;
  auto* of_known_size = static_cast<unsigned*>(alloca(24));
  auto* p = static_cast<unsigned*>(alloca(n * sizeof(unsigned)));
  unsigned r = fill_and_read(p, in[i], n);
  if (in[i] % 2) {
    auto* q = static_cast<unsigned char*>(alloca(n + 1));
    for (unsigned k = 0; k <= n; ++k) q[k] = (unsigned char)(i + k);
    for (unsigned k = 0; k < n; ++k) r += p[k] * q[k];
    r += aligned(q) ? 0 : 1000;
  }
  of_known_size[n % 6] = r;
  out[i] = aligned(p) && aligned(of_known_size) ? of_known_size[n % 6] : ~0u;
}

unsigned expected_sizes(const check::Thread& t, const unsigned* in) {
  const unsigned v = in[t.global], n = v % 50;
  unsigned r = filled(v, n);
  for (unsigned k = 0; v % 2 && k < n; ++k) r += (v ^ k * 77) * (unsigned char)(t.global + k);
  return r;
}

// A list of as many nodes as the lane goes round, all alive at the end; sizes are constant.
struct Node {
  unsigned value;
  Node* next;
};

__global__ void list(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  Node* first = nullptr;
  for (unsigned k = 0; k < in[i] % 23; ++k) {
    if ((in[i] >> k) % 3 == 1) continue;
    Node* node = static_cast<Node*>(alloca(sizeof(Node)));
    *node = {in[i] * k, first};
    first = node;
  }
  unsigned r = 0;
  for (Node* n = first; n; n = n->next) r = r * 5 + n->value;
  out[i] = r;
}

unsigned expected_list(const check::Thread& t, const unsigned* in) {
  const unsigned v = in[t.global];
  unsigned r = 0;
  for (unsigned k = v % 23; k-- > 0;) {
    if ((v >> k) % 3 != 1) r = r * 5 + v * k;
  }
  return r;
}

// What functions allocate is free when they return, inlined or not: all rounds of one together
// would not fit. The lanes leave early, or late.
template <bool Inlined>
__device__ unsigned work(unsigned seed, unsigned n);

template <>
__device__ __forceinline__ unsigned work<true>(unsigned seed, unsigned n) {
  auto* p = static_cast<unsigned*>(alloca(20000 + n * 4));
  if (seed % 7 == 3) return n;
  for (unsigned k = 0; k < n; ++k) {
    p[k * 100] = seed ^ k * 77;
    if (p[k * 100] % 61 == 5) return p[k * 100] + p[0];
  }
  return p[0] + p[(n - 1) * 100];
}

template <>
__device__ __noinline__ unsigned work<false>(unsigned seed, unsigned n) {
  return work<true>(seed, n) + 1;
}

template <bool Inlined>
__global__ void functions(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  auto* kept = static_cast<unsigned*>(alloca((in[i] % 9 + 1) * 4));
  kept[0] = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    if ((in[i] + round) % 4 == 1) continue;
    kept[in[i] % 9] = kept[0] + work<Inlined>(in[i] * 5 + round, in[i] % 50 + 1);
    kept[0] = kept[in[i] % 9];
  }
  out[i] = kept[0];
}

unsigned expected_work(unsigned seed, unsigned n) {
  if (seed % 7 == 3) return n;
  for (unsigned k = 0; k < n; ++k) {
    if ((seed ^ k * 77) % 61 == 5) return (seed ^ k * 77) + seed;
  }
  return seed + (seed ^ (n - 1) * 77);
}

template <bool Inlined>
unsigned expected_functions(const check::Thread& t, const unsigned* in) {
  const unsigned v = in[t.global];
  unsigned sum = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    if ((v + round) % 4 != 1) sum += expected_work(v * 5 + round, v % 50 + 1) + !Inlined;
  }
  return sum;
}

// Arrays live across barriers, also those of other branches.
__global__ void barriers(const unsigned* in, unsigned* out) {
  __shared__ unsigned shared[1024];
  const unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  unsigned* p;
  if (in[i] % 3) {
    p = static_cast<unsigned*>(alloca((in[i] % 30 + 2) * 4));
  } else {
    p = static_cast<unsigned*>(alloca(64));
    p[7] = i;
  }
  p[0] = in[i];
  for (unsigned round = 0; round < 3; ++round) {
    shared[t] = p[0];
    __syncthreads();
    p[1] = shared[(t + round + 1) % n];
    __syncthreads();
    p[0] = p[0] * 3 + p[1];
  }
  out[i] = p[0] + (in[i] % 3 ? 0 : p[7]);
}

__global__ void expected_barriers(const unsigned* in, unsigned* out) {
  __shared__ unsigned shared[1024];
  const unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  unsigned own = in[i];
  for (unsigned round = 0; round < 3; ++round) {
    shared[t] = own;
    __syncthreads();
    const unsigned other = shared[(t + round + 1) % n];
    __syncthreads();
    own = own * 3 + other;
  }
  out[i] ^= own + (in[i] % 3 ? 0 : i);
}

// Each call has an array of its own, of a lane's own depth and sizes.
__device__ __noinline__ unsigned deeper(unsigned depth, unsigned seed) {
  auto* p = static_cast<unsigned*>(alloca((seed % 13 + 1) * 4));
  p[seed % 13] = seed;
  const unsigned below = depth ? deeper(depth - 1, seed * 7 + 3) : 1;
  return below * 3 + p[seed % 13];
}

unsigned expected_deeper(unsigned depth, unsigned seed) {
  return (depth ? expected_deeper(depth - 1, seed * 7 + 3) : 1) * 3 + seed;
}

using Function = unsigned (*)(unsigned, unsigned);
__device__ Function pointers[2] = {deeper, work<false>};

__global__ void calls(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  unsigned r = deeper(in[i] % 11, in[i]);
  r += pointers[in[i] / 2 % 2](in[i] % 6 + 1, in[i] % 40 + 1);
  out[i] = r;
}

unsigned expected_calls(const check::Thread& t, const unsigned* in) {
  const unsigned v = in[t.global], a = v % 6 + 1, b = v % 40 + 1;
  return expected_deeper(v % 11, v) + (v / 2 % 2 ? expected_work(a, b) + 1 : expected_deeper(a, b));
}

// A thread that ends early leaves nothing behind for that of the next block.
__device__ __noinline__ unsigned large(unsigned seed) {
  auto* p = static_cast<volatile unsigned*>(alloca(100000 + seed % 5));
  p[24000] = seed;
  return p[24000] + 1;
}

__global__ void ends(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  auto* p = static_cast<volatile unsigned*>(alloca(150000 + in[i] % 7));
  p[20000] = in[i];
  out[i] = in[i];
  if (in[i] % 3 == 0) return;
  p[20000] = large(p[20000]);
  out[i] = p[20000];
  if (in[i] % 3 == 1) asm volatile("exit;");
  out[i] += 1;
}

unsigned expected_ends(const check::Thread& t, const unsigned* in) {
  return in[t.global] + in[t.global] % 3;
}

template <class Kernel>
auto start(Kernel* kernel) {
  return [kernel](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); };
}

int main() {
  check::cuda(cudaDeviceSetLimit(cudaLimitStackSize, 256 << 10), "a larger stack");
  check::run<unsigned>("sizes", start(sizes), expected_sizes);
  check::run<unsigned>("a list", start(list), expected_list);
  check::run<unsigned>("inlined functions", start(functions<true>), expected_functions<true>);
  check::run<unsigned>("functions", start(functions<false>), expected_functions<false>);
  check::run<unsigned>(
      "barriers",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        barriers<<<g, b>>>(in, out);
        expected_barriers<<<g, b>>>(in, out);
      },
      [](const check::Thread&, const unsigned*) { return 0u; });
  check::run<unsigned>("calls", start(calls), expected_calls);
  check::run<unsigned>("threads that end", start(ends), expected_ends);
  return check::result();
}
