// SPDX-License-Identifier: Apache-2.0
// Three kernels that are large for what they do: what the script beside this measures.
//
//   tiers KERNEL LAUNCHES SECONDS    launches it so often, waits SECONDS, and does it again. Prints
//   the
//                                    milliseconds of a launch, the median of each half, and a
//                                    checksum.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

// One step of a Kalman filter with eight states, all of them measured, by one thread.
constexpr int kStates = 8;

struct Matrix {
  double at[kStates][kStates];
};

__device__ Matrix multiply(const Matrix& a, const Matrix& b) {
  Matrix c;
#pragma unroll
  for (int i = 0; i < kStates; ++i) {
#pragma unroll
    for (int j = 0; j < kStates; ++j) {
      double sum = 0;
#pragma unroll
      for (int k = 0; k < kStates; ++k) sum += a.at[i][k] * b.at[k][j];
      c.at[i][j] = sum;
    }
  }
  return c;
}

// Of a matrix whose diagonal is large: without pivots.
__device__ Matrix invert(Matrix a) {
  Matrix b;
#pragma unroll
  for (int i = 0; i < kStates; ++i) {
#pragma unroll
    for (int j = 0; j < kStates; ++j) b.at[i][j] = i == j;
  }
#pragma unroll
  for (int k = 0; k < kStates; ++k) {
    const double pivot = 1.0 / a.at[k][k];
#pragma unroll
    for (int j = 0; j < kStates; ++j) {
      a.at[k][j] *= pivot;
      b.at[k][j] *= pivot;
    }
#pragma unroll
    for (int i = 0; i < kStates; ++i) {
      if (i == k) continue;
      const double factor = a.at[i][k];
#pragma unroll
      for (int j = 0; j < kStates; ++j) {
        a.at[i][j] -= factor * a.at[k][j];
        b.at[i][j] -= factor * b.at[k][j];
      }
    }
  }
  return b;
}

__global__ void kalman(double* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Matrix p, f, r;
  double x[kStates];
#pragma unroll
  for (int k = 0; k < kStates; ++k) {
    x[k] = data[k * n + i];
#pragma unroll
    for (int j = 0; j < kStates; ++j) {
      p.at[k][j] = k == j ? 4.0 : 0.03 * x[k];
      f.at[k][j] = k == j ? 1.0 : 0.01 * (j - k);
      r.at[k][j] = k == j ? 2.5 : 0.0;
    }
  }
  for (int step = 0; step < 4; ++step) {
    p = multiply(multiply(f, p), f);
    Matrix s;
#pragma unroll
    for (int k = 0; k < kStates; ++k) {
#pragma unroll
      for (int j = 0; j < kStates; ++j) s.at[k][j] = p.at[k][j] + r.at[k][j];
    }
    const Matrix gain = multiply(p, invert(s));
#pragma unroll
    for (int k = 0; k < kStates; ++k) {
      double sum = 0;
#pragma unroll
      for (int j = 0; j < kStates; ++j) sum += gain.at[k][j] * (step * 0.1 - x[j]);
      x[k] += sum;
    }
    const Matrix change = multiply(gain, p);
#pragma unroll
    for (int k = 0; k < kStates; ++k) {
#pragma unroll
      for (int j = 0; j < kStates; ++j) p.at[k][j] -= change.at[k][j];
    }
  }
#pragma unroll
  for (int k = 0; k < kStates; ++k) data[k * n + i] = x[k];
}

// Each block sorts a row: it splits it by pivots with a stack of ranges, and short ranges
// bitonically.
constexpr int kRow = 1024, kShort = 256;

__device__ void sort_short(int* values, int from, int count) {
  __shared__ int part[kShort];
  const int t = threadIdx.x;
  part[t] = t < count ? values[from + t] : 0x7fffffff;
  __syncthreads();
  for (int size = 2; size <= kShort; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      const int other = t ^ stride;
      if (other > t) {
        const int a = part[t], b = part[other];
        if ((a > b) == ((t & size) == 0)) {
          part[t] = b;
          part[other] = a;
        }
      }
      __syncthreads();
    }
  }
  if (t < count) values[from + t] = part[t];
  __syncthreads();
}

