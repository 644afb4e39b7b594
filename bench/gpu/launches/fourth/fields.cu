// SPDX-License-Identifier: Apache-2.0
// Launches that nothing was fitted to: grids, images, volumes.
#include "../judge.h"

// A lattice of fluid: nine planes, each pulled from a neighbour.
__global__ void lattice_step(const float* from, float* to, const unsigned char* wall, int w,
                             int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  const float weight[9] = {4 / 9.f,  1 / 9.f,  1 / 9.f,  1 / 9.f, 1 / 9.f,
                           1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};
  const int n = w * h, i = y * w + x;
  float f[9], density = 0, u = 0, v = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    f[k] = from[k * n + (y - dy[k] + h) % h * w + (x - dx[k] + w) % w];
    density += f[k];
    u += f[k] * dx[k], v += f[k] * dy[k];
  }
  const float inverse = 1 / (density + 1e-6f);
  u *= inverse, v *= inverse;
  const bool is_wall = wall[i] > 250;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    const float along = 3 * (dx[k] * u + dy[k] * v);
    const float rest =
        weight[k] * density * (1 + along + 0.5f * along * along - 1.5f * (u * u + v * v));
    to[k * n + i] = is_wall ? f[k] : f[k] + 0.6f * (rest - f[k]);
  }
}
__global__ void bilateral(const float* in, float* out, int w, int h, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float middle = in[y * w + x];
  float sum = 0, weights = 0;
  for (int j = -radius; j <= radius; ++j) {
    for (int i = -radius; i <= radius; ++i) {
      const float v = in[min(max(y + j, 0), h - 1) * w + min(max(x + i, 0), w - 1)];
      const float e = __expf(-0.05f * (i * i + j * j) - 4 * (v - middle) * (v - middle));
      sum += e * v, weights += e;
    }
  }
  out[y * w + x] = sum / weights;
}
__device__ void in_order(int& a, int& b) {
  const int low = min(a, b);
  b = max(a, b);
  a = low;
}
__global__ void median_of_nine(const unsigned char* in, unsigned char* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y + 1;
  if (x >= w - 1 || y >= h - 1) return;
  int v[9];
  for (int k = 0; k < 9; ++k) v[k] = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
#pragma unroll
  for (int round = 0; round < 9; ++round) {
#pragma unroll
    for (int k = round % 2; k < 8; k += 2) in_order(v[k], v[k + 1]);
  }
  out[y * w + x] = v[4];
}
// The least of 2 * radius + 1 pixels of a row, staged with its edges.
template <int kRadius>
__global__ void erode_rows(const unsigned* in, unsigned* out, int w) {
  __shared__ unsigned s[256 + 2 * kRadius];
  const int begin = blockIdx.x * 256, y = blockIdx.y;
  for (int k = threadIdx.x; k < 256 + 2 * kRadius; k += 256)
    s[k] = in[y * w + min(max(begin + k - kRadius, 0), w - 1)];
  __syncthreads();
  unsigned least = ~0u;
#pragma unroll
  for (int k = 0; k <= 2 * kRadius; ++k) least = min(least, s[threadIdx.x + k]);
  out[y * w + begin + threadIdx.x] = least;
}
__global__ void enlarge(const float* in, float* out, int w, int h, float scale) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float u = (x + 0.5f) * scale - 0.5f, v = (y + 0.5f) * scale - 0.5f;
  const int left = floorf(u), top = floorf(v);
  const float right_part = u - left, lower_part = v - top;
  const auto at = [&](int i, int j) {
    return in[min(max(j, 0), h - 1) * w + min(max(i, 0), w - 1)];
  };
  const float upper = at(left, top) + right_part * (at(left + 1, top) - at(left, top));
  const float lower = at(left, top + 1) + right_part * (at(left + 1, top + 1) - at(left, top + 1));
  out[y * gridDim.x * blockDim.x + x] = upper + lower_part * (lower - upper);
}
// Each thread goes down a column of a volume, with what lies below and above in registers.
__global__ void wave(const float* now, float* next, int w, int h, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 4;
  const int y = blockIdx.y * blockDim.y + threadIdx.y + 4;
  if (x >= w - 4 || y >= h - 4) return;
  const float c[5] = {-2.5f, 1.6f, -0.2f, 0.0254f, -0.0018f};
  const size_t plane = size_t(w) * h, at = size_t(y) * w + x;
  float q[9];
#pragma unroll
  for (int k = 0; k < 8; ++k) q[k + 1] = now[k * plane + at];
  for (int z = 4; z < depth - 4; ++z) {
#pragma unroll
    for (int k = 0; k < 8; ++k) q[k] = q[k + 1];
    q[8] = now[(z + 4) * plane + at];
    float sum = 3 * c[0] * q[4];
#pragma unroll
    for (int k = 1; k < 5; ++k) {
      const float* p = now + z * plane + at;
      sum += c[k] * (q[4 - k] + q[4 + k] + p[k] + p[-k] + p[k * w] + p[-k * w]);
    }
    next[z * plane + at] = 2 * q[4] - next[z * plane + at] + 0.1f * sum;
  }
}
__global__ void interleave(const unsigned char* r, const unsigned char* g, const unsigned char* b,
                           uchar3* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = make_uchar3(r[i], g[i], b[i]);
}
__global__ void equalise(const uchar4* in, uchar4* out, const unsigned char* curve, int n) {
  __shared__ unsigned char s[256];
  s[threadIdx.x] = curve[threadIdx.x];
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    const uchar4 v = in[i];
    out[i] = make_uchar4(s[v.x], s[v.y], s[v.z], s[v.w]);
  }
}
// Squares of the distance of each pixel to many points, the nearest of these.
__global__ void mark_cells(const float2* points, int count, unsigned short* out, int w) {
  __shared__ float2 s[128];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  const int own = threadIdx.y * 16 + threadIdx.x;
  float least = 1e30f;
  int which = 0;
  for (int first = 0; first < count; first += 128) {
    __syncthreads();
    s[own] = points[first + own];
    __syncthreads();
    for (int k = 0; k < 128; ++k) {
      const float dx = s[k].x * w - x, dy = s[k].y * w - y, d = dx * dx + dy * dy;
      if (d < least) least = d, which = first + k;
    }
  }
  out[y * w + x] = which;
}
// Fluxes of a shallow sea with roots and divisions.
__global__ void shallow_sea(const float4* in, float4* out, int w, int h, float dt) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  float4 sum = make_float4(0, 0, 0, 0);
  const float4 own = in[y * w + x];
  for (int k = 0; k < 4; ++k) {
    const float4 other = in[(y + (k == 2) - (k == 3)) * w + x + (k == 0) - (k == 1)];
    const float height = 0.5f * (own.x + other.x) + 0.1f;
    const float speed = sqrtf(9.81f * height) + fabsf(own.y + other.y) / height;
    sum.x += speed * (other.x - own.x);
    sum.y += speed * (other.y - own.y) + own.y * other.y / height;
    sum.z += speed * (other.z - own.z) + own.z * other.z / height;
  }
  out[y * w + x] = make_float4(own.x + dt * sum.x, own.y + dt * sum.y, own.z + dt * sum.z, own.w);
}

