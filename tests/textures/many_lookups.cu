// SPDX-License-Identifier: Apache-2.0
// Kernels with many lookups, which share one function for objects that are not of the commonest
// kind (devicelib/texture_quick.h): with one object for all lanes and with objects of their own,
// under masks. And texels that lie side by side in all lanes, in all but one, backwards, at a
// border, and going on in the next row.
#include "textures.h"

using namespace textures;

namespace {

constexpr int kWide = 48, kHigh = 8;

// Five lookups, so that they are calls; `one` at a time they are not.
struct Objects {
  cudaTextureObject_t t[3];
};
__device__ float look_up(cudaTextureObject_t t, float x, float y, int k) {
  return tex2D<float>(t, (x + (float)k * 1.25f) / kWide, (y + (float)(k % 2)) / kHigh);
}
__global__ void five(Objects objects, float* out, int count, bool own) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count || i % 7 == 3) return;
  const float x = (float)(i % 61) - 6.0f, y = (float)(i / 61) + 0.3f;
  const cudaTextureObject_t t = objects.t[own ? i % 3 : count % 3];
  float sum = look_up(t, x, y, 0) + look_up(t, x, y, 1);
  if (i % 5 < 3) sum += look_up(objects.t[i % 2], x, y, 2) + look_up(t, x, y, 3);
  out[i] = sum + look_up(t, x, y, 4);
}
__global__ void one(Objects objects, float* out, int count, bool own, int k) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count || i % 7 == 3) return;
  const float x = (float)(i % 61) - 6.0f, y = (float)(i / 61) + 0.3f;
  if ((k == 2 || k == 3) && i % 5 >= 3) return;
  const int which = k == 2 ? i % 2 : own ? i % 3 : count % 3;
  out[k * count + i] = look_up(objects.t[which], x, y, k);
}

void compare_many(const Objects& objects) {
  constexpr int kCount = 61 * 9 + 20;
  float* out = nullptr;
  gate::ok(cudaMalloc(&out, 6 * kCount * sizeof(float)), "results");
  for (const bool own : {false, true}) {
    gate::ok(cudaMemset(out, 0, 6 * kCount * sizeof(float)), "results");
    five<<<(kCount + 95) / 96, 96>>>(objects, out + 5 * kCount, kCount, own);
    for (int k = 0; k < 5; ++k) one<<<(kCount + 95) / 96, 96>>>(objects, out, kCount, own, k);
    std::vector<float> got(6 * kCount);
    gate::ok(cudaMemcpy(got.data(), out, got.size() * sizeof(float), cudaMemcpyDeviceToHost),
             "lookups");
    for (int i = 0; i < kCount; ++i) {
      const auto at = [&](int k) { return got[k * kCount + i]; };
      float sum = at(0) + at(1);
      if (i % 5 < 3) sum += at(2) + at(3);
      sum = i % 7 == 3 ? 0 : sum + at(4);
      if (at(5) == sum) continue;
      wrong(own ? "objects of the lanes" : "one object", i, {}, 0, word(at(5)), word(sum));
      break;
    }
  }
  gate::ok(cudaFree(out), "free");
}

// Places of a warp's lanes: `way` says how they follow each other.
__host__ __device__ int column(int lane, int way) {
  return way == 0   ? lane + 3
         : way == 1 ? lane + (lane == 17 ? 4 : 3)
         : way == 2 ? 40 - lane
         : way == 3 ? lane - 9
                    : lane + 30;  // goes on in the next row
}
__host__ __device__ int row(int lane, int way, int warp) {
  return way == 4 && lane >= 18 ? warp % kHigh + 1 : warp % kHigh;
}
template <class T>
__global__ void sides(cudaTextureObject_t t, T* out, int way, unsigned lanes) {
  const int lane = (int)(threadIdx.x % 32), warp = (int)(threadIdx.x / 32);
  if (!(lanes >> lane & 1)) return;
  const float x = (float)column(lane, way) + 0.5f - (way == 4 && lane >= 18 ? kWide : 0);
  out[threadIdx.x] = tex2D<T>(t, x, (float)row(lane, way, warp) + 0.5f);
}

template <class T>
unsigned first_byte(const T& texel) {
  unsigned char byte;
  std::memcpy(&byte, &texel, 1);
  return byte;
}

