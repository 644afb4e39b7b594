// SPDX-License-Identifier: Apache-2.0
// Some lanes read a place and then write it; what they have read is what was there before, also
// where it is used behind the branch by all lanes. (LLVM's InstCombine moves masked loads behind
// stores: pin_masked_loads.h.)
#include <vector>

#include "../check.h"

template <class T>
__global__ void taken(const unsigned* in, unsigned long long* out, T* words) {
  const unsigned i = check::gid(), v = in[i];
  T t = static_cast<T>(v);
  if (v & 1) {
    t = words[i];
    words[i] = static_cast<T>(v + 100);
  }
  out[i] = static_cast<unsigned long long>(t) * 3 + static_cast<unsigned long long>(words[i]);
}

// The place is written by an atomic operation, and in a loop.
__global__ void counted(const unsigned* in, unsigned long long* out, int* words) {
  const unsigned i = check::gid(), v = in[i];
  int last = -1;
  for (unsigned k = 0; k < (v & 3); ++k) {
    last = words[i];
    if (v & 4)
      atomicAdd(&words[i], 5);
    else
      words[i] = last + 7;
  }
  out[i] = static_cast<unsigned long long>(last + 1) * 1000 + static_cast<unsigned>(words[i]);
}

// In shared memory, where others write behind a barrier.
__global__ void passed_on(const unsigned* in, unsigned long long* out) {
  __shared__ unsigned tile[1024];
  const unsigned i = check::gid(), v = in[i];
  const unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  tile[t] = v;
  unsigned mine = ~v;
  if (v & 2) {
    mine = tile[t];
    tile[t] = 0;
  }
  __syncthreads();
  out[i] = mine * 2ull + tile[t];
}

template <class T>
void test_taken(const char* name) {
  check::run<unsigned long long>(
      name,
      [](dim3 g, dim3 b, const unsigned* in, unsigned long long* out) {
        const unsigned n = g.x * b.x * b.y * b.z;
        std::vector<T> before(n);
        for (unsigned i = 0; i < n; ++i) before[i] = static_cast<T>(i % 90 + 7);
        T* words = check::device_array<T>(n);
        cudaMemcpy(words, before.data(), n * sizeof(T), cudaMemcpyDefault);
        taken<T><<<g, b>>>(in, out, words);
        check::cuda(cudaDeviceSynchronize(), "taken");
        cudaFree(words);
      },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned v = in[t.global];
        const T before = static_cast<T>(t.global % 90 + 7);
        const T read = v & 1 ? before : static_cast<T>(v);
        const T now = v & 1 ? static_cast<T>(v + 100) : before;
        return static_cast<unsigned long long>(read) * 3 + static_cast<unsigned long long>(now);
      });
}

int main() {
  test_taken<unsigned char>("bytes");
  test_taken<short>("shorts");
  test_taken<int>("words");
  test_taken<float>("floats");
  test_taken<double>("doubles");
  check::run<unsigned long long>(
      "counted",
      [](dim3 g, dim3 b, const unsigned* in, unsigned long long* out) {
        const unsigned n = g.x * b.x * b.y * b.z;
        int* words = check::device_array<int>(n);
        cudaMemset(words, 0, n * sizeof(int));
        counted<<<g, b>>>(in, out, words);
        check::cuda(cudaDeviceSynchronize(), "counted");
        cudaFree(words);
      },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned v = in[t.global];
        int last = -1, now = 0;
        for (unsigned k = 0; k < (v & 3); ++k) {
          last = now;
          now += v & 4 ? 5 : 7;
        }
        return static_cast<unsigned long long>(last + 1) * 1000 + static_cast<unsigned>(now);
      });
  check::run<unsigned long long>(
      "passed on",
      [](dim3 g, dim3 b, const unsigned* in, unsigned long long* out) {
        passed_on<<<g, b>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned v = in[t.global];
        return (v & 2 ? v : ~v) * 2ull + (v & 2 ? 0 : v);
      });
  return check::result();
}
