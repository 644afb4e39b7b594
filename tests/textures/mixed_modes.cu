// SPDX-License-Identifier: Apache-2.0
// heavy: 32
// Textures with another address mode in each direction give the bits that an H200 gave: made-up
// ones of every geometry, looked up at made-up places, among them edges of texels, infinities and
// what is no number.
#include "textures.h"

using namespace textures;

namespace {

constexpr unsigned kHashes[] = {
#include "gpu/h200_modes.inc"
};
int line = 0;

__host__ __device__ unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ (x >> 16);
}
unsigned seed = 0;
unsigned next() {
  return seed = mix(seed + 0x9e3779b9u);
}

cudaTextureDesc random_mode(bool is_wide) {
  cudaTextureDesc mode = {};
  for (auto& address : mode.addressMode) address = (cudaTextureAddressMode)(next() % 4);
  mode.filterMode = next() % 2 ? cudaFilterModeLinear : cudaFilterModePoint;
  mode.normalizedCoords = next() % 3 != 0;
  // The order of the numbers is that of the program that asked.
  if (!is_wide && mode.filterMode == cudaFilterModePoint) next();
  if (!is_wide && mode.filterMode == cudaFilterModeLinear) next();
  for (float& border : mode.borderColor) border = (float)(next() % 17) / 16;
  mode.maxMipmapLevelClamp = 3;
  mode.mipmapLevelBias = (float)((int)(next() % 9) - 4) / 4;
  mode.mipmapFilterMode = next() % 2 ? cudaFilterModeLinear : cudaFilterModePoint;
  if (!is_wide) mode.readMode = cudaReadModeNormalizedFloat;
  return mode;
}

__device__ float coordinate(unsigned h, int normalized, int size) {
  if (h % 61 == 0) return __int_as_float(0x7f800000);
  if (h % 67 == 0) return __int_as_float(0x7fc00000);
  if (h % 59 == 0) return -1e9f;
  if (h % 53 == 0) return 3e9f;
  float x = (float)((int)(h / 71 % 4096) - 1024) * (1.0f / 1024);
  if (h & 1) x = (float)(int)(x * (float)size * 2) / ((float)size * 2.0f);
  if (h & 2) x += 1.0f / 8192;
  return normalized ? x : x * (float)size;
}

enum Lookup { k1D, k2D, k3D, k1DLayered, k2DLayered, kLod, kGrad, kFetch };

template <class T, int G>
__global__ void look_at(cudaTextureObject_t t, float* out, int normalized, int w, int h, int d,
                        unsigned s) {
  constexpr int kCount = sizeof(T) / 4;
  const unsigned r = mix(threadIdx.x * 31 + s);
  const float x = coordinate(r, normalized, w), y = coordinate(mix(r + 1), normalized, h),
              z = coordinate(mix(r + 2), normalized, d);
  const int l = (int)(r >> 8) % 7 - 1;
  T v;
  if constexpr (G == k1D) v = tex1D<T>(t, x);
  if constexpr (G == k2D) v = tex2D<T>(t, x, y);
  if constexpr (G == k3D) v = tex3D<T>(t, x, y, z);
  if constexpr (G == k1DLayered) v = tex1DLayered<T>(t, x, l);
  if constexpr (G == k2DLayered) v = tex2DLayered<T>(t, x, y, l);
  if constexpr (G == kLod) v = tex2DLod<T>(t, x, y, (float)(int)(r % 17 - 3) / 4.0f);
  if constexpr (G == kGrad) {
    v = tex2DGrad<T>(t, x, y, make_float2((float)(r % 13) / 64.0f, (float)(r % 7) / 128.0f),
                     make_float2((float)(r % 5) / 64.0f, (float)(r % 11) / 32.0f));
  }
  if constexpr (G == kFetch) v = tex1Dfetch<T>(t, (int)(r % 300) - 20);
  memcpy(out + threadIdx.x * kCount, &v, sizeof v);
}

