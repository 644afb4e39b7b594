// SPDX-License-Identifier: Apache-2.0
// Kernels that write more memory than the caches hold: what they wrote is there for whoever reads
// it next, be it another kernel on other threads, a copy, or the host. Destinations at all
// alignments, with tails, of several types; two outputs; in place; behind atomic operations.
#include <vector>

#include "../check.h"

namespace {

// The slow reference has no caches to write past, and takes a thread at a time.
const unsigned kBytes = std::getenv("HEDDLE_REFERENCE") ? 1u << 20 : 96u << 20;
constexpr unsigned kBlock = 256;

HD unsigned value(unsigned i, unsigned seed) {
  return (i ^ seed) * 2654435761u;
}

// All blocks are whole, or the last one is not.
template <bool Whole, class T>
__global__ void fill(T* out, unsigned first, unsigned n, unsigned seed) {
  const unsigned i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (Whole || i < n) out[i] = (T)(value(i, seed) >> 8);
}

// Each element comes from the other end of the last kernel's output.
template <bool Whole, class T>
__global__ void mirror(const T* in, T* out, unsigned first, unsigned n) {
  const unsigned i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (Whole || i < n) out[i] = in[n - 1 - i];
}

__global__ void two_outputs(const unsigned* in, unsigned* sum, float* half) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned v = in[i];
  sum[i] = v + i;
  half[i] = (float)(v >> 12);
}

__global__ void in_place(unsigned* data, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = data[i] * 3 + 1;
}

// The same through two names.
__global__ void in_place_twice_named(const unsigned* in, unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] ^ i;
}

// The block reads what its other threads have just written.
__global__ void read_behind_barrier(unsigned* out, const unsigned* same, unsigned* sum) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = value(i, 5);
  __syncthreads();
  sum[i] = same[i ^ 33] + 1;
}

// What a block hands on is there before its flag, for a next block that sees it; what it stores
// behind that is an output as any other.
__global__ void hand_on(unsigned* handed, const unsigned* same, unsigned* flags, unsigned* out) {
  __shared__ unsigned is_there;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  handed[i] = value(i, 6);
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(&flags[blockIdx.x], 1u);
    is_there = blockIdx.x > 0 && atomicAdd(&flags[blockIdx.x - 1], 0u) != 0;
    __threadfence();
  }
  __syncthreads();
  const unsigned before = i - blockDim.x;
  out[i] = (is_there ? same[before] : value(before, 6)) ^ i;
}

void fail(const char* what, unsigned offset, unsigned at) {
  if (++check::failures() > 10) return;
  std::fprintf(stderr, "FAIL %s: offset %u, element %u\n", what, offset, at);
}

// Copies right behind the kernel, without another synchronisation.
template <class T, class Want>
void expect(const char* what, const T* device, unsigned n, unsigned offset, Want want) {
  static std::vector<unsigned char> buffer(kBytes + 4096);
  T* host = reinterpret_cast<T*>(buffer.data());
  check::cuda(cudaMemcpy(host, device, n * sizeof(T), cudaMemcpyDeviceToHost), what);
  for (unsigned i = 0; i < n; ++i) {
    if (host[i] != want(i)) return fail(what, offset, i);
  }
}

// `offset` in elements; all but `missing` elements of the array are written.
template <class T>
void outputs(const char* what, T* a, T* b, unsigned offset, unsigned missing) {
  const unsigned all = kBytes / sizeof(T), n = all - offset - missing;
  const unsigned whole = n / kBlock;
  const auto result = [](unsigned i) { return (T)(value(i, 1) >> 8); };
  check::cuda(cudaMemset(a + offset + n, 0xa5, missing * sizeof(T)), what);
  if (offset) check::cuda(cudaMemset(a, 0xa5, offset * sizeof(T)), what);
  fill<true><<<whole, kBlock>>>(a + offset, 0, n, 1);
  if (n % kBlock) fill<false><<<1, kBlock>>>(a + offset, whole * kBlock, n, 1);
  mirror<true><<<whole, kBlock>>>(a + offset, b + offset, 0, n);
  if (n % kBlock) mirror<false><<<1, kBlock>>>(a + offset, b + offset, whole * kBlock, n);
  expect(what, b + offset, n, offset, [&](unsigned i) { return result(n - 1 - i); });
  // The bytes on both sides.
  std::vector<unsigned char> edges((offset + missing) * sizeof(T));
  check::cuda(cudaMemcpy(edges.data(), a, offset * sizeof(T), cudaMemcpyDeviceToHost), what);
  check::cuda(cudaMemcpy(edges.data() + offset * sizeof(T), a + offset + n, missing * sizeof(T),
                         cudaMemcpyDeviceToHost),
              what);
  for (unsigned i = 0; i < edges.size(); ++i) {
    if (edges[i] != 0xa5) return fail("the edges", offset, i);
  }
}

void updates(unsigned* a, unsigned* b) {
  const unsigned blocks = kBytes / 4 / kBlock - 3, n = blocks * kBlock;
  float* c = reinterpret_cast<float*>(check::device_array<unsigned>(n));
  fill<false><<<blocks + 1, kBlock>>>(a, 0, n, 2);
  in_place<<<blocks + 1, kBlock>>>(a, n);
  two_outputs<<<blocks, kBlock>>>(a, b, c);
  const auto updated = [](unsigned i) { return (value(i, 2) >> 8) * 3 + 1; };
  expect("the first output", b, n, 0, [&](unsigned i) { return updated(i) + i; });
  expect("the second output", c, n, 0, [&](unsigned i) { return (float)(updated(i) >> 12); });
  in_place_twice_named<<<blocks, kBlock>>>(b, b);
  expect("in place, named twice", b, n, 0, [&](unsigned i) { return (updated(i) + i) ^ i; });
  read_behind_barrier<<<blocks, kBlock>>>(a, a, b);
  expect("read behind a barrier", b, n, 0, [](unsigned i) { return value(i ^ 33, 5) + 1; });
  check::cuda(cudaMemset(c, 0, blocks * 4), "flags");
  hand_on<<<blocks, kBlock>>>(a, a, reinterpret_cast<unsigned*>(c), b);
  expect("behind a flag", b, n, 0, [](unsigned i) { return value(i - kBlock, 6) ^ i; });
  check::cuda(cudaFree(c), "cudaFree");
}

}  // namespace

int main() {
  auto *a = check::device_array<unsigned>(kBytes / 4),
       *b = check::device_array<unsigned>(kBytes / 4);
  outputs("float", (float*)a, (float*)b, 0, 1);
  outputs("float", (float*)a, (float*)b, 3, 40);
  outputs("double", (double*)a, (double*)b, 0, 0);
  outputs("double", (double*)a, (double*)b, 1, 130);
  outputs("unsigned char", (unsigned char*)a, (unsigned char*)b, 64, 33);
  outputs("unsigned char", (unsigned char*)a, (unsigned char*)b, 17, 5);
  updates(a, b);
  check::cuda(cudaFree(a), "cudaFree");
  check::cuda(cudaFree(b), "cudaFree");
  return check::result();
}
