// SPDX-License-Identifier: Apache-2.0
// options: -rdc=true
// also: three-threads
// Each thread that comes to a launch launches a grid of its own, with its own arguments and shape.
#include "../check.h"

template <class T>
struct Work {
  T first;
  char kind;
  T step;
};

// Block b, thread t of the child writes out[64 * parent + 8 * b + t].
template <class T>
__global__ void child(unsigned* out, Work<T> work, unsigned parent) {
  extern __shared__ unsigned own[];
  own[threadIdx.x] = (unsigned)(work.first + work.step * (8 * blockIdx.x + threadIdx.x));
  __syncthreads();
  const unsigned other = own[blockDim.x - 1 - threadIdx.x];
  out[64 * parent + 8 * blockIdx.x + blockDim.x - 1 - threadIdx.x] = other + work.kind;
}

__device__ unsigned blocks_of(unsigned x) {
  return 1 + x % 4;
}
__device__ unsigned threads_of(unsigned x) {
  return 1 + x / 4 % 8;
}

__global__ void __launch_bounds__(1024) parent(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid(), x = in[i];
  if (x % 3 == 0) {
    child<unsigned><<<blocks_of(x), threads_of(x), 32>>>(out, {x, 'a', i}, i);
  } else if (x % 3 == 1) {
    for (unsigned k = 0; k < x % 2 + 1; ++k) {
      child<unsigned long long><<<blocks_of(x), threads_of(x), 64>>>(out, {x + k, (char)k, 5}, i);
    }
  }
}

int main() {
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    const unsigned n = 2 * s.threads();
    unsigned *in, *out;
    check::cuda(cudaMallocManaged(&in, n * 4), "in");
    check::cuda(cudaMallocManaged(&out, n * 256), "out");
    for (unsigned i = 0; i < n; ++i) in[i] = check::mix(i + s.x);
    for (unsigned i = 0; i < 64 * n; ++i) out[i] = 7;
    parent<<<2, dim3(s.x, s.y, s.z)>>>(in, out);
    check::cuda(cudaGetLastError(), "launch");
    check::cuda(cudaDeviceSynchronize(), "parent");
    for (unsigned i = 0; i < n; ++i) {
      const unsigned x = in[i], blocks = 1 + x % 4, threads = 1 + x / 4 % 8;
      for (unsigned at = 0; at < 64; ++at) {
        unsigned want = 7;
        if (x % 3 != 2 && at / 8 < blocks && at % 8 < threads) {
          const unsigned last = x % 2;
          want = x % 3 == 0 ? x + i * at + 'a' : x + last + 5 * at + last;
        }
        if (out[64 * i + at] == want) continue;
        check::that(false, "what the children wrote");
        std::fprintf(stderr, "shape %ux%ux%u thread %u at %u: %u, not %u\n", s.x, s.y, s.z, i, at,
                     out[64 * i + at], want);
        return 1;
      }
    }
    cudaFree(in);
    cudaFree(out);
  }
  return check::result();
}
