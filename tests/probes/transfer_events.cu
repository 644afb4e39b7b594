// SPDX-License-Identifier: Apache-2.0
// Copies and sets of the runtime: both sides, by which call, in which stream, when; and those that
// a call refuses.
#include <string>

#include "counter.h"

namespace probes = heddle::probes;
using Kind = probes::TransferKind;

struct Told {
  Kind kind;
  bool refused;
  std::uint64_t stream;
  probes::TransferBox to, from;
  std::uint64_t width, height, depth;
  std::string name;
  bool traced;
  int seen;  // the target's first word when it was told
};

class Recorder : public probes::Listener {
 public:
  probes::EventMask events() const override { return mask(probes::Event::kTransfer); }
  void transfer(const probes::Transfer& event) override {
    const std::lock_guard lock(mutex_);
    // The target of a refused copy may be no memory.
    const int seen = event.refused ? 0 : *reinterpret_cast<const int*>(event.to.address);
    all.push_back({event.kind, event.refused, event.stream, event.to, event.from, event.width,
                   event.height, event.depth, std::string(event.name), !event.trace.empty(), seen});
  }
  std::size_t count() {
    const std::lock_guard lock(mutex_);
    return all.size();
  }
  std::vector<Told> all;

 private:
  std::mutex mutex_;
};

Recorder recorder;

// What was told since the last time, which must be one. A small copy to the device is made later.
Told only(int line) {
  cudaDeviceSynchronize();
  counter::expect_at(line, "events", recorder.all.size(), 1);
  Told told = recorder.all.empty() ? Told{} : recorder.all.back();
  recorder.all.clear();
  return told;
}

void expect(int line, const Told& told, Kind kind, const void* to, const void* from,
            std::uint64_t width, const char* name) {
  const auto word = [](const void* p) { return reinterpret_cast<std::uintptr_t>(p); };
  counter::expect_at(line, "kind", unsigned(told.kind), unsigned(kind));
  counter::expect_at(line, "refused", told.refused, false);
  counter::expect_at(line, "target", told.to.address, word(to));
  counter::expect_at(line, "source", told.from.address, word(from));
  counter::expect_at(line, "width", told.width, width);
  counter::expect_at(line, "a trace", told.traced, true);
  if (told.name != name) {
    std::fprintf(stderr, "line %d: by %s, expected %s\n", line, told.name.c_str(), name);
    counter::failed() = true;
  }
}
#define EXPECT_COPY(to, from, width, name) \
  expect(__LINE__, only(__LINE__), Kind::kCopy, to, from, width, name)
#define EXPECT_SET(to, width, name) \
  expect(__LINE__, only(__LINE__), Kind::kSet, to, nullptr, width, name)

__device__ int variable[8];

__global__ void wait_for(volatile int* flag) {
  while (*flag == 0) {
  }
}

void linear(int* x, int* y) {
  static int host[100000];
  cudaMemcpy(x, host, 64, cudaMemcpyHostToDevice);  // the short path of a plain run
  EXPECT_COPY(x, host, 64, "cudaMemcpy");
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  EXPECT_COPY(x, host, sizeof host, "cudaMemcpy");
  cudaMemcpy(host, x, 64, cudaMemcpyDefault);
  EXPECT_COPY(host, x, 64, "cudaMemcpy");
  cudaMemcpyAsync(y, x, 4000, cudaMemcpyDeviceToDevice, nullptr);
  cudaDeviceSynchronize();
  EXPECT_COPY(y, x, 4000, "cudaMemcpyAsync");
  cudaMemcpyPeer(y, 0, x, 0, 400);
  cudaDeviceSynchronize();
  EXPECT_COPY(y, x, 400, "cudaMemcpyPeer");
  cudaMemset(x, 1, 100);
  cudaDeviceSynchronize();
  EXPECT_SET(x, 100, "cudaMemset");
  cudaMemcpy(x, host, 0, cudaMemcpyHostToDevice);
  EXPECT(recorder.count(), 0);
}

