// SPDX-License-Identifier: Apache-2.0
// im2col boxes of tensors of 3 to 5 dimensions: pixels of a window that slides over the tensor,
// with padding, strides and offsets, against a plain loop; a convolution made of them.
#include "tensor_copy.cuh"

constexpr int kRoom = 8192;

struct Window {
  Tensor tensor;  // dimension 0: channels, the last one: images; steps are the strides
  int lower[3], upper[3];
  unsigned channels, pixels;
  unsigned short offsets[3];
  At from;
};

using EncodeIm2col = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*,
                                  const cuuint64_t*, const cuuint64_t*, const int*, const int*,
                                  cuuint32_t, cuuint32_t, const cuuint32_t*, CUtensorMapInterleave,
                                  CUtensorMapSwizzle, CUtensorMapL2promotion,
                                  CUtensorMapFloatOOBfill);
CUtensorMap map_of(const Window& w, void* memory) {
  static const auto encode = driver_function<EncodeIm2col>("cuTensorMapEncodeIm2col");
  const Tensor& t = w.tensor;
  CUtensorMap map;
  const CUresult result =
      encode(&map, t.type, static_cast<cuuint32_t>(t.rank), memory, t.size, t.stride, w.lower,
             w.upper, w.channels, w.pixels, t.step, CU_TENSOR_MAP_INTERLEAVE_NONE,
             static_cast<CUtensorMapSwizzle>(t.swizzle), CU_TENSOR_MAP_L2_PROMOTION_NONE,
             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result == CUDA_SUCCESS) return map;
  std::fprintf(stderr, "FAIL cuTensorMapEncodeIm2col: %d\n", static_cast<int>(result));
  std::exit(1);
}

template <int RANK>
__device__ void load_columns(unsigned to, const CUtensorMap* map, At p, const unsigned short* o,
                             unsigned barrier) {
#define LOAD(N, offsets, ...)                                                                      \
  if (RANK == N)                                                                                   \
    asm volatile(                                                                                  \
        "cp.async.bulk.tensor." #N                                                                 \
        "d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, " COORDINATES_##N \
        "], [%2], " offsets ";" ::"r"(to),                                                         \
        "l"(map), "r"(barrier), GIVEN_##N, __VA_ARGS__                                             \
        : "memory");
  LOAD(3, "{%6}", "h"(o[0]))
  LOAD(4, "{%7, %8}", "h"(o[0]), "h"(o[1]))
  LOAD(5, "{%8, %9, %10}", "h"(o[0]), "h"(o[1]), "h"(o[2]))
#undef LOAD
}

template <int RANK>
__global__ void columns(const __grid_constant__ CUtensorMap map, At p, unsigned short o0,
                        unsigned short o1, unsigned short o2, unsigned bytes, unsigned char* out) {
  __shared__ __align__(1024) unsigned char box[kRoom];
  __shared__ Barrier full;
  for (unsigned i = threadIdx.x; i < kRoom; i += blockDim.x) box[i] = 0xee;
  if (threadIdx.x == 0) init(&full, 1);
  fence_async();
  __syncthreads();
  if (threadIdx.x == 40) {
    const unsigned short o[3] = {o0, o1, o2};
    expect(&full, bytes);
    load_columns<RANK>(at(box), &map, p, o, at(&full));
  }
  wait(&full, 0);
  for (unsigned i = threadIdx.x; i < kRoom; i += blockDim.x) out[i] = box[i];
}

// The box as the documents describe it.
Bytes expected(const Window& w, const Bytes& content) {
  const Tensor& t = w.tensor;
  Bytes want(kRoom, 0xee);
  int p[5];
  for (int d = 0; d < t.rank; ++d) p[d] = w.from.c[d];
  const unsigned row = w.channels * static_cast<unsigned>(t.element);
  for (unsigned pixel = 0; pixel < w.pixels; ++pixel) {
    for (unsigned b = 0; b < row; ++b) {
      bool inside = true;
      long long from = 0;
      for (int d = 0; d < t.rank; ++d) {
        int k = d == 0 ? p[0] + static_cast<int>(b) / t.element : p[d];
        if (d > 0 && d < t.rank - 1) k += w.offsets[d - 1];
        inside = inside && k >= 0 && k < static_cast<int>(t.size[d]);
        from += k * static_cast<long long>(d == 0 ? static_cast<cuuint64_t>(t.element)
                                                  : t.stride[d - 1]);
      }
      unsigned to = pixel * row + b;
      if (t.swizzle == 3) to ^= (to >> 7 & 7) << 4;
      want[to] =
          inside ? content[static_cast<size_t>(from) + b % static_cast<unsigned>(t.element)] : 0;
    }
    int d = 1;
    for (; d < t.rank - 1; ++d) {
      p[d] += static_cast<int>(t.step[d]);
      if (p[d] < static_cast<int>(t.size[d]) + w.upper[d - 1]) break;
      p[d] = w.lower[d - 1];
    }
    if (d == t.rank - 1) ++p[d];
  }
  return want;
}

