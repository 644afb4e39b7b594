// SPDX-License-Identifier: Apache-2.0
// Numbers that are not defined, or no numbers.
// OPTIONS: --check-arithmetic=yes
#include <climits>
#include <cmath>

#include "planted.h"

__global__ void sum_of_indices(const int* at, int* y, int n) {
  int i = at[threadIdx.x] + n;  // ERROR arithmetic (31,0,0)
  y[threadIdx.x] = i;
}

__global__ void row_and_column(int* y, int width, const int* rows) {
  int i = rows[threadIdx.x] * width;  // ERROR arithmetic (31,0,0)
  y[threadIdx.x] = i;
}

__device__ int distance(int a, int b) {
  return a - b;  // ERROR arithmetic (0,0,0)
}
__global__ void difference(const int* x, int* y, int least) {
  y[threadIdx.x] = distance(x[threadIdx.x], least);  // ERROR arithmetic
}

__global__ void wide_sum(const long long* x, long long* y, long long n) {
  y[threadIdx.x] = x[threadIdx.x] + n;  // ERROR arithmetic (31,0,0)
}

__global__ void division_by_zero(const int* x, int* y) {
  y[threadIdx.x] = 100 / x[threadIdx.x];  // ERROR arithmetic (0,0,0)
}

__global__ void remainder_of_zero(const unsigned* x, unsigned* y) {
  y[threadIdx.x] = 100 % x[threadIdx.x];  // ERROR arithmetic (0,0,0)
}

__global__ void lowest_by_minus_one(const int* x, int* y, int d) {
  y[threadIdx.x] = x[threadIdx.x] / d;  // ERROR arithmetic (0,0,0)
}

template <class T>
__global__ void shifts(const T* x, T* y) {
  y[threadIdx.x] = T{1} << x[threadIdx.x];  // ERROR arithmetic
}

__global__ void to_the_right(const int* x, int* y) {
  y[threadIdx.x] = -64 >> x[threadIdx.x];  // ERROR arithmetic (31,0,0)
}

__global__ void does_not_fit(const float* x, int* y) {
  y[threadIdx.x] = static_cast<int>(x[threadIdx.x] * 1e9f);  // ERROR arithmetic (3,0,0)
}

__global__ void below_zero(const double* x, unsigned* y) {
  y[threadIdx.x] = static_cast<unsigned>(x[threadIdx.x]);  // ERROR arithmetic (0,0,0)
}

__global__ void into_a_byte(const float* x, unsigned char* y) {
  y[threadIdx.x] = static_cast<unsigned char>(x[threadIdx.x]);  // ERROR arithmetic (31,0,0)
}

__global__ void used_as_a_word(const double* x, int* y) {
  y[threadIdx.x] = static_cast<short>(x[threadIdx.x]) * 3;  // ERROR arithmetic (31,0,0)
}

__global__ void nan_to_long(const double* x, long long* y) {
  y[threadIdx.x] = static_cast<long long>(x[threadIdx.x]);  // ERROR arithmetic (0,0,0)
}

__global__ void root(const float* x, float* y) {
  y[threadIdx.x] = sqrtf(x[threadIdx.x]);  // ERROR arithmetic (0,0,0)
}

__global__ void infinities(const float* x, float* y) {
  y[threadIdx.x] = x[threadIdx.x] - x[0];  // ERROR arithmetic (0,0,0)
}

__global__ void ratio(const float* x, float* y) {
  y[threadIdx.x] = 1 / x[threadIdx.x];  // ERROR arithmetic (0,0,0)
}

__global__ void both_zero(const double* x, double* y) {
  y[threadIdx.x] = x[threadIdx.x] / x[31 - threadIdx.x] * 2;  // ERROR arithmetic
}

// Right: what wraps around is unsigned, what is out of range is not used. Low bits may be taken of
// an integer that does fit.
__global__ void low_bits(const float* x, const double* d, unsigned char* y, int* z) {
  y[threadIdx.x] = static_cast<unsigned char>(static_cast<int>(x[threadIdx.x]));
  z[threadIdx.x] = static_cast<int>(static_cast<long long>(d[threadIdx.x] * 1e10));
}

__global__ void right(const int* x, unsigned* u, int* y) {
  u[threadIdx.x] = 0u - u[threadIdx.x] * 0x9e3779b9u;
  const int by = x[threadIdx.x];
  y[threadIdx.x] = by < 32 ? 1 << by : 0;
  if (by != 0) y[threadIdx.x] += 7 / by;
}

template <class T, class Value>
T* filled(Value value) {
  T host[32];
  for (int i = 0; i < 32; ++i) host[i] = value(i);
  T* memory = make<T>(32);
  good(cudaMemcpy(memory, host, sizeof(host), cudaMemcpyHostToDevice));
  return memory;
}

int main() {
  int* y = make<int>(32);
  int* up = filled<int>([](int i) { return i; });
  int* up1 = filled<int>([](int i) { return i + 1; });
  sum_of_indices<<<1, 32>>>(up, y, PLANT(INT_MAX - 30, INT_MAX - 31));
  row_and_column<<<1, 32>>>(y, PLANT(70000000, 60000000), up);
  difference<<<1, 32>>>(up, y, PLANT(INT_MIN, -1));
  auto* wide = filled<long long>([](int i) { return i; });
  wide_sum<<<1, 32>>>(wide, wide, PLANT(LLONG_MAX - 30, LLONG_MAX - 31));
  division_by_zero<<<1, 32>>>(PLANT(up, up1), y);
  auto* u = filled<unsigned>([](int i) { return i + PLANT(0, 1); });
  remainder_of_zero<<<1, 32>>>(u, make<unsigned>(32));
  lowest_by_minus_one<<<1, 32>>>(filled<int>([](int i) { return INT_MIN + i + PLANT(0, 1); }), y,
                                 -1);
  shifts<<<1, 32>>>(filled<int>([](int i) { return i + PLANT(1, 0); }), y);
  shifts<<<1, 32>>>(filled<long long>([](int i) { return i + PLANT(33, 0); }), wide);
  to_the_right<<<1, 32>>>(PLANT(up1, up), y);
  does_not_fit<<<1, 32>>>(filled<float>([](int i) { return PLANT(i, 1); }), y);
  below_zero<<<1, 32>>>(filled<double>([](int i) { return i - PLANT(1.0, 0.5); }), u);
  auto* bytes = make<unsigned char>(32);
  into_a_byte<<<1, 32>>>(filled<float>([](int i) { return i + PLANT(225, 224); }), bytes);
  used_as_a_word<<<1, 32>>>(filled<double>([](int i) { return i + PLANT(32737, 32736); }), y);
  nan_to_long<<<1, 32>>>(filled<double>([](int i) { return i > 0 ? i : PLANT(NAN, 0); }), wide);
  low_bits<<<1, 32>>>(filled<float>([](int i) { return i * 100; }),
                      filled<double>([](int i) { return i; }), bytes, y);
  float* f = make<float>(32);
  root<<<1, 32>>>(filled<float>([](int i) { return i - PLANT(1, 0); }), f);
  infinities<<<1, 32>>>(filled<float>([](int i) { return PLANT(INFINITY, i); }), f);
  ratio<<<1, 32>>>(filled<float>([](int i) { return i + PLANT(0, 1); }), f);
  both_zero<<<1, 32>>>(filled<double>([](int i) { return PLANT(0, i + 1); }), make<double>(32));
  right<<<1, 32>>>(filled<int>([](int i) { return i * 2; }), u, y);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
