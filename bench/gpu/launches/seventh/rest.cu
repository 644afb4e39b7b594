// SPDX-License-Identifier: Apache-2.0
// Launches that nothing was fitted to: the nine kernels of the list that the seed of the sixth set
// had left, with sizes of its generator.
#include "../drawn.h"

__constant__ float taps[256];

// Distances on a sphere, each of a few places to all of many.
__global__ void far_on_sphere(const float2* a, const float2* b, float* out, int n, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float2 own = a[i];
  const float cosine = cosf(own.x);
  float nearest = 10;
  for (int k = 0; k < m; ++k) {
    const float2 other = b[k];
    const float s = sinf((own.x - other.x) * 0.5f), t = sinf((own.y - other.y) * 0.5f);
    nearest = fminf(nearest, asinf(fminf(sqrtf(s * s + cosine * cosf(other.x) * t * t), 1.f)));
  }
  out[i] = 2 * nearest;
}
// Half of the spins of a board are turned by chance.
__global__ void turn_spins(signed char* spins, int w, int h, int colour, unsigned seed) {
  const int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x),
            y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  const int own = x + ((y + colour) & 1);
  const auto at = [&](int i, int j) { return spins[((j + h) % h) * w + (i + w) % w]; };
  const int sum = at(own - 1, y) + at(own + 1, y) + at(own, y - 1) + at(own, y + 1);
  const int s = spins[y * w + own];
  unsigned r = (y * w + own) * 0x9e3779b9u + seed;
  r = (r ^ r >> 16) * 0x7feb352du;
  r = (r ^ r >> 15) * 0x846ca68bu;
  r ^= r >> 16;
  if (r * 0x1p-32f < __expf(-0.8f * s * sum)) spins[y * w + own] = -s;
}
// Rounds of a sponge of 25 words of 64 bits, a thread each.
__global__ void sponge(const unsigned long long* in, unsigned long long* out, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long a[25];
#pragma unroll
  for (int k = 0; k < 25; ++k) a[k] = k < 8 ? in[k * n + i] : k;
  const auto turn = [](unsigned long long v, int by) { return v << by | v >> (64 - by); };
  for (int r = 0; r < rounds; ++r) {
    unsigned long long c[5], b[25];
#pragma unroll
    for (int x = 0; x < 5; ++x) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
#pragma unroll
    for (int x = 0; x < 5; ++x) {
      const auto d = c[(x + 4) % 5] ^ turn(c[(x + 1) % 5], 1);
#pragma unroll
      for (int y = 0; y < 25; y += 5) a[x + y] ^= d;
    }
#pragma unroll
    for (int k = 0; k < 25; ++k) b[(k * 7 + 3) % 25] = turn(a[k], (k * 11 + 1) % 63 + 1);
#pragma unroll
    for (int k = 0; k < 25; ++k)
      a[k] = b[k] ^ (~b[k / 5 * 5 + (k + 1) % 5] & b[k / 5 * 5 + (k + 2) % 5]);
    a[0] ^= 0x8000000080008081ull * (r + 1);
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) out[k * n + i] = a[k];
}
// All 27 neighbours, planes in shared memory.
__global__ void all_neighbours(const float* in, float* out, int w, int h, int depth) {
  __shared__ float s[3][10][34];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  const int own = threadIdx.y * 32 + threadIdx.x;
  const auto fill = [&](int z) {
    for (int k = own; k < 340; k += 256) {
      const int i = min(max(int(blockIdx.x * 32) + k % 34 - 1, 0), w - 1);
      const int j = min(max(int(blockIdx.y * 8) + k / 34 - 1, 0), h - 1);
      s[z % 3][k / 34][k % 34] = in[(size_t(z) * h + j) * w + i];
    }
  };
  fill(0);
  fill(1);
  for (int z = 1; z < depth - 1; ++z) {
    fill(z + 1);
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int c = 0; c < 3; ++c)
#pragma unroll
      for (int b = 0; b < 3; ++b)
#pragma unroll
        for (int a = 0; a < 3; ++a)
          sum +=
              (0.1f + 0.02f * (a + b + c)) * s[(z + c + 2) % 3][threadIdx.y + b][threadIdx.x + a];
    out[(size_t(z) * h + y) * w + x] = sum;
    __syncthreads();
  }
}
// Rays through a volume, between eight values each step.
__global__ void see_through(const float* volume, float* out, int side, int w, int steps) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w) return;
  const float scale = float(side - 2) / w;
  float px = x * scale, py = (y % w) * scale, light = 0, left = 1;
  for (int k = 0; k < steps && left > 0.01f; ++k) {
    const float pz = k * float(side - 2) / steps;
    const int i = int(px), j = int(py), l = int(pz);
    const float fx = px - i, fy = py - j, fz = pz - l;
    const float* p = volume + (size_t(l) * side + j) * side + i;
    const float* q = p + side * side;
    const float a = p[0] + fx * (p[1] - p[0]), b = p[side] + fx * (p[side + 1] - p[side]);
    const float c = q[0] + fx * (q[1] - q[0]), d = q[side] + fx * (q[side + 1] - q[side]);
    const float e = a + fy * (b - a), f = c + fy * (d - c), v = (e + fz * (f - e)) * 0.02f;
    light += left * v, left *= 1 - v;
  }
  out[y * w + x] = light;
}
// Columns of a sparse matrix go to where their rows are.
__global__ void scatter_columns(const int* first, const int* row, const float* value,
                                const float* x, float* y, int columns) {
  const int c = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
  if (c >= columns) return;
  const float own = x[c];
  for (int k = first[c] + lane; k < first[c + 1]; k += 8) atomicAdd(&y[row[k]], value[k] * own);
}
// A filter whose weights lie in constant memory.
__global__ void weigh_line(const float* in, float* out, int n, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < count; ++k) sum += taps[k] * in[i + k];
  out[i] = sum;
}
// Brightness and two colours of pixels, each plane by itself.
__global__ void planes_of_colours(const uchar4* in, unsigned char* y, unsigned char* u,
                                  unsigned char* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const uchar4 p = in[i];
  y[i] = (77 * p.x + 150 * p.y + 29 * p.z) >> 8;
  u[i] = ((-43 * p.x - 85 * p.y + 128 * p.z) >> 8) + 128;
  v[i] = ((128 * p.x - 107 * p.y - 21 * p.z) >> 8) + 128;
}
// Sum and greatest of doubles, a block's in shared memory.
__global__ void sum_and_most(const double* in, double2* out, int n) {
  __shared__ double sums[512], mosts[512];
  const int t = threadIdx.x;
  double sum = 0, most = -1e300;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
    sum += in[i] * in[i];
    most = fmax(most, in[i]);
  }
  sums[t] = sum, mosts[t] = most;
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) sums[t] += sums[t + d], mosts[t] = fmax(mosts[t], mosts[t + d]);
  }
  if (t == 0) out[blockIdx.x] = make_double2(sums[0], mosts[0]);
}