void windows() {
  const auto window = [](std::vector<cuuint64_t> size, std::vector<cuuint32_t> step, int swizzle,
                         unsigned channels, unsigned pixels, std::vector<int> lower,
                         std::vector<int> upper, std::vector<unsigned short> offsets, At from) {
    Window w{};
    Tensor& t = w.tensor;
    t.type = CU_TENSOR_MAP_DATA_TYPE_UINT32, t.element = 4, t.rank = static_cast<int>(size.size());
    for (size_t d = 0; d < size.size(); ++d) t.size[d] = size[d], t.step[d] = step[d];
    t.swizzle = swizzle;
    t.pack(0);
    for (size_t d = 0; d < lower.size(); ++d) {
      w.lower[d] = lower[d], w.upper[d] = upper[d], w.offsets[d] = offsets[d];
    }
    w.channels = channels, w.pixels = pixels, w.from = from;
    return w;
  };
  const Window all[] = {
      window({12, 9, 5}, {1, 1, 1}, 0, 8, 40, {-1}, {-1}, {2}, {{4, -1, 0}}),
      window({4, 5, 4, 2}, {1, 1, 1, 1}, 0, 4, 24, {-1, -1}, {-1, -1}, {0, 0}, {{0, -1, -1, 0}}),
      window({4, 5, 4, 2}, {1, 1, 1, 1}, 0, 4, 24, {-1, -2}, {-1, 0}, {2, 1}, {{0, -1, -2, 0}}),
      window({4, 7, 6, 3}, {1, 2, 2, 1}, 0, 4, 30, {-1, -1}, {-1, -1}, {1, 2}, {{0, 1, 3, 0}}),
      window({40, 7, 6, 2}, {1, 3, 2, 1}, 3, 32, 20, {0, -2}, {-2, 1}, {2, 1}, {{8, 3, 0, 1}}),
      window({8, 4, 3, 3, 2}, {1, 1, 2, 1, 1}, 0, 8, 50, {-1, 0, -1}, {-1, 0, -1}, {1, 0, 2},
             {{0, -1, 0, -1, 0}}),
  };
  int number = 0;
  for (const Window& w : all) {
    const Bytes content = random_bytes(w.tensor.bytes(), static_cast<unsigned>(number) + 50);
    const Device memory(content), out(kRoom);
    const CUtensorMap map = map_of(w, memory.p);
    const unsigned bytes = w.channels * w.pixels * 4;
#define CASE(N)           \
  if (w.tensor.rank == N) \
    columns<N><<<1, 64>>>(map, w.from, w.offsets[0], w.offsets[1], w.offsets[2], bytes, out.p);
    CASE(3)
    CASE(4)
    CASE(5)
#undef CASE
    cuda(cudaDeviceSynchronize(), "columns");
    same(out.get(), expected(w, content), "window", number++);
  }
}

// A 3 x 3 convolution with padding and stride 2: a block takes 16 results, one box a filter
// position.
constexpr int kC = 8, kW = 9, kH = 7, kN = 2, kStride = 2, kOutW = 5, kOutH = 4, kTile = 16;
__global__ void convolution(const __grid_constant__ CUtensorMap map, const float* filter,
                            float* out) {
  __shared__ __align__(128) float box[9][kTile][kC];
  __shared__ Barrier full;
  const unsigned t = threadIdx.x;
  const int first = blockIdx.x * kTile;
  if (t == 0) init(&full, 1);
  __syncthreads();
  if (t < 9) {
    const int x = first % kOutW, y = first / kOutW % kOutH, n = first / kOutW / kOutH;
    if (t == 0) expect(&full, sizeof box);
    const unsigned short o[3] = {static_cast<unsigned short>(t % 3),
                                 static_cast<unsigned short>(t / 3), 0};
    load_columns<4>(at(box[t]), &map, {{0, x * kStride - 1, y * kStride - 1, n, 0}}, o, at(&full));
  }
  wait(&full, 0);
  float sum = 0;
  if (t < kTile && first + static_cast<int>(t) < kOutW * kOutH * kN) {
    for (int k = 0; k < 9; ++k) {
      for (int c = 0; c < kC; ++c) sum += box[k][t][c] * filter[k * kC + c];
    }
    out[first + t] = sum;
  }
}

void convolve() {
  Window w{};
  Tensor& t = w.tensor;
  t.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32, t.element = 4, t.rank = 4;
  t.size[0] = kC, t.size[1] = kW, t.size[2] = kH, t.size[3] = kN;
  t.step[1] = t.step[2] = kStride;
  t.pack(0);
  w.lower[0] = w.lower[1] = w.upper[0] = w.upper[1] = -1;  // padding 1; 1 - 2
  w.channels = kC, w.pixels = kTile;
  std::vector<float> image(kC * kW * kH * kN), filter(9 * kC), want;
  for (size_t i = 0; i < image.size(); ++i)
    image[i] = static_cast<float>(mix(static_cast<unsigned>(i)) % 17);
  for (size_t i = 0; i < filter.size(); ++i)
    filter[i] = static_cast<float>(mix(static_cast<unsigned>(i) + 99) % 9) - 4;
  for (int n = 0; n < kN; ++n) {
    for (int y = 0; y < kOutH; ++y) {
      for (int x = 0; x < kOutW; ++x) {
        float sum = 0;
        for (int k = 0; k < 9; ++k) {
          const int row = y * kStride - 1 + k / 3, column = x * kStride - 1 + k % 3;
          if (row < 0 || row >= kH || column < 0 || column >= kW) continue;
          for (int c = 0; c < kC; ++c) {
            sum += image[static_cast<size_t>(((n * kH + row) * kW + column) * kC + c)] *
                   filter[static_cast<size_t>(k * kC + c)];
          }
        }
        want.push_back(sum);
      }
    }
  }
  const auto bytes_of = [](const std::vector<float>& v) {
    Bytes bytes(v.size() * 4);
    std::memcpy(bytes.data(), v.data(), bytes.size());
    return bytes;
  };
  const Device memory(bytes_of(image)), filters(bytes_of(filter)), out(want.size() * 4);
  convolution<<<(kOutW * kOutH * kN + kTile - 1) / kTile, 32>>>(
      map_of(w, memory.p), reinterpret_cast<float*>(filters.p), reinterpret_cast<float*>(out.p));
  cuda(cudaDeviceSynchronize(), "convolution");
  same(out.get(), bytes_of(want), "convolution");
}

int main() {
  windows();
  convolve();
  return failures != 0;
}