struct Size {
  int w, h, d;
};
template <class T, int G>
void compare(const char* what, const cudaResourceDesc& resource, const cudaTextureDesc& mode,
             Size size, unsigned s) {
  constexpr int kThreads = 48, kWords = kThreads * (int)(sizeof(T) / 4);
  static float* out = nullptr;
  if (!out) gate::ok(cudaMalloc(&out, sizeof(float) * kWords), "results");
  cudaTextureObject_t t = 0;
  gate::ok(cudaCreateTextureObject(&t, &resource, &mode, nullptr), what);
  look_at<T, G><<<1, kThreads>>>(t, out, mode.normalizedCoords, size.w, size.h, size.d, s);
  unsigned words[kWords], hash = 17;
  gate::ok(cudaMemcpy(words, out, sizeof words, cudaMemcpyDeviceToHost), what);
  for (const unsigned w : words) hash = mix(hash * 31 + w);
  const unsigned want = kHashes[line++];
  if (want != 0 && hash != want) {
    ++gate::failures();
    std::printf("FAIL %s, %zu words, of %d x %d x %d, modes %d %d %d, linear %d, normalised %d\n",
                what, sizeof(T) / 4, size.w, size.h, size.d, mode.addressMode[0],
                mode.addressMode[1], mode.addressMode[2], mode.filterMode, mode.normalizedCoords);
  }
  gate::ok(cudaDestroyTextureObject(t), what);
}

// E: what is stored; T: numbers.
template <class E, class T>
void all(unsigned begin) {
  constexpr bool kWide = sizeof(E) == sizeof(T);
  seed = begin;
  std::vector<unsigned char> raw(24 * 20 * 10 * sizeof(E));
  for (auto& byte : raw) byte = (unsigned char)(next() >> 7);
  for (size_t i = 0; kWide && i < raw.size() / 4; ++i) {
    const float number = (float)((int)(next() % 8193) - 4096) / 512;
    memcpy(&raw[4 * i], &number, 4);
  }
  const auto format = cudaCreateChannelDesc<E>();
  const auto of_array = [&](int w, int h, int d, unsigned flags) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array(format, (size_t)w, (size_t)h, (size_t)d, flags, raw.data());
    return resource;
  };
  for (int round = 0; round < 4; ++round) {
    const int w = 3 + (int)(next() % 20), h = 3 + (int)(next() % 16), d = 2 + (int)(next() % 8);
    const unsigned s = next();
    const Size size{w, h, d};
    compare<T, k1D>("1-D", of_array(w, 0, 0, 0), random_mode(kWide), size, s);
    compare<T, k2D>("2-D", of_array(w, h, 0, 0), random_mode(kWide), size, s);
    compare<T, k3D>("3-D", of_array(w, h, d, 0), random_mode(kWide), size, s);
    compare<T, k1DLayered>("1-D layers", of_array(w, 0, d, cudaArrayLayered), random_mode(kWide),
                           size, s);
    compare<T, k2DLayered>("2-D layers", of_array(w, h, d, cudaArrayLayered), random_mode(kWide),
                           size, s);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    auto& pitched = resource.res.pitch2D;
    pitched = {nullptr, format, (size_t)w, (size_t)h, 0};
    const size_t row = (size_t)w * sizeof(E);
    gate::ok(cudaMallocPitch(&pitched.devPtr, &pitched.pitchInBytes, row, (size_t)h), "pitched");
    gate::ok(cudaMemcpy2D(pitched.devPtr, pitched.pitchInBytes, raw.data(), row, row, (size_t)h,
                          cudaMemcpyHostToDevice),
             "pitched");
    compare<T, k2D>("pitched", resource, random_mode(kWide), size, s);
    resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {nullptr, format, 256 * sizeof(E)};
    gate::ok(cudaMalloc(&resource.res.linear.devPtr, 256 * sizeof(E)), "memory");
    gate::ok(
        cudaMemcpy(resource.res.linear.devPtr, raw.data(), 256 * sizeof(E), cudaMemcpyHostToDevice),
        "memory");
    cudaTextureDesc mode = random_mode(kWide);
    mode.filterMode = cudaFilterModePoint;
    mode.normalizedCoords = 0;
    compare<T, kFetch>("memory", resource, mode, {256, 1, 1}, s);
    resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    auto& levels = resource.res.mipmap.mipmap;
    gate::ok(cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(16, 12, 0), 3), "levels");
    for (unsigned l = 0; l < 3; ++l) {
      cudaArray_t level = nullptr;
      gate::ok(cudaGetMipmappedArrayLevel(&level, levels, l), "level");
      const size_t bytes = (16u >> l) * sizeof(E);
      gate::ok(cudaMemcpy2DToArray(level, 0, 0, raw.data() + l * 64, bytes, bytes, 12u >> l,
                                   cudaMemcpyHostToDevice),
               "level");
    }
    mode = random_mode(kWide);
    mode.normalizedCoords = 1;
    compare<T, kLod>("levels", resource, mode, {16, 12, 1}, s);
    compare<T, kGrad>("gradients", resource, mode, {16, 12, 1}, s);
  }
}

}  // namespace

int main() {
  all<float, float>(4711);
  all<uchar4, float4>(430067408);
  return gate::result();
}
