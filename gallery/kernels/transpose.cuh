// SPDX-License-Identifier: Apache-2.0
// Out-of-place transposes c = a^T of spec/003, 2.2.4: m x m floats, blocks of 32 x 32 threads.
#pragma once

#include <cuda_runtime.h>

#define THREADS_PER_BLOCK_X 32
#define THREADS_PER_BLOCK_Y 32

// Row-major index; ld is the leading dimension, the number of columns.
#define INDX(row, col, ld) (((row) * (ld)) + (col))

// Reads are coalesced, writes are m elements apart.
__global__ void naive_cuda_transpose(int m, const float* a, float* c) {
  int myCol = blockDim.x * blockIdx.x + threadIdx.x;
  int myRow = blockDim.y * blockIdx.y + threadIdx.y;
  if (myRow < m && myCol < m) {
    c[INDX(myCol, myRow, m)] = a[INDX(myRow, myCol, m)];
  }
}

// Through a shared tile; both global accesses are coalesced, but with PAD 0 the writes into the
// tile are a 32-way bank conflict. PAD 1 removes it. m is a multiple of 32.
template <int PAD>
__global__ void smem_cuda_transpose(int m, const float* a, float* c) {
  __shared__ float smemArray[THREADS_PER_BLOCK_X][THREADS_PER_BLOCK_Y + PAD];

  const int tileCol = blockDim.x * blockIdx.x;
  const int tileRow = blockDim.y * blockIdx.y;

  smemArray[threadIdx.x][threadIdx.y] = a[INDX(tileRow + threadIdx.y, tileCol + threadIdx.x, m)];
  __syncthreads();
  c[INDX(tileCol + threadIdx.y, tileRow + threadIdx.x, m)] = smemArray[threadIdx.y][threadIdx.x];
}

// With bounds, any m. The document guards the second half with the first half's indices; where a
// tile off the diagonal is not full, that writes behind the end of c and leaves elements out (try
// m = 33). Here each half has the guard of its own addresses.
template <int PAD>
__global__ void smem_cuda_transpose_bounds(int m, const float* a, float* c) {
  __shared__ float smemArray[THREADS_PER_BLOCK_X][THREADS_PER_BLOCK_Y + PAD];

  const int tileCol = blockDim.x * blockIdx.x;
  const int tileRow = blockDim.y * blockIdx.y;

  if (tileRow + threadIdx.y < m && tileCol + threadIdx.x < m) {
    smemArray[threadIdx.x][threadIdx.y] = a[INDX(tileRow + threadIdx.y, tileCol + threadIdx.x, m)];
  }
  __syncthreads();
  if (tileCol + threadIdx.y < m && tileRow + threadIdx.x < m) {
    c[INDX(tileCol + threadIdx.y, tileRow + threadIdx.x, m)] = smemArray[threadIdx.y][threadIdx.x];
  }
}

// rows x cols to cols x rows, any sizes: blocks of 32 x 8 threads, four elements a thread.
__global__ void transpose_rectangle(int rows, int cols, const float* a, float* c) {
  __shared__ float tile[32][33];
  int col = blockIdx.x * 32 + threadIdx.x;
  for (int i = threadIdx.y; i < 32; i += 8) {
    int row = blockIdx.y * 32 + i;
    if (row < rows && col < cols) tile[i][threadIdx.x] = a[(size_t)row * cols + col];
  }
  __syncthreads();
  int out_col = blockIdx.y * 32 + threadIdx.x;
  for (int i = threadIdx.y; i < 32; i += 8) {
    int out_row = blockIdx.x * 32 + i;
    if (out_row < cols && out_col < rows)
      c[(size_t)out_row * rows + out_col] = tile[threadIdx.x][i];
  }
}

// rows x cols to cols x rows, both multiples of 4: a thread turns 4 x 4 elements round in its
// registers, so that 16 bytes are read and written at a time everywhere; 256 threads, a tile of 64
// x
// 64. Eight threads side by side write the same quad of rows that are 4 apart: XOR with the row's
// number sends them to different banks.
__global__ void transpose_float4(int rows, int cols, const float4* a, float4* c) {
  __shared__ float4 tile[64][16];  // a row of c, in quads
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  const int row = blockIdx.y * 64 + y * 4, col = blockIdx.x * 64 + x * 4;
  if (row < rows && col < cols) {
    const float4* from = a + ((size_t)row * cols + col) / 4;
    const float4 r0 = from[0], r1 = from[cols / 4], r2 = from[cols / 4 * 2],
                 r3 = from[cols / 4 * 3];
    const int place = y ^ x % 8;
    tile[x * 4][place] = make_float4(r0.x, r1.x, r2.x, r3.x);
    tile[x * 4 + 1][place] = make_float4(r0.y, r1.y, r2.y, r3.y);
    tile[x * 4 + 2][place] = make_float4(r0.z, r1.z, r2.z, r3.z);
    tile[x * 4 + 3][place] = make_float4(r0.w, r1.w, r2.w, r3.w);
  }
  __syncthreads();
  const int out_col = blockIdx.y * 64 + x * 4;
  for (int i = y; i < 64; i += 16) {
    const int out_row = blockIdx.x * 64 + i;
    if (out_row < cols && out_col < rows)
      c[((size_t)out_row * rows + out_col) / 4] = tile[i][x ^ i / 4 % 8];
  }
}
