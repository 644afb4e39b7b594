// SPDX-License-Identifier: Apache-2.0
// Tiles in shared memory of which one side of a barrier sees rows and the other columns, in blocks
// of 1 to 32 warps: padded or not, square and not, in loops, of types of four and eight bytes;
// columns that lie apart, overlap, or are written twice; warps that do not all load in the same
// way.
#include "../check.h"

namespace {

constexpr unsigned kBlocks = 3;

template <class T>
HD T to(unsigned value) {
  return (T)(value % 100000);
}

// 32 x 32 of blocks of 32 x H: columns are written, rows are read.
template <class T, int H, int PAD>
__global__ void write_columns(const unsigned* in, unsigned* out) {
  __shared__ T tile[32][32 + PAD];
  const unsigned x = threadIdx.x, first = blockIdx.x * 1024;
  for (unsigned y = threadIdx.y; y < 32; y += H) tile[x][y] = to<T>(in[first + y * 32 + x]);
  __syncthreads();
  for (unsigned y = threadIdx.y; y < 32; y += H) {
    out[first + y * 32 + x] = (unsigned)tile[y][x] * 3 + y;
  }
}

// Rows are written, columns are read.
template <class T, int H, int PAD>
__global__ void read_columns(const unsigned* in, unsigned* out) {
  __shared__ T tile[32][32 + PAD];
  const unsigned x = threadIdx.x, first = blockIdx.x * 1024;
  for (unsigned y = threadIdx.y; y < 32; y += H) tile[y][x] = to<T>(in[first + y * 32 + x]);
  __syncthreads();
  for (unsigned y = threadIdx.y; y < 32; y += H) {
    out[first + y * 32 + x] = (unsigned)tile[x][y] * 3 + y;
  }
}

// 16 x 16: a warp writes two columns, or four of 8 x 8.
template <int N, int PAD>
__global__ void small_tile(const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[N][N + PAD], back[N][N + PAD];
  const unsigned x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * N * N + y * N + x;
  tile[x][y] = in[i];
  __syncthreads();
  back[y][x] = tile[y][x] + 1;
  __syncthreads();
  out[i] = back[x][y] * 2 + tile[y][x];
}

// Twice, and the later value stays; some columns apart from the others; the bound of the block.
__global__ void written_twice(const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[32][40];
  const unsigned x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 1024 + y * 32 + x;
  tile[x][y] = in[i];
  tile[x][y] = in[i] * 5 + tile[x][y];
  if (y < 8) tile[x][32 + y] = in[i] + 7;
  __syncthreads();
  out[i] = tile[y][x] + tile[y][32 + x % 8];
}

// Columns so close together that they overlap: element (x, y) is x + y, written by many.
__global__ void overlapping(const unsigned* in, unsigned* out) {
  __shared__ unsigned line[64];
  const unsigned x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 1024 + y * 32 + x;
  line[x + y] = in[x + y];  // all who write a place write the same
  __syncthreads();
  out[i] = line[63 - 1 - x - y] + line[x];
}

// The index of 16 bits wraps around in some warps, within one of them in the middle.
__global__ void some_wrap(const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[32][33];
  const unsigned x = threadIdx.x, y = threadIdx.y, t = y * 32 + x;
  const unsigned char at = (unsigned char)(in[0] % 256 + t);
  tile[x][y] = in[at];
  __syncthreads();
  out[blockIdx.x * 1024 + t] = tile[y][x];
}

// Warps of one group go different ways, by their number and by data.
__global__ void different_ways(const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[32][33];
  const unsigned x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 1024 + y * 32 + x;
  if (y % 3 == 0) {
    tile[x][y] = in[i];
  } else if (in[blockIdx.x * 1024 + y * 32] % 2) {
    tile[x][y] = in[i] * 3;
  } else {
    tile[x][y] = y;
  }
  __syncthreads();
  out[i] = tile[y][x];
}

// Rows and columns beyond a bound that no tile is aligned to.
__global__ void bounds(const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[32][33];
  const unsigned x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 1024 + y * 32 + x;
  const unsigned rows = in[blockIdx.x] % 33, columns = in[blockIdx.x + 1] % 33;
  tile[y][x] = 1;
  __syncthreads();
  if (y < rows && x < columns) tile[x][y] = in[i];
  __syncthreads();
  out[i] = 0;
  if (x < rows && y < columns) out[i] = tile[y][x];
}

// Elements of other sizes than tiles in registers are made of.
template <class T>
__global__ void other_sizes(const unsigned* in, unsigned* out) {
  __shared__ T tile[32][33];
  const unsigned x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 1024 + y * 32 + x;
  tile[x][y].a = (decltype(tile[x][y].a))in[i];
  tile[x][y].b = (decltype(tile[x][y].b))(in[i] >> 3);
  __syncthreads();
  out[i] = (unsigned)tile[y][x].a + 3 * (unsigned)tile[y][x].b;
}
template <class T>
struct Pair {
  T a, b;
};

const unsigned* transposed(const check::Thread& t, const unsigned* in, unsigned n = 32) {
  return in + t.block * n * n + t.linear % n * n + t.linear / n;
}

// Blocks of n x h threads for n x n elements each.
template <class Want>
void test(const char* what, void (*kernel)(const unsigned*, unsigned*), unsigned n, unsigned h,
          Want want) {
  check::run_shape<unsigned>(
      what, {n, n, 1}, kBlocks,
      [=](dim3 g, dim3, const unsigned* in, unsigned* out) { kernel<<<g, dim3(n, h)>>>(in, out); },
      want);
}

template <class T, int H, int PAD>
void both_ways(const char* what) {
  const auto want = [](const check::Thread& t, const unsigned* in) {
    return (unsigned)to<T>(*transposed(t, in)) * 3 + t.linear / 32;
  };
  test(what, write_columns<T, H, PAD>, 32, H, want);
  test(what, read_columns<T, H, PAD>, 32, H, want);
}

template <int N, int PAD>
void small(const char* what) {
  test(what, small_tile<N, PAD>, N, N, [](const check::Thread& t, const unsigned* in) {
    return (in[t.global] + 1) * 2 + *transposed(t, in, N);
  });
}

template <class T>
void sizes(const char* what) {
  test(what, other_sizes<Pair<T>>, 32, 32, [](const check::Thread& t, const unsigned* in) {
    const unsigned from = *transposed(t, in);
    return (unsigned)(T)from + 3 * (unsigned)(T)(from >> 3);
  });
}

}  // namespace

