// SPDX-License-Identifier: Apache-2.0
// Addresses of the wrong kind.
#include <cuda_fp16.h>

#include <vector>

#include "planted.h"

__global__ void misaligned_vector(float* y) {
  auto* v = reinterpret_cast<float4*>(y + PLANT(1, 4));
  v[threadIdx.x] = make_float4(1, 2, 3, 4);  // ERROR misaligned (0,0,0)
}

__global__ void misaligned_int(char* bytes) {
  *reinterpret_cast<int*>(bytes + threadIdx.x * PLANT(5, 4)) = 1;  // ERROR misaligned (1,0,0)
}

__global__ void misaligned_double(const float* x, double* y) {
  y[0] = *reinterpret_cast<const double*>(x + PLANT(1, 2));  // ERROR misaligned (0,0,0)
}

__global__ void misaligned_pair(__half* y) {
  auto* pairs = reinterpret_cast<__half2*>(y + PLANT(1, 2));
  pairs[threadIdx.x] = __float2half2_rn(1.0f);  // ERROR misaligned (0,0,0)
}

__global__ void misaligned_atomic(char* bytes) {
  atomicAdd(reinterpret_cast<int*>(bytes + PLANT(2, 4)), 1);  // ERROR misaligned (0,0,0)
}

__global__ void null_pointer(float* y) {
  y[threadIdx.x] = 1;  // ERROR null-pointer (0,0,0)
}

struct Node {
  int value;
  Node* next;
};
__global__ void null_member(Node* node, int* y) {
  *y = node->next->value;  // ERROR null-pointer (0,0,0)
}

__global__ void host_pointer(const int* x, int* y) {
  y[threadIdx.x] = x[threadIdx.x];  // ERROR host-pointer (0,0,0)
}

__global__ void host_pointer_in_memory(int* const* table) {
  *table[threadIdx.x] = 1;  // ERROR host-pointer (1,0,0)
}

__global__ void far_away(int* y) {
  y[PLANT(1ull << 42, 0)] = 1;  // ERROR out-of-bounds (0,0,0)
}

__global__ void nowhere(const unsigned long long* bits) {
  *reinterpret_cast<int*>(*bits) = 1;  // ERROR invalid-address (0,0,0)
}

__constant__ int limit = 5;
__device__ void set(int* p) {
  *p = 6;  // ERROR constant-write (0,0,0)
}
__global__ void constant_write(int* y, bool yes) {
  set(yes ? const_cast<int*>(&limit) : y);
}

__constant__ int table[32];
__global__ void constant_written_by_name(const int* x, int* y) {
  int* to = y;
  if (!PLANT(true, false))
    to[threadIdx.x] = x[threadIdx.x];
  else
    table[threadIdx.x] = x[threadIdx.x];  // ERROR constant-write (0,0,0)
}

__global__ void freed(int* y) {
  y[threadIdx.x] = 2;  // ERROR use-after-free (0,0,0)
}

__device__ int* kept;
__global__ void keep(int* y) {
  kept = y;
}
__global__ void freed_and_kept() {
  kept[threadIdx.x] = 3;  // ERROR use-after-free (0,0,0)
}

__global__ void freed_in_a_stream(int* y) {
  y[threadIdx.x] = 4;  // ERROR use-after-free (0,0,0)
}

int main() {
  auto* y = make<float>(256);
  auto* z = reinterpret_cast<int*>(y);
  misaligned_vector<<<1, 4>>>(y);
  misaligned_int<<<1, 4>>>(reinterpret_cast<char*>(y));
  misaligned_double<<<1, 1>>>(y, reinterpret_cast<double*>(y + 8));
  misaligned_pair<<<1, 4>>>(reinterpret_cast<__half*>(y));
  misaligned_atomic<<<1, 1>>>(reinterpret_cast<char*>(y));
  null_pointer<<<1, 32>>>(PLANT(nullptr, y));
  Node node{1, make<Node>(1)};
  if (PLANT(true, false)) node.next = nullptr;
  Node* nodes = make<Node>(1);
  good(cudaMemcpy(nodes, &node, sizeof node, cudaMemcpyHostToDevice));
  null_member<<<1, 1>>>(nodes, z);
  std::vector<int> host(64);
  host_pointer<<<1, 32>>>(PLANT(host.data(), z + 64), z);
  int* pointers[2] = {z, PLANT(host.data(), z + 1)};
  int** table = make<int*>(2);
  good(cudaMemcpy(table, pointers, sizeof pointers, cudaMemcpyHostToDevice));
  host_pointer_in_memory<<<1, 2>>>(table);
  far_away<<<1, 1>>>(z);
  auto* bits = make<unsigned long long>(1);
  auto wild = PLANT(0x123456789abcull, reinterpret_cast<unsigned long long>(z));
  good(cudaMemcpy(bits, &wild, sizeof wild, cudaMemcpyHostToDevice));
  nowhere<<<1, 1>>>(bits);
  constant_write<<<1, 1>>>(z, PLANT(true, false));
  constant_written_by_name<<<1, 32>>>(z, z);

  int* gone = make<int>(32);
  if (PLANT(true, false)) good(cudaFree(gone));
  freed<<<1, 32>>>(gone);
  int* pointed = make<int>(32);
  keep<<<1, 1>>>(pointed);
  good(cudaDeviceSynchronize());
  if (PLANT(true, false)) good(cudaFree(pointed));
  freed_and_kept<<<1, 32>>>();
  cudaStream_t stream;
  good(cudaStreamCreate(&stream));
  int* pooled;
  good(cudaMallocAsync(&pooled, 128, stream));
  if (PLANT(true, false)) good(cudaFreeAsync(pooled, stream));
  freed_in_a_stream<<<1, 32, 0, stream>>>(pooled);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
