// SPDX-License-Identifier: Apache-2.0
#include "bench/heddle/cases.h"
#include "bench/heddle/device.h"

namespace bench {
namespace {

__global__ void empty_kernel() {}

// A grid of n blocks: one runs where it is launched, many wake the workers.
class Empty : public Case {
 public:
  explicit Empty(std::int64_t n) : blocks_(n) {}
  void run() override {
    empty_kernel<<<blocks_, 256>>>();
    status_ = cudaDeviceSynchronize();
  }
  double error() override { return cudaGetLastError() != cudaSuccess || status_ != cudaSuccess; }
  double bound() const override { return 0; }

 private:
  int blocks_;
  cudaError_t status_ = cudaErrorUnknown;
};

__global__ void count(unsigned* runs) {
  ++*runs;
}

// A chain of n empty kernels, as a graph and as launches; `count` at the end tells that all ran.
class Chain : public Case {
 public:
  explicit Chain(std::int64_t n) : kernels_(n) {
    require(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate");
    require(cudaMalloc(&device_, sizeof *device_), "cudaMalloc");
    require(cudaMemset(device_, 0, sizeof *device_), "cudaMemset");
  }
  double error() override {
    unsigned runs = 0;
    require(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
    require(cudaMemcpy(&runs, device_, sizeof runs, cudaMemcpyDeviceToHost), "cudaMemcpy");
    return runs != asked_;
  }
  double bound() const override { return 0; }

 protected:
  void launch_all() {
    for (std::int64_t i = 1; i < kernels_; ++i) empty_kernel<<<1, 1, 0, stream_>>>();
    count<<<1, 1, 0, stream_>>>(device_);
  }

  cudaStream_t stream_;
  unsigned asked_ = 0;

 private:
  std::int64_t kernels_;
  unsigned* device_;
};

class Launches : public Chain {
 public:
  using Chain::Chain;
  void run() override {
    ++asked_;
    launch_all();
    require(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
  }
};

class Graph : public Chain {
 public:
  explicit Graph(std::int64_t n) : Chain(n) {
    cudaGraph_t graph;
    require(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
    launch_all();
    require(cudaStreamEndCapture(stream_, &graph), "cudaStreamEndCapture");
    require(cudaGraphInstantiate(&exec_, graph, 0), "cudaGraphInstantiate");
    require(cudaGraphDestroy(graph), "cudaGraphDestroy");
  }
  void run() override {
    enqueue();
    require(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
  }

 protected:
  void enqueue() {
    ++asked_;
    require(cudaGraphLaunch(exec_, stream_), "cudaGraphLaunch");
  }

 private:
  cudaGraphExec_t exec_;
};

// The call alone: the launches run behind it.
class GraphCall : public Graph {
 public:
  using Graph::Graph;
  void run() override { enqueue(); }
};

}  // namespace

std::vector<CaseEntry> launch_cases() {
  return {{"empty", open_case<Empty>},
          {"launches", open_case<Launches>},
          {"graph", open_case<Graph>},
          {"graph_call", open_case<GraphCall>}};
}

}  // namespace bench
