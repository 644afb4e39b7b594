// SPDX-License-Identifier: Apache-2.0
// options: -rdc=true
// also: three-threads
// Kernels that launch themselves: quicksort, a quadtree, adaptive Mandelbrot, and a deep one. (An
// H100 with CUDA 13 launches to any depth.)
#include "../check.h"

constexpr int kDeepest = 24, kDeep = 60;

__global__ void selection_sort(int* a, int n) {
  for (int i = 0; i < n; ++i) {
    int least = i;
    for (int k = i + 1; k < n; ++k) {
      if (a[k] < a[least]) least = k;
    }
    const int value = a[i];
    a[i] = a[least];
    a[least] = value;
  }
}

__global__ void quicksort(int* a, int left, int right, int depth) {
  if (right - left < 12 || depth == kDeepest) {
    selection_sort<<<1, 1>>>(a + left, right - left + 1);
    return;
  }
  const int pivot = a[(left + right) / 2];
  int l = left, r = right;
  while (l <= r) {
    while (a[l] < pivot) ++l;
    while (a[r] > pivot) --r;
    if (l <= r) {
      const int value = a[l];
      a[l++] = a[r];
      a[r--] = value;
    }
  }
  cudaStream_t s;
  if (left < r) {
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, s>>>(a, left, r, depth + 1);
    cudaStreamDestroy(s);
  }
  if (l < right) quicksort<<<1, 1, 0, cudaStreamFireAndForget>>>(a, l, right, depth + 1);
}

void sort() {
  constexpr int n = 3000;
  int* a;
  check::cuda(cudaMallocManaged(&a, n * sizeof(int)), "a");
  long long sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] = (int)(check::mix(i) % 5000);
  quicksort<<<1, 1>>>(a, 0, n - 1, 0);
  check::cuda(cudaDeviceSynchronize(), "quicksort");
  for (int i = 0; i < n; ++i) {
    sum -= a[i];
    if (i > 0) check::that(a[i - 1] <= a[i], "sorted");
  }
  check::that(sum == 0, "the same numbers");
}

// Counts the points of each leaf: a square with at most 8 of them. One warp a square, and each of
// four lanes looks after a quarter.
struct Point {
  unsigned x, y;
};
__global__ void quadtree(const Point* points, int n, unsigned x, unsigned y, unsigned size,
                         unsigned* in_leaves, unsigned* leaves) {
  __shared__ int inside;
  if (threadIdx.x == 0) inside = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const Point p = points[i];
    if (p.x - x < size && p.y - y < size) atomicAdd(&inside, 1);
  }
  __syncthreads();
  if (inside <= 8 || size == 1) {
    if (threadIdx.x == 0) {
      atomicAdd(in_leaves, inside);
      atomicAdd(leaves, 1);
    }
  } else if (threadIdx.x < 4) {
    const unsigned half = size / 2;
    quadtree<<<1, 32>>>(points, n, x + threadIdx.x % 2 * half, y + threadIdx.x / 2 * half, half,
                        in_leaves, leaves);
  }
}
unsigned leaves_of(const Point* points, int n, unsigned x, unsigned y, unsigned size) {
  int inside = 0;
  for (int i = 0; i < n; ++i) inside += points[i].x - x < size && points[i].y - y < size;
  if (inside <= 8 || size == 1) return 1;
  unsigned leaves = 0;
  for (unsigned k = 0; k < 4; ++k) {
    leaves += leaves_of(points, n, x + k % 2 * (size / 2), y + k / 2 * (size / 2), size / 2);
  }
  return leaves;
}

