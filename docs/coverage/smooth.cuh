// The mean of each value and its neighbours; the ends have one.
#pragma once

template <class T>
__device__ T mean(T a, T b) {
  if (a == b) return a;
  return (a + b) / 2;
}

template <class T>
__global__ void smooth(T* out, const T* in, int n, bool wrap) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i > 0 && i < n - 1) {
    out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
  } else if (wrap) {
    out[i] = mean(in[0], in[n - 1]);
  } else {
    out[i] = mean(in[i], in[i == 0 ? 1 : n - 2]);
  }
}
