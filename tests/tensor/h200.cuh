// SPDX-License-Identifier: Apache-2.0
// The bits that an H200 gives (gpu/dump_mma.cu, gpu/condense), on fragments with zeros, denormals,
// infinities, NaNs and numbers of any size.
#pragma once

#include <cstdint>

#include "mma_test.cuh"

// Of the words of each kind of values, in the order of kForms.
constexpr std::uint64_t kH200[kFormCount][kValueKinds] = {
#include "h200.inc"
};
constexpr int kSeeds = 8;

inline std::uint64_t hash(const unsigned* words, std::size_t count) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < count; ++i) h = (h ^ words[i]) * 0x100000001b3u;
  return h;
}

template <int FORM>
void compare_with_h200(unsigned* in, unsigned* out) {
  constexpr Form form = kForms[FORM];
  constexpr int kIn = form.words_a() + form.words_b() + form.words_c();
  const int seeds = is_float(form.a) ? kSeeds : 4;
  for (int values = 0; values < kValueKinds; ++values) {
    for (int seed = 0; seed < seeds; ++seed) {
      fill<FORM>(in + (values * seeds + seed) * kIn * 32, static_cast<Values>(values),
                 static_cast<unsigned>(values * 1000 + seed));
    }
  }
  run<FORM><<<kValueKinds * seeds / 2, 64>>>(in, out);
  cuda(cudaGetLastError(), form.name);
  cuda(cudaDeviceSynchronize(), form.name);
  const std::size_t each = std::size_t{32} * form.words_d() * seeds;
  for (int values = 0; values < kValueKinds; ++values) {
    if (hash(out + values * each, each) == kH200[FORM][values]) continue;
    if (++failures < 20) std::fprintf(stderr, "FAIL %s, values %d\n", form.name, values);
  }
}

// Calls compare(in, out) with room for a form's fragments and its results.
template <typename Compare>
void with_room(Compare compare) {
  unsigned *in = nullptr, *out = nullptr;
  cuda(cudaMallocManaged(&in, sizeof(unsigned) * kValueKinds * kSeeds * 32 * 64), "malloc");
  cuda(cudaMallocManaged(&out, sizeof(unsigned) * kValueKinds * kSeeds * 32 * 16), "malloc");
  compare(in, out);
}
