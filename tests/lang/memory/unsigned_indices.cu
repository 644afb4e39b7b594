// SPDX-License-Identifier: Apache-2.0
// Indices in unsigned and narrow types, mixed with int: rows times widths in two dimensions, bases
// near the end of the numbers, so that the lanes of one warp lie on both sides of it, steps down.
#include "../check.h"

namespace {

// --- 2-D indices, all unsigned, as mixing int with threadIdx gives

struct Grid2d {
  unsigned width, height, pitch;
};

__global__ void transform(const unsigned* in, unsigned* out, Grid2d g) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = (blockIdx.y * blockDim.z + threadIdx.z) * blockDim.y + threadIdx.y;
  if (col >= g.width || row >= g.height) return;
  const unsigned left = in[row * g.pitch + (col ? col - 1 : 0)];
  const unsigned above = row ? in[(row - 1) * g.pitch + col] : 7;
  unsigned sum = in[row * g.pitch + col] * 3 + left + above * 5;
  for (unsigned k = 0; k < 5; ++k) sum = sum * 7 + in[k * g.pitch + col] * in[row * g.pitch + k];
  for (int k = 4; k >= 0; --k) sum = sum * 7 + in[(row + 4 - k) * g.pitch + col + k];
  out[row * g.pitch + col] = sum;
}

// The same without a check, and the rows of a warp in the other direction.
__global__ void flipped(const unsigned* in, unsigned* out, int pitch, unsigned rows) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = (blockIdx.y * blockDim.z + threadIdx.z) * blockDim.y + threadIdx.y;
  out[(rows - 1 - row) * pitch + col] =
      in[row * pitch + col] + 3 * in[row * pitch + (pitch - 1 - col)];
}

void test_2d() {
  for (const auto& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    const dim3 blocks(3, 2), block(s.x, s.y, s.z);
    const unsigned columns = s.x * 3, rows = s.y * s.z * 2;
    for (const unsigned pitch : {columns + 5, columns + 64}) {
      const Grid2d g{columns > 2 ? columns - 2 : columns, rows > 1 ? rows - 1 : rows, pitch};
      const unsigned count = pitch * (rows + 5) + 8;
      unsigned *in = nullptr, *out = nullptr;
      check::cuda(cudaMallocManaged(&in, count * 4), "cudaMallocManaged");
      check::cuda(cudaMallocManaged(&out, count * 4), "cudaMallocManaged");
      const auto verify = [&](const char* what, auto want) {
        check::cuda(cudaDeviceSynchronize(), what);
        for (unsigned k = 0; k < count; ++k) {
          if (out[k] == want(k / pitch, k % pitch)) continue;
          if (++check::failures() > 10) return;
          std::fprintf(stderr, "FAIL %s: block shape %ux%ux%u, pitch %u, row %u, column %u\n", what,
                       s.x, s.y, s.z, pitch, k / pitch, k % pitch);
        }
      };
      for (unsigned k = 0; k < count; ++k) in[k] = check::mix(k + s.x), out[k] = 0xa5a5a5a5u;
      transform<<<blocks, block>>>(in, out, g);
      verify("2-D", [&](unsigned row, unsigned col) {
        if (row >= g.height || col >= g.width) return 0xa5a5a5a5u;
        const auto at = [&](unsigned r, unsigned c) { return in[r * pitch + c]; };
        unsigned sum =
            at(row, col) * 3 + at(row, col ? col - 1 : 0) + (row ? at(row - 1, col) : 7) * 5;
        for (unsigned k = 0; k < 5; ++k) sum = sum * 7 + at(k, col) * at(row, k);
        for (unsigned k = 5; k-- > 0;) sum = sum * 7 + at(row + 4 - k, col + k);
        return sum;
      });
      for (unsigned k = 0; k < count; ++k) out[k] = 0xa5a5a5a5u;
      flipped<<<blocks, block>>>(in, out, (int)pitch, rows);
      verify("2-D flipped", [&](unsigned row, unsigned col) {
        if (row >= rows || col >= columns) return 0xa5a5a5a5u;
        const unsigned* line = in + (rows - 1 - row) * pitch;
        return line[col] + 3 * line[pitch - 1 - col];
      });
      cudaFree(in);
      cudaFree(out);
    }
  }
}

// --- the numbers end inside a warp, some of them in its first or last lane

// Index = (Index)(t + base), extended to 64 bits: `array` points at element 0 of all that Index
// can name, negative ones included.
template <class Index, class T>
__global__ void around(T* array, unsigned base, unsigned width, const unsigned* in, unsigned* out) {
  const unsigned t = check::tid(), i = check::gid();
  unsigned sum = (unsigned)array[(Index)(t + base)];
  sum = sum * 3 + (unsigned)array[(Index)(base - t)];
  sum = sum * 3 + (unsigned)array[(Index)(base + t % 8 + t / 8 * width)];
  sum = sum * 3 + (unsigned)array[(Index)(base + t * 2 + 1)];
  // nvcc 13.0 unrolls this without the wrap of a short; with -G, an H200 gives what is wanted here.
  for (unsigned k = 0; k < 40; k += 9) sum = sum * 3 + (unsigned)array[(Index)(t + base + k)];
  if (in[i] & 1) sum = sum * 5 + (unsigned)array[(Index)(base + 2 + t)];
  out[i] = sum;
}

template <class Index, class T>
__global__ void store_around(T* array, unsigned base, const unsigned* in) {
  const unsigned t = check::tid();
  array[(Index)(base + t)] = (T)in[t];
  if (in[t] & 1) array[(Index)(base - 1 - t)] = (T)(in[t] >> 3);
}

