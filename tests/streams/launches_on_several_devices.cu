// SPDX-License-Identifier: Apache-2.0
// cudaLaunchCooperativeKernelMultiDevice: a cooperative grid on each device. All begin when both
// streams are free, and both streams go on when all have ended.
#include <cooperative_groups.h>

#include "gate.h"

// Each block adds its number, behind a barrier of the grid that all blocks reach.
__global__ void sum(unsigned* out, unsigned* arrived) {
  if (threadIdx.x == 0) atomicAdd(arrived, 1);
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0) atomicAdd(out, *arrived * 100 + blockIdx.x);
}

int main() {
  setenv("HEDDLE_GPU", "h200,h200", 1);
  cudaStream_t s[2];
  auto* out = gate::pinned<unsigned>(2);
  auto* arrived = gate::pinned<unsigned>(2);
  auto* opened = gate::pinned<unsigned>(1);
  auto* passed = gate::pinned<unsigned>(1);
  unsigned* outs[2] = {out, out + 1};
  unsigned* arrivals[2] = {arrived, arrived + 1};
  void* args[2][2] = {{&outs[0], &arrivals[0]}, {&outs[1], &arrivals[1]}};
  cudaLaunchParams list[2];
  for (int i = 0; i < 2; ++i) {
    gate::ok(cudaSetDevice(i), "device");
    gate::ok(cudaStreamCreate(&s[i]), "stream");
    list[i] = {(void*)sum, dim3(4), dim3(64), args[i], 0, s[i]};
  }
  gate::ok(cudaSetDevice(0), "device");

  // The grid of the other device waits for what this one's stream has to do.
  gate::pass<<<1, 1, 0, s[0]>>>(opened, passed, 1);
  gate::ok(cudaLaunchCooperativeKernelMultiDevice(list, 2, 0), "launch");
  gate::is(cudaStreamQuery(s[1]), cudaErrorNotReady, "it has not begun");
  gate::that(*(volatile unsigned*)&arrived[1] == 0, "it has not begun");
  *(volatile unsigned*)opened = 1;
  for (auto stream : s) gate::ok(cudaStreamSynchronize(stream), "wait");
  gate::that(out[0] == 4 * 400 + 6 && out[1] == 4 * 400 + 6, "both ran, each with its barrier");

  // Without waiting before: the other one runs at once.
  *opened = 0;
  out[1] = arrived[1] = 0;
  gate::pass<<<1, 1, 0, s[0]>>>(opened, passed, 1);
  gate::ok(cudaLaunchCooperativeKernelMultiDevice(list, 2,
                                                  cudaCooperativeLaunchMultiDeviceNoPreSync |
                                                      cudaCooperativeLaunchMultiDeviceNoPostSync),
           "launch");
  gate::ok(cudaStreamSynchronize(s[1]), "the other one");
  gate::that(out[1] == 4 * 400 + 6, "it ran");
  *(volatile unsigned*)opened = 1;
  gate::ok(cudaStreamSynchronize(s[0]), "wait");

  const auto refused = [&](cudaError_t want, const char* what) {
    gate::is(cudaLaunchCooperativeKernelMultiDevice(list, 2, 0), want, what);
  };
  gate::is(cudaLaunchCooperativeKernelMultiDevice(nullptr, 2, 0), cudaErrorInvalidValue, "no list");
  gate::is(cudaLaunchCooperativeKernelMultiDevice(list, 0, 0), cudaErrorInvalidValue, "none");
  gate::is(cudaLaunchCooperativeKernelMultiDevice(list, 2, 8), cudaErrorInvalidValue, "flags");
  gate::is(cudaLaunchCooperativeKernelMultiDevice(list, 99, 0), cudaErrorInvalidDevice, "too many");
  list[1].gridDim = dim3(5);
  refused(cudaErrorInvalidValue, "another shape");
  list[1].gridDim = dim3(4);
  list[1].stream = nullptr;
  refused(cudaErrorInvalidValue, "a default stream");
  list[1].stream = s[0];
  refused(cudaErrorInvalidDevice, "one device twice");
  return gate::result();
}