int main(int argc, char** argv) {
  begin(argc, argv);
  float* a = floats(16 << 20);
  float* b = space<float>(16 << 20);
  std::vector<unsigned char> v(16 << 20);
  for (auto& x : v) x = rnd();
  unsigned char* bytes = device(v);
  unsigned char* more = space<unsigned char>(32 << 20);
  JUDGE(lattice_step, dim3(4, 512), dim3(256), a, b, bytes, 1024, 512);
  JUDGE(lattice_step, dim3(8, 600), dim3(128), a, b, bytes, 1024, 600);
  JUDGE(bilateral, dim3(32, 64), dim3(32, 8), a, b, 1024, 512, 3);
  JUDGE(bilateral, dim3(60, 50), dim3(16, 16), a, b, 960, 800, 5);
  JUDGE(median_of_nine, dim3(8, 2046), dim3(256), bytes, more, 2048, 2048);
  JUDGE(erode_rows<3>, dim3(8, 2048), dim3(256), (unsigned*)a, (unsigned*)b, 2048);
  JUDGE(erode_rows<15>, dim3(8, 2000), dim3(256), (unsigned*)a, (unsigned*)b, 2048);
  JUDGE(enlarge, dim3(64, 256), dim3(32, 8), a, b, 1024, 1024, 0.5f);
  JUDGE(enlarge, dim3(100, 100), dim3(16, 16), a, b, 1100, 1100, 0.6875f);
  JUDGE(wave, dim3(8, 24), dim3(32, 8), a, b, 256, 192, 64);
  JUDGE(wave, dim3(4, 32), dim3(64, 4), a, b, 256, 128, 128);
  JUDGE(interleave, dim3(32768), dim3(256), bytes, bytes + (4 << 20), bytes + (8 << 20),
        (uchar3*)more, 8 << 20);
  JUDGE(equalise, dim3(1056), dim3(256), (uchar4*)bytes, (uchar4*)more, bytes, 4 << 20);
  JUDGE(mark_cells, dim3(32, 64), dim3(16, 8), (float2*)a, 512, (unsigned short*)more, 512);
  JUDGE(mark_cells, dim3(16, 16), dim3(16, 8), (float2*)a, 2048, (unsigned short*)more, 256);
  JUDGE(shallow_sea, dim3(32, 128), dim3(32, 8), (float4*)a, (float4*)b, 1024, 1024, 0.01f);
}
