// SPDX-License-Identifier: Apache-2.0
// Loads and stores with cache hints, of all widths, uniform and scattered, under divergence: what
// plain ones do. __ldcv sees what a lane stored before.
#include "../check.h"

struct Words {
  unsigned w[8];
};

template <class T>
__device__ T* at(Words* o, unsigned i) {
  return reinterpret_cast<T*>(o[i].w);
}

__global__ void __launch_bounds__(1024) kernel(const unsigned* in, Words* out) {
  const unsigned i = check::gid(), n = check::block_threads() * gridDim.x, v = in[i];
  const auto* bytes = reinterpret_cast<const unsigned char*>(in);
  const auto* halves = reinterpret_cast<const short*>(in);
  const auto* wide = reinterpret_cast<const unsigned long long*>(in);
  const auto* fours = reinterpret_cast<const uint4*>(in);
  unsigned sum = __ldg(bytes + v % n) + (unsigned)__ldg(halves + v % n) + __ldg(in + 5);
  if (v % 3) {
    sum += __ldca(in + v % n) * 3 + __ldcg(in + i) * 5 + (unsigned)__ldcs(wide + v % (n / 2 + 1));
    const uint4 four = __ldg(fours + v % (n / 4 + 1));
    sum += four.x + four.y * 3 + four.z * 5 + four.w * 7;
  } else {
    sum += __ldlu(in + i + 1) + (unsigned)(__ldca(reinterpret_cast<const double*>(in) + 1) > 0);
  }
  __stwb(at<unsigned>(out, i), sum);
  __stcg(at<unsigned short>(out, i) + 2, (unsigned short)v);
  __stcs(at<unsigned char>(out, i) + 6, (unsigned char)(v >> 8));
  __stwt(at<unsigned char>(out, i) + 7, (unsigned char)i);
  if (v % 2) {
    __stcg(at<unsigned long long>(out, i) + 1, v * 0x100000001ull);
    __stcs(at<uint4>(out, i) + 1, make_uint4(v, i, sum, 9));
  } else {
    __stwt(at<uint2>(out, i) + 1, make_uint2(i, v));
    __stwb(at<float4>(out, i) + 1, make_float4(1, 2, (float)(v % 100), 4));
  }
  const unsigned seen = __ldcv(at<unsigned>(out, i));
  out[i].w[0] = seen + (unsigned)__ldcv(at<unsigned short>(out, i) + 2);
}

Words model(const check::Thread& t, const unsigned* in) {
  const unsigned i = t.global, n = t.blocks * t.block_threads, v = in[i];
  const auto* bytes = reinterpret_cast<const unsigned char*>(in);
  const auto* halves = reinterpret_cast<const short*>(in);
  unsigned sum = bytes[v % n] + (unsigned)halves[v % n] + in[5];
  if (v % 3) {
    sum += in[v % n] * 3 + in[i] * 5 + in[v % (n / 2 + 1) * 2];
    const unsigned* four = in + v % (n / 4 + 1) * 4;
    sum += four[0] + four[1] * 3 + four[2] * 5 + four[3] * 7;
  } else {
    double d;
    memcpy(&d, in + 2, 8);
    sum += in[i + 1] + (unsigned)(d > 0);
  }
  Words o;
  o.w[0] = sum + (v & 0xffff);
  o.w[1] = (v & 0xffff) | (v >> 8 & 255) << 16 | (i & 255) << 24;
  const float floats[4] = {1, 2, (float)(v % 100), 4};
  const unsigned odd[6] = {v, v, v, i, sum, 9};
  o.w[2] = v % 2 ? v : i;
  o.w[3] = v;
  if (v % 2)
    memcpy(o.w + 4, odd + 2, 16);
  else
    memcpy(o.w + 4, floats, 16);
  return o;
}

int main() {
  check::run<Words>(
      "cache hints",
      [](dim3 g, dim3 b, const unsigned* in, Words* out) { kernel<<<g, b>>>(in, out); }, model);
  return check::result();
}
