// SPDX-License-Identifier: Apache-2.0
// Two streams that each copy, compute and copy back (CUDA C++ Programming Guide, "Overlapping
// Behavior"). Issued stream by stream, the second stream's copy to the device comes behind the
// first one's copy back where there is one copy engine, and beside it where there are two. Issued
// step by step, it waits for nothing.
#include <unistd.h>

#include "gate.h"

namespace {

constexpr size_t kBytes = 1 << 20;
char *host[2], *back[2], *device[2];
cudaStream_t stream[2];
cudaEvent_t copied[2];
unsigned *gates, *out;

void copy_in(int i) {
  gate::ok(cudaMemcpyAsync(device[i], host[i], kBytes, cudaMemcpyHostToDevice, stream[i]), "in");
  gate::ok(cudaEventRecord(copied[i], stream[i]), "cudaEventRecord");
}
void compute(int i) {
  gate::pass<<<1, 32, 0, stream[i]>>>(gates + i, out + i, 1);
}
void copy_out(int i) {
  gate::ok(cudaMemcpyAsync(back[i], device[i], kBytes, cudaMemcpyDeviceToHost, stream[i]), "out");
}

// Whether both copies to the device are made while no kernel can end.
bool second_copy_overlaps() {
  gate::ok(cudaEventSynchronize(copied[0]), "the first stream's copy");
  for (int k = 0; k < 200; ++k) {
    if (cudaEventQuery(copied[1]) == cudaSuccess) return true;
    usleep(1000);
  }
  (void)cudaGetLastError();
  return false;
}

void finish(char value) {
  for (int i = 0; i < 2; ++i) *(volatile unsigned*)(gates + i) = 1;
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  for (int i = 0; i < 2; ++i) {
    gate::that(back[i][0] == value + i && back[i][kBytes - 1] == value + i, "what came back");
    *(volatile unsigned*)(gates + i) = 0;
  }
}

void prepare(char value) {
  for (int i = 0; i < 2; ++i) {
    for (size_t k = 0; k < kBytes; ++k) host[i][k] = static_cast<char>(value + i);
  }
}

}  // namespace

int main() {
  gates = gate::pinned<unsigned>(2);
  out = gate::pinned<unsigned>(2);
  for (int i = 0; i < 2; ++i) {
    host[i] = gate::pinned<char>(kBytes);
    back[i] = gate::pinned<char>(kBytes);
    gate::ok(cudaMalloc(&device[i], kBytes), "cudaMalloc");
    gate::ok(cudaStreamCreate(&stream[i]), "cudaStreamCreate");
    gate::ok(cudaEventCreate(&copied[i]), "cudaEventCreate");
  }
  int engines = 0;
  gate::ok(cudaDeviceGetAttribute(&engines, cudaDevAttrAsyncEngineCount, 0), "copy engines");

  prepare(10);
  for (int i = 0; i < 2; ++i) {
    copy_in(i);
    compute(i);
    copy_out(i);
  }
  gate::that(second_copy_overlaps() == (engines >= 2), "stream by stream");
  finish(10);

  prepare(20);
  for (int i = 0; i < 2; ++i) copy_in(i);
  for (int i = 0; i < 2; ++i) compute(i);
  for (int i = 0; i < 2; ++i) copy_out(i);
  gate::that(second_copy_overlaps(), "step by step");
  finish(20);
  return gate::result();
}