int main(int argc, char** argv) {
  begin(argc, argv);
  float* a = floats(16 << 20);
  float* b = space<float>(16 << 20);
  std::vector<float> weights(256);
  for (auto& x : weights) x = rnd() % 100 * 0.01f;
  CHECK(cudaMemcpyToSymbol(taps, weights.data(), 1024));
  std::vector<signed char> board(4096 * 2048);
  for (auto& x : board) x = rnd() % 2 ? 1 : -1;
  signed char* spins = device(board);
  std::vector<double> numbers(3 << 20);
  for (auto& x : numbers) x = rnd() % 1000;
  double* doubles = device(numbers);
  std::vector<int> begins(120001), rows(120000 * 24);
  for (size_t k = 1; k < begins.size(); ++k) begins[k] = begins[k - 1] + rnd() % 24;
  for (auto& x : rows) x = rnd() % 100000;
  int *first = device(begins), *row = device(rows);
  for (int round = 0; round < 2; ++round) {
    {
      const int block = drawn({64, 128, 256}), n = drawn({10000, 30000, 80000}),
                m = drawn({50, 100});
      JUDGE(far_on_sphere, of(n, block), dim3(block), (float2*)a, (float2*)a + 500000, b, n, m);
    }
    {
      const int wide = drawn({16, 32, 64}), w = drawn({2048, 4096}), h = drawn({1024, 2048});
      JUDGE(turn_spins, dim3(w / 2 / wide, h / 4), dim3(wide, 4), spins, w, h, round, 7u);
    }
    {
      const int block = drawn({64, 128, 256}), n = drawn({20000, 60000, 200000}),
                rounds = drawn({12, 24});
      JUDGE(sponge, of(n, block), dim3(block), (unsigned long long*)a, (unsigned long long*)b, n,
            rounds);
    }
    {
      const int w = drawn({128, 256}), h = drawn({128, 256}), depth = drawn({32, 64});
      JUDGE(all_neighbours, dim3(w / 32, h / 8), dim3(32, 8), a, b, w, h, depth);
    }
    {
      const int w = drawn({256, 400, 512}), high = drawn({4, 8, 16}), steps = drawn({50, 120});
      JUDGE(see_through, dim3((w + 15) / 16, w / high), dim3(16, high), a, b, 128, w, steps);
    }
    {
      const int block = drawn({64, 128, 256}), columns = drawn({30000, 60000, 120000});
      JUDGE(scatter_columns, of(columns * 8, block), dim3(block), first, row, a, a, b, columns);
    }
    {
      const int block = drawn({128, 256, 512}), n = drawn({400000, 1000000, 3000000}),
                count = drawn({31, 64, 127});
      JUDGE(weigh_line, of(n, block), dim3(block), a, b, n, count);
    }
    {
      const int block = drawn({128, 256}), n = drawn({2000000, 4000000, 8000000});
      JUDGE(planes_of_colours, of(n, block), dim3(block), (uchar4*)a, (unsigned char*)b,
            (unsigned char*)b + 16000000, (unsigned char*)b + 32000000, n);
    }
    {
      const int block = drawn({128, 256, 512}), blocks = drawn({132, 264, 528}),
                n = drawn({1 << 20, 2 << 20, 3 << 20});
      JUDGE(sum_and_most, dim3(blocks), dim3(block), doubles, (double2*)b, n);
    }
  }
}
