// SPDX-License-Identifier: Apache-2.0
// Launches that nothing was fitted to: grids and images.
#include "half.h"

// One colour of a board is relaxed in place.
__global__ void relax_colour(double* u, const double* f, int w, int h, int colour) {
  const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1 + ((y + colour) & 1);
  if (x >= w - 1 || y >= h - 1) return;
  const int i = y * w + x;
  u[i] += 0.4 * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - 4 * u[i] - f[i]);
}
// What flows in a volume comes from where the wind does.
__global__ void blow(const float* in, const float* u, const float* v, float* out, int w, int h,
                     int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z + 1;
  if (x == 0 || y == 0 || x >= w - 1 || y >= h - 1 || z >= depth - 1) return;
  const int i = (z * h + y) * w + x;
  const float a = u[i] - 0.5f, b = v[i] - 0.5f, own = in[i];
  float sum = a > 0 ? a * (own - in[i - 1]) : a * (in[i + 1] - own);
  sum += b > 0 ? b * (own - in[i - w]) : b * (in[i + w] - own);
  sum += 0.1f * (in[i + w * h] - in[i - w * h]);
  out[i] = own - 0.2f * sum;
}
// Two fields of a wave that drive each other, a step of one.
__global__ void electric_step(float* ez, const float* hx, const float* hy, const float* eps, int w,
                              int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= w || y >= h) return;
  const int i = y * w + x;
  ez[i] += (hy[i] - hy[i - 1] - hx[i] + hx[i - w]) / (1 + eps[i]);
}
// Bytes go through a table that a block has copied.
__global__ void through_table(const uchar4* in, const float* table, float4* out, int n) {
  __shared__ float s[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) s[k] = table[k];
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const uchar4 p = in[i];
    out[i] = make_float4(s[p.x], s[p.y], s[p.z], s[p.w]);
  }
}
// Sums along a row, a block for each.
__global__ void sums_of_row(const float* in, float* out, int width) {
  __shared__ float sums[32];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  float before = 0;
  for (int x = t; x < width; x += blockDim.x) {
    float v = in[size_t(blockIdx.x) * width + x];
    for (int d = 1; d < 32; d *= 2) {
      const float other = __shfl_up_sync(~0u, v, d);
      if (lane >= d) v += other;
    }
    if (lane == 31) sums[warp] = v;
    __syncthreads();
    float all = 0, lower = 0;
    for (int k = 0; k < blockDim.x / 32; ++k) {
      if (k == warp) lower = all;
      all += sums[k];
    }
    out[size_t(blockIdx.x) * width + x] = before + lower + v;
    before += all;
    __syncthreads();
  }
}
// How far the next wall is in a column, down and up again.
__global__ void far_from_walls(const unsigned char* in, unsigned short* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  int d = 1000;
  for (int y = 0; y < h; ++y) {
    d = in[y * w + x] < 16 ? 0 : d + 1;
    out[y * w + x] = d;
  }
  for (int y = h - 1; y >= 0; --y) {
    d = min(d + 1, int(out[y * w + x]));
    out[y * w + x] = d;
  }
}
// Edges of a picture of bytes, from a tile.
__global__ void edges(const unsigned char* in, unsigned char* out, int w, int h) {
  __shared__ unsigned char s[18][36];
  const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
  for (int k = threadIdx.y * 32 + threadIdx.x; k < 18 * 34; k += 32 * blockDim.y) {
    const int x = min(max(x0 + k % 34 - 1, 0), w - 1), y = min(max(y0 + k / 34 - 1, 0), h - 1);
    s[k / 34][k % 34] = in[y * w + x];
  }
  __syncthreads();
  const int x = threadIdx.x;
  for (int y = threadIdx.y; y < 16; y += blockDim.y) {
    const int a = s[y][x], b = s[y][x + 1], c = s[y][x + 2], d = s[y + 1][x], e = s[y + 1][x + 2];
    const int f = s[y + 2][x], g = s[y + 2][x + 1], i = s[y + 2][x + 2];
    const int gx = c + 2 * e + i - a - 2 * d - f, gy = f + 2 * g + i - a - 2 * b - c;
    if (x0 + x < w && y0 + y < h)
      out[(y0 + y) * w + x0 + x] = min(255, int(sqrtf(float(gx * gx + gy * gy))));
  }
}
// A window that slides down a column: what enters is added, what leaves is taken off.
__global__ void slide(const float* in, float* out, int w, int h, int window) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  float sum = 0;
  const float by = 1.f / window;
  for (int y = 0; y < window; ++y) sum += in[y * w + x];
  for (int y = window; y < h; ++y) {
    out[(y - window) * w + x] = sum * by;
    sum += in[y * w + x] - in[(y - window) * w + x];
  }
}
// A picture is turned and made smaller, between four pixels of four colours.
__global__ void turn_picture(const float4* in, float4* out, int w, int h, float c, float s) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  const float fx = c * x - s * y + w * 0.2f, fy = s * x + c * y;
  const int i = int(floorf(fx)), j = int(floorf(fy));
  float4 sum = make_float4(0, 0, 0, 0);
  if (i >= 0 && j >= 0 && i < w - 1 && j < h - 1) {
    const float p = fx - i, q = fy - j;
    const auto add = [&](const float4& v, float by) {
      sum.x += by * v.x, sum.y += by * v.y, sum.z += by * v.z, sum.w += by * v.w;
    };
    add(in[j * w + i], (1 - p) * (1 - q));
    add(in[j * w + i + 1], p * (1 - q));
    add(in[(j + 1) * w + i], (1 - p) * q);
    add(in[(j + 1) * w + i + 1], p * q);
  }
  out[y * w + x] = sum;
}
// Mean and variance of a window of seven by seven, a thread each.
__global__ void spread_of_window(const float* in, float2* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w - 6 || y >= h - 6) return;
  float sum = 0, squares = 0;
  for (int j = 0; j < 7; ++j)
    for (int i = 0; i < 7; ++i) {
      const float v = in[(y + j) * w + x + i];
      sum += v, squares += v * v;
    }
  const float mean = sum / 49;
  out[y * w + x] = make_float2(mean, squares / 49 - mean * mean);
}

