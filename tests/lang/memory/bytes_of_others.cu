// SPDX-License-Identifier: Apache-2.0
// Bytes, shorts and structures side by side, under masks. A lane that is off writes nothing, not
// even what was there: blocks write turn by turn, at once, into the same words. And nothing behind
// the end of memory is read.
#include <sys/mman.h>

#include "check.h"

// A structure that counts as one number.
template <class T>
struct Three {
  T x, y, z;
  Three() = default;
  HD explicit Three(unsigned v)
      : x(static_cast<T>(v % 101)), y(static_cast<T>(v % 89)), z(static_cast<T>(v % 97)) {}
  HD Three operator+(int v) const {
    Three sum = *this;
    sum.x = static_cast<T>(x + v % 7);
    sum.y = static_cast<T>(y + v % 5);
    sum.z = static_cast<T>(z + v % 3);
    return sum;
  }
  explicit operator long long() const { return static_cast<long long>(x); }
};

constexpr int kOwners = 8, kItems = 1 << 14, kRounds = 50;

// Block b owns the items whose hash is b, and counts in them.
template <class T>
__global__ void count(T* items, int rounds) {
  for (int r = 0; r < rounds; ++r) {
    for (int i = threadIdx.x; i < kItems; i += blockDim.x) {
      if (check::mix(i) % kOwners == blockIdx.x) items[i] = static_cast<T>(items[i] + i);
    }
  }
}

template <class T>
void owners(const char* what) {
  T* items = check::device_array<T>(kItems + 1);
  for (int shift = 0; shift < 2; ++shift) {
    check::cuda(cudaMemset(items, 0, (kItems + 1) * sizeof(T)), what);
    count<<<kOwners, 256>>>(items + shift, kRounds);
    check::cuda(cudaDeviceSynchronize(), what);
    static T got[kItems];
    check::cuda(cudaMemcpy(got, items + shift, sizeof(got), cudaMemcpyDeviceToHost), what);
    for (int i = 0; i < kItems; ++i) {
      T want{};
      for (int r = 0; r < kRounds; ++r) want = static_cast<T>(want + i);
      check::equal(got[i], want, what);
    }
  }
  cudaFree(items);
}

// The first n of a warp's threads copy, from `in` to its neighbour.
template <class T>
__global__ void copy(const T* in, T* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = static_cast<T>(in[i] + 1);
}

template <class T>
void at_the_end(const char* what) {
  constexpr int kPage = 4096;
  auto* memory = static_cast<unsigned char*>(
      mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  check::that(memory != MAP_FAILED && mprotect(memory + kPage, kPage, PROT_NONE) == 0, what);
  check::cuda(cudaHostRegister(memory, kPage, cudaHostRegisterDefault), what);
  T* end = reinterpret_cast<T*>(memory + kPage);
  for (int n = 1; n <= 33; ++n) {
    T* in = end - n;
    T* out = end - 2 * n;
    for (int i = 0; i < n; ++i) in[i] = static_cast<T>(check::mix(i + n));
    out[-1] = static_cast<T>(77);
    copy<<<1, 64>>>(in, out, n);
    check::cuda(cudaDeviceSynchronize(), what);
    for (int i = 0; i < n; ++i) {
      check::equal(out[i], static_cast<T>(static_cast<T>(check::mix(i + n)) + 1), what);
      check::equal(in[i], static_cast<T>(check::mix(i + n)), "what lies behind");
    }
    check::equal(out[-1], static_cast<T>(77), "what lies in front");
  }
  check::cuda(cudaHostUnregister(memory), what);
  munmap(memory, 2 * kPage);
}

int main() {
  owners<unsigned char>("bytes of several owners");
  owners<unsigned short>("shorts of several owners");
  owners<Three<unsigned char>>("structures of bytes of several owners");
  owners<Three<float>>("structures of floats of several owners");
  at_the_end<Three<unsigned char>>("structures of bytes at the end of memory");
  at_the_end<Three<short>>("structures of shorts at the end of memory");
  at_the_end<Three<float>>("structures of floats at the end of memory");
  at_the_end<unsigned char>("bytes at the end of memory");
  at_the_end<unsigned short>("shorts at the end of memory");
  return check::result();
}