void boxes(int* x, int* y) {
  cudaMemcpy2D(x, 64, y, 128, 40, 5, cudaMemcpyDeviceToDevice);
  cudaDeviceSynchronize();
  const Told told = only(__LINE__);
  expect(__LINE__, told, Kind::kCopy, x, y, 40, "cudaMemcpy2D");
  EXPECT(told.to.pitch, 64);
  EXPECT(told.from.pitch, 128);
  EXPECT(told.height, 5);
  EXPECT(told.depth, 1);
  cudaMemset3D(make_cudaPitchedPtr(x, 64, 40, 6), 3, make_cudaExtent(40, 5, 2));
  cudaDeviceSynchronize();
  const Told set = only(__LINE__);
  expect(__LINE__, set, Kind::kSet, x, nullptr, 40, "cudaMemset3D");
  EXPECT(set.to.pitch, 64);
  EXPECT(set.to.slice, 384);
  EXPECT(set.height, 5);
  EXPECT(set.depth, 2);
}

void symbols() {
  int host[8] = {};
  void* at = nullptr;
  cudaGetSymbolAddress(&at, variable);
  cudaMemcpyToSymbol(variable, host, 8, 4);
  EXPECT_COPY(static_cast<char*>(at) + 4, host, 8, "cudaMemcpyToSymbol");
  cudaMemcpyFromSymbol(host, variable, sizeof host);
  EXPECT_COPY(host, at, sizeof host, "cudaMemcpyFromSymbol");
}

// Told when the stream has come to it, and before it is made.
void in_stream_order(int* x, int* y) {
  cudaStream_t stream;
  int* flag = nullptr;
  cudaStreamCreate(&stream);
  cudaMallocHost(&flag, sizeof(int));
  *flag = 0;
  cudaMemset(x, 0, 4);
  cudaDeviceSynchronize();
  recorder.all.clear();
  wait_for<<<1, 1, 0, stream>>>(flag);
  cudaMemsetAsync(x, 1, 64, stream);
  cudaMemcpyAsync(y, x, 64, cudaMemcpyDeviceToDevice, stream);
  EXPECT(recorder.count(), 0);
  *static_cast<volatile int*>(flag) = 1;
  cudaStreamSynchronize(stream);
  EXPECT(recorder.count(), 2);
  if (recorder.count() == 2) {
    EXPECT(unsigned(recorder.all[0].kind), unsigned(Kind::kSet));
    EXPECT(recorder.all[0].seen, 0);
    EXPECT(unsigned(recorder.all[1].kind), unsigned(Kind::kCopy));
    EXPECT(recorder.all[0].stream == recorder.all[1].stream, true);
    EXPECT(recorder.all[0].stream != 0, true);
  }
  recorder.all.clear();
  cudaFreeHost(flag);
  cudaStreamDestroy(stream);
}

void nodes(int* x, int* y) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(x, 7, 256, stream);
  cudaMemcpyAsync(y, x, 128, cudaMemcpyDeviceToDevice, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  EXPECT(recorder.count(), 0);
  for (int round = 0; round < 2; ++round) {
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    EXPECT(recorder.count(), 2);
    if (recorder.count() == 2) {
      expect(__LINE__, recorder.all[0], Kind::kSet, x, nullptr, 256, "cudaGraphLaunch");
      expect(__LINE__, recorder.all[1], Kind::kCopy, y, x, 128, "cudaGraphLaunch");
      EXPECT(recorder.all[1].stream, 0);
    }
    recorder.all.clear();
  }
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

void refused(int* x) {
  int host[4] = {};
  EXPECT(cudaMemcpy(x, host, std::size_t{1} << 40, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT(only(__LINE__).refused, true);
  EXPECT(cudaMemset(x, 0, std::size_t{1} << 40), cudaErrorInvalidValue);
  const Told set = only(__LINE__);
  EXPECT(set.refused, true);
  EXPECT(unsigned(set.kind), unsigned(Kind::kSet));
  EXPECT(cudaMemcpyToSymbol(variable, host, 16, 20), cudaErrorInvalidValue);
  EXPECT(only(__LINE__).refused, true);
  EXPECT(cudaMemcpyFromSymbol(host, variable, 16, 20), cudaErrorInvalidValue);
  EXPECT(only(__LINE__).refused, true);
  cudaGetLastError();
}

int main() {
  heddle_add_listener(&recorder);
  int *x = nullptr, *y = nullptr;
  cudaMalloc(&x, 400000);
  cudaMalloc(&y, 400000);
  linear(x, y);
  boxes(x, y);
  symbols();
  in_stream_order(x, y);
  nodes(x, y);
  refused(x);
  heddle_remove_listener(&recorder);
  cudaMemset(x, 0, 4);
  EXPECT(recorder.count(), 0);
  return counter::result();
}
