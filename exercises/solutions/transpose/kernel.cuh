// SPDX-License-Identifier: Apache-2.0
__global__ void transpose(const float* from, float* to, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) to[column * rows + row] = from[row * columns + column];
}