void tree() {
  constexpr int n = 400;
  Point* points;
  unsigned* counts;
  check::cuda(cudaMallocManaged(&points, n * sizeof(Point)), "points");
  check::cuda(cudaMallocManaged(&counts, 8), "counts");
  for (unsigned i = 0; i < n; ++i) {
    points[i] = {check::mix(i) % 64 * (check::mix(i) / 64 % 16), check::mix(i + 1000) % 1024};
  }
  counts[0] = counts[1] = 0;
  quadtree<<<1, 32>>>(points, n, 0, 0, 1024, &counts[0], &counts[1]);
  check::cuda(cudaDeviceSynchronize(), "quadtree");
  check::equal(counts[0], (unsigned)n, "points in leaves");
  check::equal(counts[1], leaves_of(points, n, 0, 0, 1024), "leaves");
}

constexpr int kSize = 128, kMost = 100;

HD int dwell(int x, int y) {
  const float cr = x * (2.5f / kSize) - 2, ci = y * (2.5f / kSize) - 1.25f;
  float r = 0, i = 0;
  int n = 0;
  while (n < kMost && r * r + i * i < 4) {
    const float next = r * r - i * i + cr;
    i = 2 * r * i + ci;
    r = next;
    ++n;
  }
  return n;
}
__global__ void fill(int* out, int x, int y, int size, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size * size) out[(y + i / size) * kSize + x + i % size] = value;
}
__global__ void points(int* out, int x, int y, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size * size)
    out[(y + i / size) * kSize + x + i % size] = dwell(x + i % size, y + i / size);
}
// A square whose border has one dwell is filled; else its quarters are looked at (Mariani-Silver).
__global__ void mandelbrot(int* out, int x0, int y0, int size) {
  __shared__ int least, most;
  if (threadIdx.x == 0) least = kMost + 1, most = -1;
  __syncthreads();
  const int x = x0 + blockIdx.x * size, y = y0 + blockIdx.y * size;
  for (int k = threadIdx.x; k < 4 * size; k += blockDim.x) {
    const int at = k % size, side = k / size;
    const int n = side == 0   ? dwell(x + at, y)
                  : side == 1 ? dwell(x + at, y + size - 1)
                  : side == 2 ? dwell(x, y + at)
                              : dwell(x + size - 1, y + at);
    atomicMin(&least, n);
    atomicMax(&most, n);
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (least == most) {
    fill<<<(size * size + 63) / 64, 64>>>(out, x, y, size, least);
  } else if (size > 8) {
    mandelbrot<<<dim3(2, 2), 64>>>(out, x, y, size / 2);
  } else {
    points<<<(size * size + 63) / 64, 64>>>(out, x, y, size);
  }
}

void fractal() {
  int* out;
  check::cuda(cudaMallocManaged(&out, kSize * kSize * sizeof(int)), "out");
  for (int i = 0; i < kSize * kSize; ++i) out[i] = -1;
  mandelbrot<<<dim3(2, 2), 64>>>(out, 0, 0, kSize / 2);
  check::cuda(cudaDeviceSynchronize(), "mandelbrot");
  int wrong = 0;
  for (int i = 0; i < kSize * kSize; ++i) {
    const int d = out[i] - dwell(i % kSize, i / kSize);
    wrong += out[i] < 0 || d > 1 || d < -1;
  }
  check::that(wrong < kSize * kSize / 200, "the fractal");
}

// Each writes behind what it has launched, in its tail.
__global__ void append(int* out, int depth) {
  out[1 + out[0]] = depth;
  ++out[0];
}
__global__ void deep(int* out, int depth) {
  if (depth == kDeep) return;
  append<<<1, 1, 0, cudaStreamTailLaunch>>>(out, depth);
  deep<<<1, 1>>>(out, depth + 1);
}
void depth() {
  int* out;
  check::cuda(cudaMallocManaged(&out, (kDeep + 1) * sizeof(int)), "out");
  out[0] = 0;
  deep<<<1, 1>>>(out, 0);
  check::cuda(cudaDeviceSynchronize(), "deep");
  check::equal(out[0], kDeep, "depth");
  for (int i = 0; i < kDeep; ++i) check::equal(out[1 + i], kDeep - 1 - i, "order of tails");
}

int main() {
  sort();
  tree();
  fractal();
  depth();
  return check::result();
}
