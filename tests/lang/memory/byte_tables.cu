// SPDX-License-Identifier: Apache-2.0
// Look-ups in tables of bytes: in constant, shared and global memory, by indices of 3 to 8 bits
// that differ by lane, under masks; and a table shorter than its index could say, at the end of
// memory.
#include <sys/mman.h>

#include "check.h"

using Byte = unsigned char;

struct Squares {
  Byte of[256] = {};
  constexpr Squares() {
    for (int i = 0; i < 256; ++i) of[i] = static_cast<Byte>(i * i + i / 16 * 7 + 3);
  }
};
#ifdef __CUDA_ARCH__
__constant__ constexpr Squares kTable;
#else
constexpr Squares kTable;
#endif

HD unsigned constant(unsigned i, const unsigned* in) {
  unsigned result = 0;
  for (int k = 0; k < 32; k += 8) result += kTable.of[in[i] >> k & 255] << k / 4;
  return result;
}

HD unsigned few_bits(unsigned i, const unsigned* in) {
  return kTable.of[in[i] & 7] + 3u * kTable.of[40 + (in[i] >> 8 & 15)] +
         5u * kTable.of[in[i] >> 16 & 31] + 7u * kTable.of[100 + (in[i] >> 20 & 63)] +
         11u * kTable.of[in[i] >> 24 & 127];
}

HD unsigned under_masks(unsigned i, const unsigned* in) {
  unsigned result = in[i], rounds = in[i] >> 3 & 7;
  for (unsigned k = 0; k < rounds; ++k) {
    if (result & 1) result = result * 5 + kTable.of[result >> 4 & 255];
    result ^= result >> 3;
  }
  return result;
}

// The table is written by the block, and changes between the look-ups.
__global__ void shared(const unsigned* in, unsigned* out) {
  __shared__ Byte table[256];
  const unsigned n = blockDim.x * blockDim.y * blockDim.z, i = check::tid();
  for (unsigned k = i; k < 256; k += n) table[k] = kTable.of[k];
  __syncthreads();
  const unsigned value = in[check::gid()];
  const unsigned first = table[value & 255];
  __syncthreads();
  for (unsigned k = i; k < 256; k += n) table[k] = static_cast<Byte>(table[k] ^ 0x55);
  __syncthreads();
  if (value & 1)
    out[check::gid()] = first * 256 + table[value >> 8 & 255];
  else
    out[check::gid()] = first;
}

__global__ void global(const Byte* table, const Byte* indices, Byte* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table[indices[i]];
}

// Of `size` bytes, the last of a page behind which there is nothing.
void at_the_end(int size) {
  constexpr int kPage = 4096, kThreads = 500;
  auto* memory = static_cast<Byte*>(
      mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  check::that(memory != MAP_FAILED && mprotect(memory + kPage, kPage, PROT_NONE) == 0, "mprotect");
  check::cuda(cudaHostRegister(memory, kPage, cudaHostRegisterDefault), "cudaHostRegister");
  Byte* table = memory + kPage - size;
  for (int k = 0; k < size; ++k) table[k] = kTable.of[k];
  Byte host[kThreads], *indices = check::device_array<Byte>(kThreads),
                       *out = check::device_array<Byte>(kThreads);
  for (int i = 0; i < kThreads; ++i) host[i] = static_cast<Byte>(check::mix(i) % size);
  check::cuda(cudaMemcpy(indices, host, kThreads, cudaMemcpyHostToDevice), "indices");
  global<<<3, 192>>>(table, indices, out, kThreads);
  check::cuda(cudaDeviceSynchronize(), "at the end of memory");
  Byte got[kThreads];
  check::cuda(cudaMemcpy(got, out, kThreads, cudaMemcpyDeviceToHost), "out");
  for (int i = 0; i < kThreads; ++i) check::equal(got[i], kTable.of[host[i]], "at the end");
  check::cuda(cudaHostUnregister(memory), "cudaHostUnregister");
  munmap(memory, 2 * kPage);
  cudaFree(indices);
  cudaFree(out);
}

int main() {
  check::each<constant>("a table of constants");
  check::each<few_bits>("indices of few bits");
  check::each<under_masks>("under masks");
  check::run<unsigned>(
      "a table in shared memory",
      [](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
        shared<<<grid, block>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned value = in[t.global], first = kTable.of[value & 255];
        return value & 1 ? first * 256 + (kTable.of[value >> 8 & 255] ^ 0x55u) : first;
      });
  for (const int size : {1, 16, 100, 255, 256}) at_the_end(size);
  return check::result();
}
