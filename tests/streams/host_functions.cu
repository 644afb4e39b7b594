// SPDX-License-Identifier: Apache-2.0
// Host functions run in their stream's turn, one after the other, in another thread than the one
// that submits them; they must not call the API; a callback hears of the device's error, a host
// function is left out after one.
#include <thread>

#include "gate.h"

namespace {

struct Heard {
  volatile unsigned order = 0;
  std::thread::id thread;
  cudaError_t error = cudaSuccess, called = cudaSuccess;
  unsigned at[4] = {};
};
Heard heard;

void first(void* data) {
  heard.at[0] = ++const_cast<unsigned&>(heard.order);
  heard.thread = std::this_thread::get_id();
  void* p = nullptr;
  heard.called = cudaMalloc(&p, 4);
  *static_cast<unsigned*>(data) += 1;
}
void second(cudaStream_t, cudaError_t error, void* data) {
  heard.at[1] = ++const_cast<unsigned&>(heard.order);
  heard.error = error;
  *static_cast<unsigned*>(data) *= 3;
}
void left_out(void*) {
  heard.at[2] = 1;
}
void told(cudaStream_t, cudaError_t error, void*) {
  heard.error = error;
}
__global__ void trap() {
  __trap();
}

}  // namespace

int main() {
  cudaStream_t s;
  gate::ok(cudaStreamCreate(&s), "cudaStreamCreate");
  auto* gates = gate::pinned<unsigned>(1);
  auto* out = gate::pinned<unsigned>(2);
  gate::pass<<<1, 1, 0, s>>>(gates, out, 4);
  gate::ok(cudaLaunchHostFunc(s, first, out), "cudaLaunchHostFunc");
  gate::ok(cudaStreamAddCallback(s, second, out, 0), "cudaStreamAddCallback");
  gate::write<<<1, 1, 0, s>>>(out + 1, 9);
  gate::that(heard.order == 0, "it waits for its turn");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaStreamSynchronize(s), "cudaStreamSynchronize");
  gate::that(*(volatile unsigned*)out == 15, "after the kernel, in their order");
  gate::that(((volatile unsigned*)out)[1] == 9, "the kernel behind them");
  gate::that(heard.at[0] == 1 && heard.at[1] == 2, "one after the other");
  gate::that(heard.thread != std::this_thread::get_id(), "in a thread of their own");
  gate::is(heard.called, cudaErrorNotPermitted, "a call of the API inside");
  gate::ok(heard.error, "what the callback is told");

  if (!std::freopen("/dev/null", "w", stderr)) return 1;  // the line that names the kernel
  // All is submitted before the kernel fails: calls behind that answer its error.
  *(volatile unsigned*)gates = 0;
  gate::pass<<<1, 1, 0, s>>>(gates, out, 4);
  trap<<<1, 1, 0, s>>>();
  cudaLaunchHostFunc(s, left_out, nullptr);
  cudaStreamAddCallback(s, told, nullptr, 0);
  *(volatile unsigned*)gates = 1;
  gate::is(cudaStreamSynchronize(s), cudaErrorLaunchFailure, "a kernel that fails");
  gate::that(heard.at[2] == 0, "host functions behind it are left out");
  gate::is(heard.error, cudaErrorLaunchFailure, "callbacks are told");
  gate::ok(cudaDeviceReset(), "cudaDeviceReset");
  return gate::result();
}
