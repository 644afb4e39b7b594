// SPDX-License-Identifier: Apache-2.0
// Every number of the formats of 8 and 16 bits, as integers and as numbers; components that are
// not there; vectors of 1, 2 and 4 components; the form of lookups that returns by pointer.
#include <cuda_fp16.h>

#include "textures.h"

using namespace textures;

namespace {

std::vector<At> places(int count) {
  std::vector<At> at;
  for (int i = 0; i < count; ++i) {
    at.push_back({(float)(i % 256) + 0.5f, (float)(i / 256) + 0.5f, 0, 0});
  }
  return at;
}

unsigned word(float x) {
  unsigned w;
  std::memcpy(&w, &x, 4);
  return w;
}

// want(i): the word that texel i must give.
template <class T, class Want>
void all(const char* name, cudaArray_t a, const Mode& mode, int count, Want want) {
  const auto at = places(count);
  const auto got = ask<T>(In2D(), object(a, mode), at);
  for (int i = 0; i < count; ++i) {
    const unsigned is = got[(size_t)i].w[0], expected = want(i);
    if (is == expected) continue;
    // Bits of what is not a number are the CPU's.
    if (number(is) != number(is) && number(expected) != number(expected)) continue;
    return wrong(name, (size_t)i, at[(size_t)i], 0, is, expected);
  }
}

void numbers() {
  std::vector<unsigned char> bytes(256);
  std::vector<unsigned short> shorts(65536);
  for (int i = 0; i < 256; ++i) bytes[(size_t)i] = (unsigned char)i;
  for (int i = 0; i < 65536; ++i) shorts[(size_t)i] = (unsigned short)i;
  cudaArray_t u8 = array(cudaCreateChannelDesc<unsigned char>(), 256, 1, 0, 0, bytes.data()),
              s8 = array(cudaCreateChannelDesc<signed char>(), 256, 1, 0, 0, bytes.data()),
              u16 = array(cudaCreateChannelDesc<unsigned short>(), 256, 256, 0, 0, shorts.data()),
              s16 = array(cudaCreateChannelDesc<short>(), 256, 256, 0, 0, shorts.data()),
              f16 = array(cudaCreateChannelDescHalf(), 256, 256, 0, 0, shorts.data());
  Mode element, number;
  number.read = cudaReadModeNormalizedFloat;
  all<int>("u8", u8, element, 256, [](int i) { return (unsigned)i; });
  all<int>("s8", s8, element, 256, [](int i) { return (unsigned)(signed char)i; });
  all<int>("u16", u16, element, 65536, [](int i) { return (unsigned)i; });
  all<int>("s16", s16, element, 65536, [](int i) { return (unsigned)(short)i; });
  all<float>("u8n", u8, number, 256, [](int i) { return word((float)i / 255.0f); });
  all<float>("s8n", s8, number, 256,
             [](int i) { return word(std::fmax((float)(signed char)i / 127.0f, -1.0f)); });
  all<float>("u16n", u16, number, 65536, [](int i) { return word((float)i / 65535.0f); });
  all<float>("s16n", s16, number, 65536,
             [](int i) { return word(std::fmax((float)(short)i / 32767.0f, -1.0f)); });
  all<float>("half", f16, element, 65536, [](int i) {
    __half_raw raw;
    raw.x = (unsigned short)i;
    const float x = __half2float(__half(raw));
    return word(x);
  });
}

// All types that a lookup can give, each lane another texel; what is missing is 0.
template <class T>
__global__ void typed(cudaTextureObject_t t, T* out) {
  const float x = (float)((threadIdx.x * 7) % 32) + 0.5f;
  T value;
  tex1D(&value, t, x);
  out[threadIdx.x] = value;
  out[threadIdx.x + blockDim.x] = tex1D<T>(t, x);
}

template <class T, class Stored>
void type(const char* name) {
  constexpr size_t kBytes = sizeof(T) < sizeof(Stored) ? sizeof(T) : sizeof(Stored);
  unsigned char texels[32 * 16];
  for (unsigned i = 0; i < sizeof texels; ++i) texels[i] = (unsigned char)(i * 2654435761u >> 9);
  cudaArray_t a = array(cudaCreateChannelDesc<Stored>(), 32, 0, 0, 0, texels);
  T* out = nullptr;
  T got[90];
  gate::ok(cudaMalloc(&out, sizeof got), "results");
  typed<T><<<1, 45>>>(object(a, Mode()), out);
  gate::ok(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost), "back");
  for (unsigned i = 0; i < 90; ++i) {
    unsigned char want[sizeof(T)] = {};
    std::memcpy(want, texels + i % 45 * 7 % 32 * sizeof(Stored), kBytes);
    if (std::memcmp(want, &got[i], sizeof(T)) == 0) continue;
    ++gate::failures();
    std::printf("FAIL %s, lane %u\n", name, i);
    return;
  }
}

}  // namespace

int main() {
  numbers();
  type<char2, char2>("char2");
  type<unsigned char, unsigned char>("unsigned char");
  type<uchar4, uchar4>("uchar4");
  type<ushort2, ushort2>("ushort2");
  type<short4, short4>("short4");
  type<int4, int4>("int4");
  type<float2, float2>("float2");
  type<float2, float1>("float2 of float1");
  type<float2, float4>("float2 of float4");
  type<int4, int1>("int4 of int1");
  type<uchar4, uchar2>("uchar4 of uchar2");
  type<short4, short1>("short4 of short1");
  return gate::result();
}
