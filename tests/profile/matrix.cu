// SPDX-License-Identifier: Apache-2.0
// Matrix instructions, to be counted (count-matrix): a kernel for each kind of operands.
#include <cuda_runtime.h>

// Three warps, the last of which has nothing to do; two products each, one of them in a loop.
__global__ void half(float* out) {
  float d[4] = {};
  const unsigned a = 0x3c003c00u;
  if (threadIdx.x >= 64) return;
  for (int i = 0; i < 5; ++i) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, "
        "{%4, %4}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a));
  }
  unsigned h[2] = {};
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %2}, {%2}, {%0, %1};"
      : "+r"(h[0]), "+r"(h[1])
      : "r"(a));
  out[threadIdx.x] = d[0] + h[0];
}

__global__ void integers(int* out) {
  int d[4] = {};
  asm volatile(
      "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, "
      "%4}, {%0, %1, %2, %3};"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
      : "r"(0x01020304));
  out[threadIdx.x] = d[0] + d[3];
}

__global__ void doubles(double* out) {
  double d[2] = {};
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%2}, {%0, %1};"
               : "+d"(d[0]), "+d"(d[1])
               : "d"(1.5));
  out[threadIdx.x] = d[0];
}

__global__ void sparse(float* out) {
  float d[4] = {};
  asm volatile(
      "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, "
      "{%4, %4, %4, %4}, {%4, %4, %4, %4}, {%0, %1, %2, %3}, %5, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(0x3f800000u), "r"(0x44444444u));
  out[threadIdx.x] = d[0];
}

__global__ void group(float* out) {
  __shared__ __align__(1024) unsigned short b[16 * 16];
  for (int i = threadIdx.x; i < 16 * 16; i += 128) b[i] = 0x3f80;
  __syncthreads();
  const unsigned address = __cvta_generic_to_shared(b);
  const unsigned long long descriptor = address >> 4 | 128ull >> 4 << 16 | 256ull >> 4 << 32;
  float d[8] = {};
  asm volatile(
      "wgmma.fence.sync.aligned;\n"
      "wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, "
      "{%8, %8, %8, %8}, %9, 1, 1, 1, 0;\n"
      "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
        "+f"(d[7])
      : "r"(0x3f803f80u), "l"(descriptor)
      : "memory");
  out[threadIdx.x] = d[7];
}

int main() {
  void* out;
  cudaMalloc(&out, 4096);
  half<<<3, 96>>>(static_cast<float*>(out));
  integers<<<1, 64>>>(static_cast<int*>(out));
  doubles<<<1, 32>>>(static_cast<double*>(out));
  sparse<<<2, 32>>>(static_cast<float*>(out));
  group<<<2, 128>>>(static_cast<float*>(out));
  return cudaDeviceSynchronize() != cudaSuccess;
}
