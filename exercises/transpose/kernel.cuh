// SPDX-License-Identifier: Apache-2.0
// Exercise 4. `from` has `rows` rows of `columns` elements, row by row; `to` becomes its transpose.
// Blocks are 16 x 16 threads, and the grid covers the matrix. Neither size is a multiple of 16.
__global__ void transpose(const float* from, float* to, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) to[row * columns + column] = from[row * columns + column];
}
