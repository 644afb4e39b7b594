// SPDX-License-Identifier: Apache-2.0
// heavy: 33 7x5x3
// Threads that walk rows of their own: of one length that only the run knows, and of lengths that
// differ by thread, in elements of 1 to 8 bytes; and vectors at places that have nothing to do with
// each other.
#include <cuda_fp16.h>

#include "check.h"

constexpr unsigned kMost = 37;

template <class T>
HD T element(unsigned thread, unsigned at) {
  return static_cast<T>(static_cast<int>(check::mix(thread * 64 + at) % 201) - 100);
}

// Inexact sums: the order of additions shows.
template <class T>
HD T weigh(T sum, T value) {
  if constexpr (std::is_floating_point_v<T>)
    return (sum + value) / T(1.5);  // no product to join with the next sum
  return static_cast<T>(sum * 5 + value);
}

template <class T>
__global__ void same_length(const T* rows, unsigned* out, int k) {
  const unsigned i = check::gid();
  T sum = 0;
  for (int j = 0; j < k; ++j) sum = weigh(sum, rows[i * k + j]);
  out[i] = 0;
  memcpy(out + i, &sum, sizeof(T) < 4 ? sizeof(T) : 4);
}

template <class T>
__global__ void own_length(const T* rows, const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  const int begin = i * kMost + in[i] % 5, end = begin + in[i] % 23;
  T sum = 0;
  if (in[i] & 64) {
    for (int j = begin; j < end; ++j) {
      if (rows[j] > 90) break;
      sum = weigh(sum, rows[j]);
    }
  } else if (in[i] & 128) {
    for (int j = begin; j < end; ++j) sum = weigh(sum, rows[j]);
  }
  out[i] = 0;
  memcpy(out + i, &sum, sizeof(T) < 4 ? sizeof(T) : 4);
}

template <class T>
unsigned bits(T sum) {
  unsigned word = 0;
  std::memcpy(&word, &sum, sizeof(T) < 4 ? sizeof(T) : 4);
  return word;
}

template <class T>
struct Rows {
  T* device;
  Rows(unsigned threads, unsigned k) : device(check::device_array<T>(threads * k + 64)) {
    T* host = static_cast<T*>(std::malloc(threads * k * sizeof(T)));
    for (unsigned i = 0; i < threads; ++i) {
      for (unsigned j = 0; j < k; ++j) host[i * k + j] = element<T>(i, j);
    }
    check::cuda(cudaMemcpy(device, host, threads * k * sizeof(T), cudaMemcpyHostToDevice), "rows");
    std::free(host);
  }
  ~Rows() { cudaFree(device); }
};

template <class T>
void rows(const char* what) {
  for (const int k : {1, 4, 7, 37}) {
    check::run<unsigned>(
        what,
        [&](dim3 grid, dim3 block, const unsigned*, unsigned* out) {
          const Rows<T> rows(grid.x * block.x * block.y * block.z, k);
          same_length<<<grid, block>>>(rows.device, out, k);
          check::cuda(cudaDeviceSynchronize(), what);
        },
        [&](const check::Thread& t, const unsigned*) {
          T sum = 0;
          for (int j = 0; j < k; ++j) sum = weigh(sum, element<T>(t.global, j));
          return bits(sum);
        });
  }
  check::run<unsigned>(
      what,
      [&](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
        const Rows<T> rows(grid.x * block.x * block.y * block.z, kMost);
        own_length<<<grid, block>>>(rows.device, in, out);
        check::cuda(cudaDeviceSynchronize(), what);
      },
      [&](const check::Thread& t, const unsigned* in) {
        const unsigned word = in[t.global];
        T sum = 0;
        for (unsigned j = word % 5; j < word % 5 + word % 23; ++j) {
          const T value = element<T>(t.global, j);
          if (word & 64 ? value > 90 : !(word & 128)) break;
          sum = weigh(sum, value);
        }
        return bits(sum);
      });
}

struct Bytes3 {
  unsigned char x, y, z;
};

template <class V>
__global__ void scattered(const V* from, const unsigned* in, V* out, unsigned n) {
  const unsigned i = check::gid();
  if (in[i] % 4) out[i] = from[in[i] % n];
}

// Each thread loads one vector from somewhere, most threads of a warp do.
template <class V>
void vectors(const char* what) {
  const unsigned n = 1000;
  unsigned char host[n * sizeof(V)];
  for (unsigned k = 0; k < n * sizeof(V); ++k) host[k] = static_cast<unsigned char>(check::mix(k));
  V* from = check::device_array<V>(n);
  check::cuda(cudaMemcpy(from, host, sizeof(host), cudaMemcpyHostToDevice), what);
  check::run<V>(
      what,
      [&](dim3 grid, dim3 block, const unsigned* in, V* out) {
        scattered<<<grid, block>>>(from, in, out, n);
      },
      [&](const check::Thread& t, const unsigned* in) {
        V want;
        std::memset(&want, 0xa5, sizeof(V));
        if (in[t.global] % 4) std::memcpy(&want, host + in[t.global] % n * sizeof(V), sizeof(V));
        return want;
      });
  cudaFree(from);
}

// Rows that are known to have 32 elements, of which some threads load all.
template <class T>
__global__ void whole(const T* rows, const T* factors, const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  int sum = 1;
  if (in[i] % 8 != 3) {
    for (int j = 0; j < 32; ++j) sum += rows[i * 32 + j] * factors[j];
    for (int j = 0; j < 12; ++j) sum += rows[i * 32 + 20 + j] * rows[in[i] % 7 * 8 + j];
  }
  out[i] = sum;
}

template <class T>
void whole_rows(const char* what) {
  check::run<unsigned>(
      what,
      [&](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
        const unsigned threads = grid.x * block.x * block.y * block.z;
        const Rows<T> rows(threads < 4 ? 4 : threads, 32), factors(1, 32);
        whole<<<grid, block>>>(rows.device, factors.device, in, out);
        check::cuda(cudaDeviceSynchronize(), what);
      },
      [&](const check::Thread& t, const unsigned* in) {
        const unsigned word = in[t.global];
        int sum = 1;
        if (word % 8 == 3) return static_cast<unsigned>(sum);
        for (unsigned j = 0; j < 32; ++j) sum += element<T>(t.global, j) * element<T>(0, j);
        for (unsigned j = 0; j < 12; ++j) {
          const unsigned other = word % 7 * 8 + j;
          sum += element<T>(t.global, 20 + j) * element<T>(other / 32, other % 32);
        }
        return static_cast<unsigned>(sum);
      });
}

int main() {
  whole_rows<signed char>("32 bytes");
  whole_rows<unsigned char>("32 unsigned bytes");
  whole_rows<short>("32 shorts");
  rows<float>("rows of float");
  rows<double>("rows of double");
  rows<int>("rows of int");
  rows<unsigned char>("rows of bytes");
  rows<short>("rows of short");
  vectors<float4>("float4");
  vectors<double2>("double2");
  vectors<int2>("int2");
  vectors<uchar4>("uchar4");
  vectors<Bytes3>("three bytes");
  vectors<ushort4>("ushort4");
  vectors<short2>("short2");
  vectors<char2>("char2");
  vectors<half2>("half2");
  return check::result();
}
