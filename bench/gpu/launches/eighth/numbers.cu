// SPDX-License-Identifier: Apache-2.0
// Launches that nothing was fitted to: codes, chance, particles.
#include "half.h"

__constant__ unsigned char permuted[512];

// Products of numbers of 256 bits by an odd number's rest.
__global__ void long_products(const unsigned long long* in, unsigned long long* out, int n,
                              int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long a[4], b[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) a[k] = in[k * n + i], b[k] = in[(k + 4) * n + i] | 1;
  for (int r = 0; r < rounds; ++r) {
    unsigned long long sum[8] = {};
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      unsigned long long carry = 0;
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const unsigned long long low = a[j] * b[k], high = __umul64hi(a[j], b[k]);
        const unsigned long long s = sum[j + k] + low, t = s + carry;
        carry = high + (s < low) + (t < carry);
        sum[j + k] = t;
      }
      sum[j + 4] = carry;
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) a[k] = sum[k] ^ sum[k + 4];
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) out[k * n + i] = a[k];
}
// Prices that go their way by chance, with a barrier.
__global__ void barrier_options(float* out, int n, int steps, float up) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long state = i * 0x5851f42d4c957f2dull + 1;
  const auto next = [&] {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const unsigned x = unsigned(((state >> 18) ^ state) >> 27), r = unsigned(state >> 59);
    return ((x >> r | x << (-r & 31)) + 1.f) * 0x1p-32f;
  };
  float price = 100;
  bool is_out = false;
  for (int k = 0; k < steps; ++k) {
    const float r = sqrtf(-2 * logf(next())), t = 6.2831853f * next();
    price *= __expf(0.0001f + 0.01f * r * cosf(t));
    if (price > up) {
      is_out = true;
      break;
    }
  }
  out[i] = is_out ? 0 : fmaxf(price - 100, 0.f);
}
// Forces of those that a list names.
__global__ void forces_of_list(const float4* at, const int* list, float4* out, int n, int each) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 own = at[i];
  float3 f = make_float3(0, 0, 0);
  for (int k = 0; k < each; ++k) {
    const float4 other = at[list[k * n + i]];
    const float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
    const float d = x * x + y * y + z * z;
    if (d < 1.5f) {
      const float r = rsqrtf(d + 0.01f), r6 = r * r * r * r * r * r, by = r6 * (r6 - 0.5f) * r * r;
      f.x += by * x, f.y += by * y, f.z += by * z;
    }
  }
  out[i] = make_float4(f.x, f.y, f.z, own.w);
}
// Best local fits of short words, a thread a pair, rows in an array of its own.
__global__ void best_fits(const unsigned char* a, const unsigned char* b, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  short row[33];
  for (int k = 0; k <= 32; ++k) row[k] = 0;
  int most = 0;
  for (int y = 0; y < 32; ++y) {
    const int c = a[y * n + i] & 3;
    int corner = 0, left = 0;
    for (int x = 1; x <= 32; ++x) {
      const int same = corner + ((b[(x - 1) * n + i] & 3) == c ? 3 : -2);
      const int best = max(max(same, 0), max(left, int(row[x])) - 2);
      corner = row[x];
      row[x] = best;
      left = best;
      most = max(most, best);
    }
  }
  out[i] = most;
}
// The nearest of some middles, which a block has in shared memory.
__global__ void nearest_middle(const float* points, const float* middles, int* out, int n,
                               int count) {
  __shared__ float4 s[256];
  for (int k = threadIdx.x; k < count; k += blockDim.x)
    s[k] = make_float4(middles[4 * k], middles[4 * k + 1], middles[4 * k + 2], middles[4 * k + 3]);
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float a = points[i], b = points[n + i], c = points[2 * n + i], d = points[3 * n + i];
  float best = 1e30f;
  int which = 0;
  for (int k = 0; k < count; ++k) {
    const float4 m = s[k];
    const float far = (a - m.x) * (a - m.x) + (b - m.y) * (b - m.y) + (c - m.z) * (c - m.z) +
                      (d - m.w) * (d - m.w);
    if (far < best) best = far, which = k;
  }
  out[i] = which;
}
// Light of a direction in nine parts, rows of which are turned by an angle.
__global__ void nine_parts(const float2* angles, const float* parts, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float2 a = angles[i];
  const float x = sinf(a.x) * cosf(a.y), y = sinf(a.x) * sinf(a.y), z = cosf(a.x);
  const float base[9] = {0.282f,
                         0.489f * y,
                         0.489f * z,
                         0.489f * x,
                         1.093f * x * y,
                         1.093f * y * z,
                         0.315f * (3 * z * z - 1),
                         1.093f * x * z,
                         0.546f * (x * x - y * y)};
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) sum += base[k] * parts[k];
  out[i] = fmaxf(sum, 0.f);
}
// Sums and differences of 1024 values, in shared memory.
__global__ void sums_and_differences(const float* in, float* out) {
  __shared__ float s[1024];
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = in[size_t(blockIdx.x) * 1024 + k];
  for (int d = 1; d < 1024; d *= 2) {
    __syncthreads();
    for (int k = threadIdx.x; k < 512; k += blockDim.x) {
      const int at = k / d * 2 * d + k % d;
      const float a = s[at], b = s[at + d];
      s[at] = a + b, s[at + d] = a - b;
    }
  }
  __syncthreads();
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) out[size_t(blockIdx.x) * 1024 + k] = s[k];
}
// Parity of pieces over a field of 256, by logarithms in shared memory.
__global__ void parity(const unsigned char* data, const unsigned char* logs, unsigned char* out,
                       int n, int pieces) {
  __shared__ unsigned char log[256], power[512];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) {
    log[k] = logs[k];
    power[k] = power[k + 255] = logs[256 + k];
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned sum = 0;
  for (int k = 0; k < pieces; ++k) {
    const unsigned v = data[k * n + i];
    if (v != 0) sum ^= power[log[v] + (k * 7 & 127)];
  }
  out[i] = sum;
}
// Boxes sorted by where they begin: how many each meets.
__global__ void meet_boxes(const float4* boxes, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 own = boxes[i];
  int count = 0;
  for (int k = i + 1; k < n; ++k) {
    const float4 other = boxes[k];
    if (other.x > own.y) break;
    count += other.z < own.w && own.z < other.w;
  }
  out[i] = count;
}
// Noise between the corners of cubes, four times finer.
__global__ void noise(float* out, int w, float scale) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0, by = 1;
  float u = x * scale, v = y * scale, t = 0.37f;
  for (int o = 0; o < 4; ++o) {
    const int i = int(u), j = int(v), k = int(t);
    const float p = u - i, q = v - j, r = t - k;
    const auto corner = [&](int a, int b, int c) {
      const int h = permuted[permuted[permuted[(i + a) & 255] + ((j + b) & 255)] + ((k + c) & 255)];
      const float e = p - a, f = q - b, g = r - c;
      return ((h & 1) ? e : -e) + ((h & 2) ? f : -f) + ((h & 4) ? g : -g);
    };
    const float a = corner(0, 0, 0) + p * (corner(1, 0, 0) - corner(0, 0, 0));
    const float b = corner(0, 1, 0) + p * (corner(1, 1, 0) - corner(0, 1, 0));
    const float c = corner(0, 0, 1) + p * (corner(1, 0, 1) - corner(0, 0, 1));
    const float d = corner(0, 1, 1) + p * (corner(1, 1, 1) - corner(0, 1, 1));
    const float e = a + q * (b - a), f = c + q * (d - c);
    sum += by * (e + r * (f - e));
    by *= 0.5f, u *= 2, v *= 2, t *= 2;
  }
  out[y * w + x] = sum;
}

