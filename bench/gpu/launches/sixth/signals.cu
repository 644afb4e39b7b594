// SPDX-License-Identifier: Apache-2.0
// Launches that nothing was fitted to. Which kernels of a list of thirty are here, and their sizes,
// a seed has drawn: texts, signals, images.
#include "../drawn.h"

__constant__ float4 spheres[256];

// Three bytes become four letters.
__global__ void to_letters(const unsigned char* in, uchar4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned all = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
  const auto letter = [](unsigned v) -> unsigned char {
    return v < 26 ? 'A' + v : v < 52 ? 'a' + v - 26 : v < 62 ? '0' + v - 52 : v == 62 ? '+' : '/';
  };
  out[i] = make_uchar4(letter(all >> 18), letter(all >> 12 & 63), letter(all >> 6 & 63),
                       letter(all & 63));
}
// How many runs a row has, and the longest of them; a thread walks a row.
__global__ void runs_of_rows(const unsigned char* in, int2* out, int rows, int width) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int runs = 1, length = 1, longest = 1;
  int last = in[row * width] & 3;
  for (int k = 1; k < width; ++k) {
    const int now = in[row * width + k] & 3;
    if (now == last) {
      longest = max(longest, ++length);
    } else {
      ++runs, length = 1, last = now;
    }
  }
  out[row] = make_int2(runs, longest);
}
// The most likely way through states, a block for each sequence.
__global__ void likely_states(const float* step, const unsigned char* seen, const float* emit,
                              unsigned char* from, float* out, int length) {
  __shared__ float score[2][64];
  __shared__ float way[64 * 65];
  const int s = threadIdx.x;
  for (int k = 0; k < 64; ++k) way[k * 65 + s] = step[k * 64 + s];
  score[0][s] = 0;
  __syncthreads();
  for (int t = 0; t < length; ++t) {
    const float* old = score[t & 1];
    float best = -1e30f;
    int which = 0;
    for (int k = 0; k < 64; ++k) {
      const float v = old[k] + way[k * 65 + s];
      if (v > best) best = v, which = k;
    }
    score[t & 1 ^ 1][s] = best + emit[(seen[blockIdx.x * length + t] & 15) * 64 + s];
    from[(size_t(blockIdx.x) * length + t) * 64 + s] = which;
    __syncthreads();
  }
  out[blockIdx.x * 64 + s] = score[length & 1][s];
}
// Two biquad filters in a row on channels that lie side by side.
__global__ void biquads(const float* in, float* out, int channels, int length) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= channels) return;
  float a1 = 0, a2 = 0, b1 = 0, b2 = 0;
  for (int t = 0; t < length; ++t) {
    const float x = in[size_t(t) * channels + c];
    const float y = 0.2f * x + a1;
    a1 = 0.4f * x + 0.3f * y + a2;
    a2 = 0.2f * x - 0.1f * y;
    const float z = 0.5f * y + b1;
    b1 = 0.1f * y + 0.25f * z + b2;
    b2 = 0.3f * y - 0.2f * z;
    out[size_t(t) * channels + c] = z;
  }
}
// Points of a sequence by turning numbers round in two bases.
__global__ void turned_numbers(float2* out, int n, unsigned second) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = 0, scale = 1.f / second;
  for (unsigned k = i; k != 0; k /= second) {
    v += scale * (k % second);
    scale /= second;
  }
  out[i] = make_float2(__brev(i) * 0x1p-32f, v);
}
// The nearest of spheres in constant memory that a ray meets.
__global__ void meet_spheres(const float4* rays, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 ray = rays[i];
  const float dx = ray.x - 0.5f, dy = ray.y - 0.5f, dz = 1;
  float nearest = 1e30f;
  for (int k = 0; k < count; ++k) {
    const float4 s = spheres[k];
    const float ox = ray.z - s.x, oy = ray.w - s.y, oz = -s.z;
    const float a = dx * dx + dy * dy + dz * dz, b = ox * dx + oy * dy + oz * dz;
    const float c = ox * ox + oy * oy + oz * oz - s.w, d = b * b - a * c;
    if (d < 0) continue;
    const float t = (-b - sqrtf(d)) / a;
    if (t > 0) nearest = fminf(nearest, t);
  }
  out[i] = nearest;
}
// Each channel with weights of its own, channels side by side.
template <int kTaps>
__global__ void channel_filter(const float* in, const float* weights, float* out, int channels,
                               int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, c = i % channels, t = i / channels;
  if (t + kTaps > length) return;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < kTaps; ++k) sum += in[(t + k) * channels + c] * weights[k * channels + c];
  out[i] = sum;
}
// Blocks of 8 by 8, as pictures are packed.
__global__ void cosines(const float* in, float* out, int width) {
  __shared__ float s[4][64], base[64];
  const int t = threadIdx.x, z = threadIdx.y, x = t % 8, y = t / 8;
  if (z == 0) base[t] = cospif((2 * x + 1) * y / 16.f) * (y == 0 ? 0.353553f : 0.5f);
  const int at = (blockIdx.y * 8 + y) * width + (blockIdx.x * 4 + z) * 8 + x;
  s[z][t] = in[at];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += s[z][y * 8 + k] * base[x * 8 + k];
  __syncthreads();
  s[z][t] = sum;
  __syncthreads();
  sum = 0;
  for (int k = 0; k < 8; ++k) sum += s[z][k * 8 + x] * base[y * 8 + k];
  out[at] = rintf(sum * 16) * 0.0625f;
}
// An image made larger by cubic weights.
__global__ void larger_image(const float* in, float* out, int w, int h, int wide, int high) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= wide || y >= high) return;
  const float fx = (x + 0.5f) * w / wide - 0.5f, fy = (y + 0.5f) * h / high - 0.5f;
  const int ix = int(floorf(fx)), iy = int(floorf(fy));
  const auto weight = [](float d) {
    d = fabsf(d);
    return d < 1 ? (1.5f * d - 2.5f) * d * d + 1 : ((-0.5f * d + 2.5f) * d - 4) * d + 2;
  };
  float sum = 0;