// `texels`: kWide x kHigh of them.
template <class T>
void compare_sides(const char* name, const void* texels, const Mode& mode) {
  constexpr int kThreads = 96;
  const cudaArray_t picture = array(cudaCreateChannelDesc<T>(), kWide, kHigh, 0, 0, texels);
  const cudaTextureObject_t t = object(picture, mode);
  T* out = nullptr;
  gate::ok(cudaMalloc(&out, kThreads * sizeof(T)), "results");
  for (int way = 0; way < 5; ++way) {
    for (const unsigned lanes : {~0u, 0x0ff0ff0fu, 0xfffffffeu, 1u}) {
      gate::ok(cudaMemset(out, 0, kThreads * sizeof(T)), "results");
      sides<T><<<1, kThreads>>>(t, out, way, lanes);
      T got[kThreads];
      gate::ok(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost), "lookups");
      for (int i = 0; i < kThreads; ++i) {
        const int lane = i % 32;
        const int x = column(lane, way) - (way == 4 && lane >= 18 ? kWide : 0);
        const int inside = x < 0 ? 0 : x < kWide ? x : kWide - 1;
        T want;
        std::memset(&want, 0, sizeof want);
        const bool is_seen = mode.address != cudaAddressModeBorder || x == inside;
        if (lanes >> lane & 1 && is_seen) {
          std::memcpy(&want, (const T*)texels + row(lane, way, i / 32) * kWide + inside,
                      sizeof want);
        }
        if (std::memcmp(&got[i], &want, sizeof want) == 0) continue;
        wrong(std::string(name) + std::to_string(way), i, {}, 0, first_byte(got[i]),
              first_byte(want));
        break;
      }
    }
  }
  gate::ok(cudaFree(out), "free");
}
// All lanes at one place that the compiler knows.
__global__ void nowhere(cudaTextureObject_t t, float4* out) {
  *out = tex2D<float4>(t, -5, -5);
}
void compare_nowhere(const cudaArray_t a, Mode mode) {
  float4 *out = nullptr, got;
  mode.border[0] = 0.5f;
  mode.border[1] = 1;
  gate::ok(cudaMalloc(&out, sizeof got), "result");
  for (const bool border : {false, true}) {
    mode.address = border ? cudaAddressModeBorder : cudaAddressModeClamp;
    nowhere<<<1, 1>>>(object(a, mode), out);
    gate::ok(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost), "lookup");
    // 0.5 is as far from 127 as from 128.
    gate::that(border ? got.x == 127.0f / 255 && got.y == 1
                      : got.x == 7.0f / 255 && got.y == 7.0f / 255 && got.z == 0,
               "nowhere");
  }
  gate::ok(cudaFree(out), "free");
}

}  // namespace

int main() {
  std::vector<unsigned char> bytes(kWide * kHigh);
  std::vector<float> floats(kWide * kHigh);
  for (int i = 0; i < kWide * kHigh; ++i) {
    bytes[i] = (unsigned char)(i * 37 + i / kWide);
    floats[i] = (float)(i * 5 % 1013) + 1;
  }
  std::vector<unsigned> quads(4 * kWide * kHigh);
  for (size_t i = 0; i < quads.size(); ++i) quads[i] = (unsigned)i * 2654435761u;
  const cudaArray_t small =
      array(cudaCreateChannelDesc<unsigned char>(), kWide, kHigh, 0, 0, bytes.data());
  const cudaArray_t words =
      array(cudaCreateChannelDesc<float>(), kWide, kHigh, 0, 0, floats.data());
  Mode wrapped, bordered, plain;
  wrapped.address = cudaAddressModeWrap;
  wrapped.normalized = bordered.normalized = 1;
  wrapped.read = cudaReadModeNormalizedFloat;
  wrapped.filter = cudaFilterModeLinear;
  bordered.address = cudaAddressModeBorder;
  bordered.border[0] = 0.5f;
  compare_many({{object(small, wrapped), object(words, bordered), object(words, plain)}});
  compare_sides<float>("floats", floats.data(), plain);
  Mode outside;
  outside.address = cudaAddressModeBorder;
  compare_sides<unsigned char>("bytes", quads.data(), plain);
  compare_sides<unsigned char>("bytes, border", quads.data(), outside);
  compare_sides<uint2>("pairs, border", quads.data(), outside);
  compare_sides<uint4>("fours, border", quads.data(), outside);
  Mode numbers;
  numbers.read = cudaReadModeNormalizedFloat;
  compare_nowhere(
      array(cudaCreateChannelDesc<uchar2>(), 8, 4, 0, 0, std::vector<unsigned char>(64, 7).data()),
      numbers);
  return gate::result();
}
