// SPDX-License-Identifier: Apache-2.0
// Ways to launch: cudaLaunchKernel with an argument array, a pointer to a kernel, kernels that are
// static, in namespaces, class members' templates, with launch bounds and __restrict__.
#include "../check.h"

namespace outer {
namespace {
__global__ void hidden(const unsigned* in, unsigned* out) {
  out[check::gid()] = in[check::gid()] * 3;
}
}  // namespace
__global__ void visible(const unsigned* in, unsigned* out) {
  out[check::gid()] = in[check::gid()] * 5;
}
}  // namespace outer

static __global__ void __launch_bounds__(1024, 1)
    bounded(const unsigned* __restrict__ in, unsigned* __restrict__ out, unsigned factor) {
  unsigned i = check::gid();
  out[i] = __ldg(&in[i]) * factor + in[i + 1];
}

template <class Policy>
__global__ void with_policy(const unsigned* in, unsigned* out, Policy policy) {
  unsigned i = check::gid();
  out[i] = policy(in[i]);
}

struct Multiply {
  unsigned by;
  HD unsigned operator()(unsigned v) const { return v * by; }
};

extern "C" __global__ void plain_name(const unsigned* in, unsigned* out) {
  out[check::gid()] = ~in[check::gid()];
}

using Kernel = void (*)(const unsigned*, unsigned*);

int main() {
  auto times = [](unsigned by) {
    return [by](const check::Thread& t, const unsigned* in) { return in[t.global] * by; };
  };
  Kernel kernels[] = {outer::hidden, outer::visible};
  for (unsigned k = 0; k < 2; ++k) {
    check::run<unsigned>(
        "pointer to a kernel",
        [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernels[k]<<<g, b>>>(in, out); },
        times(k ? 5 : 3));
  }
  check::run<unsigned>(
      "cudaLaunchKernel",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        unsigned factor = 11;
        void* arguments[] = {&in, &out, &factor};
        check::cuda(cudaLaunchKernel((const void*)bounded, g, b, arguments, 0, nullptr),
                    "cudaLaunchKernel");
      },
      [](const check::Thread& t, const unsigned* in) {
        return in[t.global] * 11 + in[t.global + 1];
      });
  check::run<unsigned>(
      "function object",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        with_policy<<<g, b>>>(in, out, Multiply{13});
      },
      times(13));
  check::run<unsigned>(
      "extern \"C\"",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { plain_name<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return ~in[t.global]; });
  return check::result();
}