#pragma unroll
  for (int j = -1; j <= 2; ++j) {
    const int row = min(max(iy + j, 0), h - 1);
    float line = 0;
#pragma unroll
    for (int k = -1; k <= 2; ++k)
      line += weight(fx - ix - k) * in[row * w + min(max(ix + k, 0), w - 1)];
    sum += weight(fy - iy - j) * line;
  }
  out[y * wide + x] = sum;
}

int main(int argc, char** argv) {
  begin(argc, argv);
  float* a = floats(8 << 20);
  float* b = space<float>(16 << 20);
  std::vector<float4> v(256);
  for (auto& s : v)
    s = make_float4(rnd() % 100 * 0.1f, rnd() % 100 * 0.1f, 1 + rnd() % 9, 0.1f + rnd() % 9 * 0.1f);
  CHECK(cudaMemcpyToSymbol(spheres, v.data(), sizeof(float4) * v.size()));
  const auto* bytes = (const unsigned char*)a;
  for (int round = 0; round < 2; ++round) {
    {
      const int block = drawn({128, 256, 512}), n = drawn({1500000, 4000000, 9000000});
      JUDGE(to_letters, of(n, block), dim3(block), bytes, (uchar4*)b, n);
    }
    {
      const int block = drawn({64, 128, 256}), n = drawn({5000, 17000, 40000}),
                width = drawn({100, 192, 256});
      JUDGE(runs_of_rows, of(n, block), dim3(block), bytes, (int2*)b, n, width);
    }
    {
      const int n = drawn({60, 264, 700}), length = drawn({40, 100});
      JUDGE(likely_states, dim3(n), dim3(64), a, bytes, a + 4096, (unsigned char*)b, b + (8 << 20),
            length);
    }
    {
      const int block = drawn({32, 64, 256}), n = drawn({2000, 16000, 60000}),
                length = drawn({100, 250});
      JUDGE(biquads, of(n, block), dim3(block), a, b, n, min(length, (8 << 20) / n));
    }
    {
      const int block = drawn({128, 256}), n = drawn({500000, 1000000, 3000000}),
                base = drawn({3, 5, 7});
      JUDGE(turned_numbers, of(n, block), dim3(block), (float2*)b, n, unsigned(base));
    }
    {
      const int block = drawn({64, 128, 256}), blocks = drawn({700, 2000, 6000}),
                count = drawn({40, 100, 256});
      JUDGE(meet_spheres, dim3(blocks), dim3(block), (float4*)a, b, count);
    }
    {
      const int block = drawn({128, 256, 384}), n = drawn({500000, 2000000, 5000000}),
                channels = drawn({64, 96, 256});
      if (round == 0)
        JUDGE(channel_filter<5>, of(n, block), dim3(block), a, a + (6 << 20), b, channels,
              n / channels);
      else
        JUDGE(channel_filter<9>, of(n, block), dim3(block), a, a + (6 << 20), b, channels,
              n / channels);
    }
    {
      const int wide = drawn({32, 64, 128}), high = drawn({100, 150, 200});
      JUDGE(cosines, dim3(wide, high), dim3(64, 4), a, b, wide * 32);
    }
    {
      const int w = drawn({600, 900, 1400}), by = drawn({2, 3}), high = drawn({4, 8, 16});
      const int wide = w * by, all = w * by * 2 / 3;
      JUDGE(larger_image, dim3((wide + 31) / 32, (all + high - 1) / high), dim3(32, high), a, b, w,
            w * 2 / 3, wide, all);
    }
  }
}
