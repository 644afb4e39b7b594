// SPDX-License-Identifier: Apache-2.0
// __constant__ and __device__ variables: uniform and divergent indices, initialisers of every kind
// (also addresses of other variables), structs, pointers, writes that later kernels and the host
// see, copies to and from symbols with offsets, __shared__-free static variables in functions.
#include "../check.h"

struct Settings {
  unsigned scale;
  float offset;
  const unsigned* table;
  unsigned char name[5];
};

__constant__ unsigned coefficients[64];
__constant__ float pi_like = 3.25f;
__device__ unsigned numbers[5] = {10, 20, 30, 40, 50};
__device__ unsigned matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ const unsigned* into_numbers = &numbers[2];
__device__ Settings settings = {7, 0.5f, numbers + 1, {'a', 'b', 'c', 'd', 0}};
__constant__ const unsigned* constant_pointer = numbers;
__device__ unsigned zeroed[100];
__device__ unsigned long long total;
static __device__ short small = -5;
__device__ bool flag = true;
template <class T>
__device__ T generic_variable = T(42);

__global__ void read(const unsigned* in, unsigned* out) {
  unsigned i = check::gid(), r = 0;
  for (unsigned k = 0; k < 8; ++k) r = r * 3 + coefficients[k];  // uniform
  r += coefficients[in[i] % 64] + coefficients[check::tid() % 64];
  r += numbers[in[i] % 5] + matrix[in[i] % 2][in[i] % 3] + into_numbers[in[i] % 3];
  r += settings.scale + (unsigned)(settings.offset * 4) + settings.table[in[i] % 4] +
       settings.name[i % 5];
  r += constant_pointer[i % 5] + (unsigned)(pi_like * 4) + zeroed[in[i] % 100] +
       (unsigned)(int)small + flag;
  r += generic_variable<unsigned> + (unsigned)(generic_variable<double> / 4);
  out[i] = r;
}

__device__ unsigned counted(unsigned by) {
  static unsigned calls = 5;
  return atomicAdd(&calls, by);
}

__global__ void write(unsigned n) {
  unsigned i = check::gid();
  if (i < n) {
    zeroed[i] = i * 3;
    atomicAdd(&total, (unsigned long long)i << 30);
    counted(2);
  }
  if (i == 3) {
    settings.scale = 99;
    into_numbers = &numbers[0];
  }
}

__global__ void read_counter(unsigned* out) {
  *out = counted(0);
}

unsigned want(const check::Thread& t, const unsigned* in, bool written) {
  static const unsigned numbers[5] = {10, 20, 30, 40, 50}, matrix[6] = {1, 2, 3, 4, 5, 6};
  static const unsigned char name[5] = {'a', 'b', 'c', 'd', 0};
  auto c = [](unsigned k) { return k * k + 1; };
  unsigned i = t.global, r = 0, v = in[i];
  for (unsigned k = 0; k < 8; ++k) r = r * 3 + c(k);
  r += c(v % 64) + c(t.linear % 64);
  r += numbers[v % 5] + matrix[v % 2 * 3 + v % 3] + numbers[v % 3 + (written ? 0 : 2)];
  r += (written ? 99 : 7) + 2 + numbers[1 + v % 4] + name[i % 5];
  r += numbers[i % 5] + 13 + (written && v % 100 < 50 ? v % 100 * 3 : 0) - 5u + 1;
  return r + 42 + 10;
}

int main() {
  unsigned host[64];
  for (unsigned k = 0; k < 64; ++k) host[k] = k * k + 1;
  check::cuda(cudaMemcpyToSymbol(coefficients, host, 16 * 4), "first part");
  check::cuda(cudaMemcpyToSymbol(coefficients, host + 16, 48 * 4, 16 * 4), "second part");
  auto launch = [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { read<<<g, b>>>(in, out); };
  check::run<unsigned>("before", launch, [](const check::Thread& t, const unsigned* in) {
    return want(t, in, false);
  });

  write<<<4, 33>>>(50);
  check::run<unsigned>("after", launch, [](const check::Thread& t, const unsigned* in) {
    return want(t, in, true);
  });
  unsigned long long sum = 0;
  check::cuda(cudaMemcpyFromSymbol(&sum, total, sizeof sum), "total");
  check::equal(sum, 1225ull << 30, "total");
  unsigned part[4];
  check::cuda(cudaMemcpyFromSymbol(part, zeroed, sizeof part, 40 * 4), "part");
  check::equal(part[2], 126u, "zeroed[42]");
  unsigned* counter = check::device_array<unsigned>(1);
  read_counter<<<1, 1>>>(counter);
  check::cuda(cudaMemcpy(part, counter, 4, cudaMemcpyDeviceToHost), "counter");
  check::equal(part[0], 105u, "static variable in a function");
  void* address = nullptr;
  check::cuda(cudaGetSymbolAddress(&address, numbers), "address");
  check::cuda(cudaMemcpy(part, static_cast<unsigned*>(address) + 1, 4, cudaMemcpyDeviceToHost),
              "numbers");
  check::equal(part[0], 20u, "numbers[1] by address");
  size_t size = 0;
  check::cuda(cudaGetSymbolSize(&size, matrix), "size");
  check::equal(size, (size_t)24, "size of matrix");
  return check::result();
}