int main(int argc, char** argv) {
  begin(argc, argv);
  float* a = floats(16 << 20);
  float* b = space<float>(16 << 20);
  std::vector<unsigned char> table(512);
  for (int k = 0; k < 512; ++k) table[k] = k < 256 ? rnd() & 255 : table[k - 256];
  CHECK(cudaMemcpyToSymbol(permuted, table.data(), 512));
  std::vector<unsigned char> bytes(32 << 20);
  for (auto& x : bytes) x = rnd() >> 8;
  const unsigned char* byte = device(bytes);
  constexpr int kBodies = 100000;
  std::vector<int> list(kBodies * 64);
  for (size_t k = 0; k < list.size(); ++k)
    list[k] = std::min(kBodies - 1, int(k % kBodies) / 512 * 512 + int(rnd() % 700));
  const int* near = device(list);
  std::vector<float4> boxes(kBodies);
  for (int k = 0; k < kBodies; ++k)
    boxes[k] = make_float4(k * 0.01f, k * 0.01f + rnd() % 100 * 0.008f, rnd() % 100, 0);
  for (auto& x : boxes) x.w = x.z + rnd() % 20;
  const float4* box = device(boxes);
  for (int round = 0; round < 2; ++round) {
    const int block = drawn({64, 128, 256}), n = drawn({20000, 50000, 100000});
    if (judges(30)) {
      const int rounds = drawn({20, 60});
      JUDGE(long_products, of(n, block), dim3(block), (unsigned long long*)byte,
            (unsigned long long*)b, n, rounds);
    }
    if (judges(31)) {
      const int steps = drawn({50, 200}), up = drawn({110, 140});
      JUDGE(barrier_options, of(n, block), dim3(block), b, n, steps, up);
    }
    if (judges(32)) {
      const int each = drawn({20, 48});
      JUDGE(forces_of_list, of(kBodies, block), dim3(block), (float4*)a, near, (float4*)b, kBodies,
            each);
    }
    if (judges(33))
      JUDGE(best_fits, of(n / 4, block), dim3(block), byte, byte + (8 << 20), (int*)b, n / 4);
    if (judges(34)) {
      const int m = n * drawn({2, 10}), count = drawn({16, 64, 200});
      JUDGE(nearest_middle, of(m, block), dim3(block), a, a, (int*)b, m, count);
    }
    if (judges(35)) {
      const int m = n * drawn({8, 40});
      JUDGE(nine_parts, of(m, block), dim3(block), (float2*)a, a, b, m);
    }
    if (judges(36)) {
      const int blocks = drawn({264, 2000, 9000});
      JUDGE(sums_and_differences, dim3(blocks), dim3(block), a, b);
    }
    if (judges(37)) {
      const int m = n * 10, pieces = drawn({10, 17});
      JUDGE(parity, of(m, block), dim3(block), byte, byte, (unsigned char*)b, m, pieces);
    }
    if (judges(38)) JUDGE(meet_boxes, of(n, block), dim3(block), box, (int*)b, n);
    if (judges(39)) {
      const int w = drawn({512, 768, 1280}), high = drawn({4, 8}), fine = drawn({5, 40});
      JUDGE(noise, dim3(w / 32, w / high), dim3(32, high), b, w, fine * 0.001f);
    }
  }
}