HD unsigned content(unsigned long long k) {
  return check::mix((unsigned)k ^ (unsigned)(k >> 32));
}

template <class Index, class T>
void test_around(const char* what, T* array, std::initializer_list<unsigned> bases) {
  for (const unsigned base : bases) {
    for (int k = -3000; k < 3000; ++k) {  // what the threads come to, at most
      const Index at = (Index)(base + (unsigned)k);
      array[at] = (T)content((unsigned long long)at);
    }
    const unsigned width = 11;
    check::run<unsigned>(
        what,
        [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
          around<Index, T><<<g, b>>>(array, base, width, in, out);
        },
        [=](const check::Thread& th, const unsigned* in) {
          const unsigned t = th.linear;
          const auto at = [&](unsigned k) {
            return (unsigned)(T)content((unsigned long long)(Index)k);
          };
          unsigned sum = at(t + base);
          sum = sum * 3 + at(base - t);
          sum = sum * 3 + at(base + t % 8 + t / 8 * width);
          sum = sum * 3 + at(base + t * 2 + 1);
          for (unsigned k = 0; k < 40; k += 9) sum = sum * 3 + at(t + base + k);
          return in[th.global] & 1 ? sum * 5 + at(base + 2 + t) : sum;
        });
    for (const auto& s : check::kShapes) {
      if (!check::wanted(s)) continue;
      const unsigned n = s.threads();
      unsigned* in = nullptr;
      check::cuda(cudaMallocManaged(&in, n * 4), "cudaMallocManaged");
      for (unsigned t = 0; t < n; ++t) in[t] = check::mix(t + n + base);
      for (int k = -3000; k < 3000; ++k) array[(Index)(base + (unsigned)k)] = (T)0x5a;
      store_around<Index, T><<<1, dim3(s.x, s.y, s.z)>>>(array, base, in);
      check::cuda(cudaDeviceSynchronize(), what);
      for (int k = -3000; k < 3000; ++k) {
        T want = (T)0x5a;
        if (k >= 0 && (unsigned)k < n) want = (T)in[k];
        if (k < 0 && (unsigned)(-1 - k) < n && (in[-1 - k] & 1)) want = (T)(in[-1 - k] >> 3);
        if (array[(Index)(base + (unsigned)k)] == want) continue;
        if (++check::failures() > 10) break;
        std::fprintf(stderr, "FAIL %s: stores, block shape %ux%ux%u, base %#x, at %d\n", what, s.x,
                     s.y, s.z, base, k);
      }
      cudaFree(in);
    }
  }
}

// All that an index of 16 bits can name.
template <class Index>
void test_16_bits(const char* what) {
  unsigned* all = nullptr;
  check::cuda(cudaMallocManaged(&all, 65536 * sizeof(unsigned)), "cudaMallocManaged");
  const bool negative = (Index)0xffff < 0;
  test_around<Index>(what, all + (negative ? 32768 : 0),
                     {0xffe1u, 0xffffu, 0x1eu, 0x7fe1u, 0x8000u, 0x801eu, 0x1234u});
  cudaFree(all);
}

// All bytes that an index of 32 bits can name. Few pages of the 4 GB are touched.
template <class Index>
void test_32_bits(const char* what) {
  unsigned char* all = nullptr;
  check::cuda(cudaMallocManaged(&all, 1ull << 32), "cudaMallocManaged");
  const bool negative = (Index)0xffffffffu < 0;
  test_around<Index>(
      what, all + (negative ? 1ull << 31 : 0),
      {0xfffffff0u, 0xffffffe1u, 0u, 0x1eu, 0x7fffffe1u, 0x80000000u, 0x8000001eu, 0x1234u});
  cudaFree(all);
}

// --- one array, in steps of all signs

HD unsigned steps(unsigned i, const unsigned* in) {
  const int back = -(int)(in[0] % 3 + 1);
  const unsigned down = 0u - (in[1] % 3 + 1);
  const unsigned t = i % 200;
  unsigned sum = in[600 + (int)t * back];
  sum = sum * 3 + in[600u + t * down];  // wraps, and comes back
  sum = sum * 3 + in[(int)t - 3 < 0 ? 0 : t - 3];
  sum = sum * 3 + in[(unsigned long long)t * 3];
  for (unsigned k = 3; k-- > 0;) sum = sum * 5 + in[t * 2 + k];
  for (int k = 8; k > -8; k -= 3) sum = sum * 5 + in[t + 8u + k];
  for (unsigned k = in[2] % 4 + 4, at = 700 + t; k > 0; --k, at -= 7) sum = sum * 5 + in[at];
  return sum;
}

HD unsigned mixed(unsigned i, const unsigned* in) {
  const int t = (int)(i % 500);
  const unsigned offset = in[3] % 50;
  unsigned sum = in[t + offset];
  sum = sum * 3 + in[(unsigned)t * 2u - (unsigned)t];
  sum = sum * 3 + in[(unsigned short)(t + offset)];
  sum = sum * 3 + in[(unsigned char)(i + offset)];
  sum = sum * 3 + in[(short)(t - (int)offset) < 0 ? 1 : t - (int)offset];
  sum = sum * 3 + in[(t + offset) / 2 + (t & 3)];
  sum = sum * 3 + in[(unsigned)(t - 5) % 1000u];
  return sum;
}

}  // namespace

int main() {
  test_2d();
  test_16_bits<unsigned short>("unsigned short");
  test_16_bits<short>("short");
  test_32_bits<unsigned>("unsigned");
  test_32_bits<int>("int");
  check::each<steps>("steps");
  check::each<mixed>("mixed types");
  return check::result();
}