__global__ void sort_rows(int* rows, int* spare) {
  __shared__ int stack[64][2], depth, below, above;
  int* values = rows + blockIdx.x * kRow;
  int* others = spare + blockIdx.x * kRow;
  const int t = threadIdx.x;
  if (t == 0) {
    stack[0][0] = 0;
    stack[0][1] = kRow;
    depth = 1;
  }
  __syncthreads();
  while (depth > 0) {
    const int from = stack[depth - 1][0], to = stack[depth - 1][1];
    __syncthreads();
    if (to - from <= kShort) {
      sort_short(values, from, to - from);
      if (t == 0) --depth;
      __syncthreads();
      continue;
    }
    const int a = values[from], b = values[(from + to) / 2], c = values[to - 1];
    const int pivot = max(min(a, b), min(max(a, b), c));
    if (t == 0) below = above = 0;
    __syncthreads();
    int lower = 0, higher = 0;
    for (int i = from + t; i < to; i += kShort) {
      lower += values[i] < pivot;
      higher += values[i] > pivot;
    }
    int lower_at = lower, higher_at = higher;
    for (int d = 1; d < 32; d *= 2) {
      const int l = __shfl_up_sync(0xffffffffu, lower_at, d);
      const int h = __shfl_up_sync(0xffffffffu, higher_at, d);
      if (t % 32 >= d) {
        lower_at += l;
        higher_at += h;
      }
    }
    int warp_lower = 0, warp_higher = 0;
    if (t % 32 == 31) {
      warp_lower = atomicAdd(&below, lower_at);
      warp_higher = atomicAdd(&above, higher_at);
    }
    lower_at += __shfl_sync(0xffffffffu, warp_lower, 31) - lower;
    higher_at += __shfl_sync(0xffffffffu, warp_higher, 31) - higher;
    __syncthreads();
    for (int i = from + t; i < to; i += kShort) {
      const int value = values[i];
      if (value < pivot) others[from + lower_at++] = value;
      if (value > pivot) others[to - 1 - higher_at++] = value;
    }
    for (int i = from + below + t; i < to - above; i += kShort) others[i] = pivot;
    __syncthreads();
    for (int i = from + t; i < to; i += kShort) values[i] = others[i];
    if (t == 0) {
      --depth;
      if (above > 1) {
        stack[depth][0] = to - above;
        stack[depth++][1] = to;
      }
      if (below > 1) {
        stack[depth][0] = from;
        stack[depth++][1] = from + below;
      }
    }
    __syncthreads();
  }
}

// A step of a lattice of 19 velocities in three dimensions, periodic, with walls that throw back.
constexpr int kSide = 32, kCells = kSide * kSide * kSide, kVelocities = 19;
__device__ constexpr int kX[kVelocities] = {0,  1, -1, 0, 0,  0, 0, 1, -1, 1,
                                            -1, 1, -1, 1, -1, 0, 0, 0, 0};
__device__ constexpr int kY[kVelocities] = {0, 0, 0, 1, -1, 0, 0,  1, -1, -1,
                                            1, 0, 0, 0, 0,  1, -1, 1, -1};
__device__ constexpr int kZ[kVelocities] = {0, 0, 0,  0,  0, 1, -1, 0,  0, 0,
                                            0, 1, -1, -1, 1, 1, -1, -1, 1};
__device__ constexpr int opposite(int q) {
  return q == 0 ? 0 : (q - 1 ^ 1) + 1;
}
__device__ constexpr float weight(int q) {
  return q == 0 ? 1.0f / 3 : q < 7 ? 1.0f / 18 : 1.0f / 36;
}

