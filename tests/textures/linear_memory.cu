// SPDX-License-Identifier: Apache-2.0
// tex1Dfetch on linear memory: inside, outside (zeros), formats whose last texel ends in no whole
// word, memory that a kernel wrote before.
#include "textures.h"

using namespace textures;

namespace {

cudaTextureObject_t of(void* memory, cudaChannelFormatDesc desc, size_t bytes, int read = 0) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = desc;
  resource.res.linear.sizeInBytes = bytes;
  Mode mode;
  mode.read = read;
  return object(resource, mode);
}

__global__ void fill(unsigned char* bytes, int count) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) bytes[i] = (unsigned char)(i * 2654435761u >> 11);
}

template <class T>
__global__ void gathered(cudaTextureObject_t t, T* out, int count) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  // Backwards, and from in front of the beginning to behind the end.
  if (i < count + 40) out[i] = tex1Dfetch<T>(t, count + 19 - i);
}

template <class T>
void fetch(const char* name, int count) {
  const size_t bytes = (size_t)count * sizeof(T);
  unsigned char* memory = nullptr;
  T* out = nullptr;
  gate::ok(cudaMalloc(&memory, bytes), "memory");
  gate::ok(cudaMalloc(&out, (size_t)(count + 40) * sizeof(T)), "results");
  // Made before the memory has its values.
  const auto t = of(memory, cudaCreateChannelDesc<T>(), bytes);
  fill<<<(unsigned)(bytes + 127) / 128, 128>>>(memory, (int)bytes);
  gathered<T><<<(unsigned)(count + 40 + 95) / 96, 96>>>(t, out, count);
  std::vector<T> got((size_t)(count + 40));
  gate::ok(cudaMemcpy(got.data(), out, got.size() * sizeof(T), cudaMemcpyDeviceToHost), "back");
  for (int i = 0; i < count + 40; ++i) {
    const int at = count + 19 - i;
    unsigned char want[sizeof(T)] = {};
    for (size_t b = 0; at >= 0 && at < count && b < sizeof(T); ++b) {
      want[b] = (unsigned char)((unsigned)(at * (int)sizeof(T) + (int)b) * 2654435761u >> 11);
    }
    if (std::memcmp(want, &got[(size_t)i], sizeof(T)) == 0) continue;
    ++gate::failures();
    std::printf("FAIL %s, texel %d of %d\n", name, at, count);
    return;
  }
  gate::ok(cudaDestroyTextureObject(t), "destroy");
  gate::ok(cudaFree(memory), "free");
}

__global__ void twice(cudaTextureObject_t t, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(t, (int)threadIdx.x);
}

// Rows of texels around places of 4 GiB of memory: its ends, and where an offset of 32 bits has
// another sign.
constexpr int kPlaces = 5, kAround = 48;
template <class T>
__host__ __device__ size_t place(int k) {
  const size_t count = ((size_t)1 << 32) / sizeof(T);
  return k == 4 ? count - kAround : count / 4 * k - (k ? kAround / 2 : 0);
}
template <class T>
__global__ void mark(T* memory) {
  memory[place<T>(blockIdx.x) + threadIdx.x] = {(decltype(T().x))(100 * blockIdx.x + threadIdx.x)};
}
template <class T>
__global__ void around(cudaTextureObject_t t, int* out) {
  const unsigned lane = threadIdx.x ^ blockIdx.y * 5;  // in a row, and not
  if (lane >= kAround) return;
  const T texel = tex1Dfetch<T>(t, (int)(place<T>(blockIdx.x) + lane));
  out[(blockIdx.y * kPlaces + blockIdx.x) * kAround + lane] = (int)texel.x;
}
template <class T>
void large(char* memory, int* out) {
  const auto t = of(memory, cudaCreateChannelDesc<T>(), (size_t)1 << 32);
  mark<<<kPlaces, kAround>>>((T*)memory);
  around<T><<<dim3(kPlaces, 2), 64>>>(t, out);
  int got[2 * kPlaces * kAround];
  gate::ok(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost), "back");
  for (int i = 0; i < 2 * kPlaces * kAround; ++i) {
    const int want = 100 * (i / kAround % kPlaces) + i % kAround;
    gate::that(got[i] == want, "texels of 4 GiB");
  }
  gate::ok(cudaDestroyTextureObject(t), "destroy");
}

}  // namespace

int main() {
  for (int count : {1, 3, 37, 1000}) {
    fetch<unsigned char>("unsigned char", count);
    fetch<signed char>("signed char", count);
    fetch<unsigned short>("unsigned short", count);
    fetch<short2>("short2", count);
    fetch<uchar2>("uchar2", count);
    fetch<uchar4>("uchar4", count);
    fetch<ushort4>("ushort4", count);
    fetch<int>("int", count);
    fetch<uint4>("uint4", count);
  }
  // A texture sees what is written between two kernels, and ends with its last whole texel.
  float* memory = nullptr;
  float *out = nullptr, got[64];
  gate::ok(cudaMalloc(&memory, 256), "memory");
  gate::ok(cudaMalloc(&out, 256), "results");
  const auto t = of(memory, cudaCreateChannelDesc<float>(), 42);
  for (float step : {1.0f, -3.0f}) {
    float values[64];
    for (int i = 0; i < 64; ++i) values[i] = step * (float)(i + 1);
    gate::ok(cudaMemcpy(memory, values, 256, cudaMemcpyHostToDevice), "values");
    twice<<<1, 64>>>(t, out);
    gate::ok(cudaMemcpy(got, out, 256, cudaMemcpyDeviceToHost), "back");
    for (int i = 0; i < 64; ++i)
      gate::that(got[i] == (i < 10 ? values[i] : 0.0f), "what is written");
  }
  char* much = nullptr;
  int* found = nullptr;
  gate::ok(cudaMalloc(&much, (size_t)1 << 32), "4 GiB");
  gate::ok(cudaMalloc(&found, 2 * kPlaces * kAround * sizeof(int)), "results");
  large<float1>(much, found);
  large<uint4>(much, found);
  large<short2>(much, found);
  large<int2>(much, found);
  return gate::result();
}