int main(int argc, char** argv) {
  begin(argc, argv);
  float* a = floats(24 << 20);
  float* b = space<float>(24 << 20);
  const auto* bytes = (const unsigned char*)a;
  const auto tiles = [](int w, int h, dim3 block) {
    return dim3((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
  };
  for (int round = 0; round < 2; ++round) {
    const int w = drawn({640, 1000, 1536, 2048}), h = drawn({480, 800, 1200});
    // One draw a statement: which argument is computed first is the compiler's choice.
    const int tall = drawn({4, 8}), broad = drawn({16, 32, 64});
    const dim3 block(broad, tall);
    if (judges(0))
      JUDGE(relax_colour, tiles(w / 2, h, block), block, (double*)b, (double*)a, w, h, round);
    if (judges(1)) {
      const int side = drawn({96, 160}), depth = drawn({24, 64});
      dim3 grid = tiles(side, side, block);
      grid.z = depth - 2;
      JUDGE(blow, grid, block, a, a + (4 << 20), a + (8 << 20), b, side, side, depth);
    }
    if (judges(2))
      JUDGE(electric_step, tiles(w, h, block), block, b, a, a + (8 << 20), a + (16 << 20), w, h);
    if (judges(3)) {
      const int threads = drawn({128, 256, 512}), blocks = drawn({264, 1056});
      JUDGE(through_table, dim3(blocks), dim3(threads), (uchar4*)a, a, (float4*)b, w * h);
    }
    if (judges(4)) {
      const int threads = drawn({128, 256, 1024});
      JUDGE(sums_of_row, dim3(h), dim3(threads), a, b, w / 1024 * 1024 + 1024);
    }
    if (judges(5)) {
      const int threads = drawn({64, 128, 256});
      JUDGE(far_from_walls, of(w * 8, threads), dim3(threads), bytes, (unsigned short*)b, w * 8,
            h / 8);
    }
    if (judges(6))
      JUDGE(edges, tiles(w, h, dim3(32, 16)), dim3(32, block.y), bytes, (unsigned char*)b, w, h);
    if (judges(7)) {
      const int threads = drawn({64, 128, 256}), window = drawn({9, 15, 31});
      JUDGE(slide, of(w * 8, threads), dim3(threads), a, b, w * 8, h / 6, window);
    }
    if (judges(8)) {
      const float turn = round == 0 ? 0.2f : 1.1f;
      JUDGE(turn_picture, tiles(w, h, block), block, (float4*)a, (float4*)b, w, h, cosf(turn),
            sinf(turn));
    }
    if (judges(9)) JUDGE(spread_of_window, tiles(w, h, block), block, a, (float2*)b, w, h);
  }
}