__global__ void lattice(float* to, const float* from, const unsigned char* wall) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int x = i % kSide, y = i / kSide % kSide, z = i / (kSide * kSide);
  float f[kVelocities];
  float density = 0, ux = 0, uy = 0, uz = 0;
#pragma unroll
  for (int q = 0; q < kVelocities; ++q) {
    const int at = (x - kX[q] + kSide) % kSide + (y - kY[q] + kSide) % kSide * kSide +
                   (z - kZ[q] + kSide) % kSide * kSide * kSide;
    f[q] = wall[at] ? from[opposite(q) * kCells + i] : from[q * kCells + at];
    density += f[q];
    ux += kX[q] * f[q];
    uy += kY[q] * f[q];
    uz += kZ[q] * f[q];
  }
  const float each = 1.0f / density;
  ux *= each;
  uy *= each;
  uz *= each;
  const float square = 1.5f * (ux * ux + uy * uy + uz * uz);
#pragma unroll
  for (int q = 0; q < kVelocities; ++q) {
    const float along = 3.0f * (kX[q] * ux + kY[q] * uy + kZ[q] * uz);
    const float rest = weight(q) * density * (1.0f + along + 0.5f * along * along - square);
    to[q * kCells + i] = f[q] - 0.6f * (f[q] - rest);
  }
}

class Case {
 public:
  explicit Case(const std::string& name) : name_(name) {
    cudaMallocManaged(&a_, kBytes);
    cudaMallocManaged(&b_, kBytes);
    cudaMallocManaged(&wall_, kCells);
    for (int i = 0; i < kCells; ++i) wall_[i] = i % 97 == 0;
  }
  double launch() {
    fill();
    const auto begin = std::chrono::steady_clock::now();
    if (name_ == "kalman") {
      kalman<<<32, 128>>>(reinterpret_cast<double*>(a_), 4096);
    } else if (name_ == "sort_rows") {
      sort_rows<<<128, kShort>>>(reinterpret_cast<int*>(a_), reinterpret_cast<int*>(b_));
    } else {
      lattice<<<kCells / 128, 128>>>(b_, a_, wall_);
      std::swap(a_, b_);
    }
    if (cudaDeviceSynchronize() != cudaSuccess) std::exit(1);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    sum_ = 0;
    const auto* words = reinterpret_cast<const unsigned*>(a_);
    for (std::size_t i = 0; i < kBytes / 4; ++i) sum_ = sum_ * 31 + words[i];
    return time.count();
  }
  unsigned sum() const { return sum_; }

 private:
  void fill() {
    for (std::size_t i = 0; i < kBytes / 4; ++i) {
      const unsigned value = static_cast<unsigned>(i) * 2654435761u;
      if (name_ == "kalman") {
        if (i < kBytes / 8) reinterpret_cast<double*>(a_)[i] = (value >> 16) * 1e-5;
      } else if (name_ == "sort_rows") {
        reinterpret_cast<int*>(a_)[i] = static_cast<int>(value);
      } else {
        a_[i] = 0.05f + (value >> 16) * 1e-8f;
      }
    }
  }
  static constexpr std::size_t kBytes = sizeof(float) * kVelocities * kCells;
  const std::string name_;
  float *a_ = nullptr, *b_ = nullptr;
  unsigned char* wall_ = nullptr;
  unsigned sum_ = 0;
};

int main(int count, char** argument) {
  if (count != 4) return 2;
  Case one(argument[1]);
  const int launches = std::atoi(argument[2]);
  for (int half = 0; half < 2; ++half) {
    std::vector<double> times;
    for (int i = 0; i < launches; ++i) times.push_back(one.launch());
    std::sort(times.begin(), times.end());
    std::printf("%.3f ", times[times.size() / 2]);
    std::fflush(stdout);
    if (half == 0) usleep(static_cast<unsigned>(1e6 * std::atof(argument[3])));
  }
  std::printf("%08x\n", one.sum());
}