int main() {
  both_ways<float, 32, 1>("float, padded");
  both_ways<float, 32, 0>("float, not padded");
  both_ways<unsigned, 16, 1>("16 warps");
  both_ways<int, 8, 1>("8 warps, a loop");
  both_ways<float, 8, 3>("8 warps, padded by 3");
  both_ways<float, 4, 1>("4 warps");
  both_ways<float, 2, 1>("2 warps");
  both_ways<float, 1, 1>("one warp");
  both_ways<double, 32, 1>("double");
  both_ways<unsigned long long, 8, 0>("64-bit integers, 8 warps");
  both_ways<short, 32, 1>("short");
  both_ways<unsigned char, 32, 4>("bytes");
  small<16, 0>("16 x 16");
  small<16, 1>("16 x 16, padded");
  small<8, 1>("8 x 8, padded");
  small<4, 1>("4 x 4, padded");
  test("written twice", written_twice, 32, 32, [](const check::Thread& t, const unsigned* in) {
    const unsigned* block = in + t.block * 1024;
    return *transposed(t, in) * 6 + block[t.x % 8 * 32 + t.y] + 7;
  });
  test("overlapping columns", overlapping, 32, 32,
       [](const check::Thread& t, const unsigned* in) { return in[62 - t.x - t.y] + in[t.x]; });
  test("some warps wrap", some_wrap, 32, 32, [](const check::Thread& t, const unsigned* in) {
    return in[(in[0] + t.x * 32 + t.y) % 256];
  });
  test("different ways", different_ways, 32, 32, [](const check::Thread& t, const unsigned* in) {
    const unsigned from = *transposed(t, in);
    if (t.x % 3 == 0) return from;
    return in[t.block * 1024 + t.x * 32] % 2 ? from * 3 : t.x;
  });
  test("bounds", bounds, 32, 32, [](const check::Thread& t, const unsigned* in) {
    const bool inside = t.x < in[t.block] % 33 && t.y < in[t.block + 1] % 33;
    return inside ? *transposed(t, in) : 0;
  });
  sizes<unsigned char>("pairs of bytes");
  sizes<short>("pairs of shorts");
  sizes<unsigned>("pairs of words");
  sizes<double>("pairs of doubles");
  return check::result();
}
