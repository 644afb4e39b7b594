// SPDX-License-Identifier: Apache-2.0
// Clocks for what the host launches. GPU time is what counts in a program that keeps its GPU busy:
// a kernel that does nothing runs first, for longer than the host takes to launch, so that the
// launch costs nothing. So does a graph of launches, which follow each other without the host. One
// launch on an idle GPU ends no sooner than the host has launched all.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "../common/device_array.h"
#include "../common/timing.h"

namespace gemm {

static __global__ void spin(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

// Where launches that are to be timed go: another stream while a graph is made of them.
inline cudaStream_t& timed_stream() {
  static cudaStream_t stream = nullptr;
  return stream;
}

struct Conditions {
  bool busy = true;      // GPU time; else one launch on an idle GPU
  int of_graph = 0;      // when not 0: so many launches in a graph, and a launch's share of it
  bool flushed = false;  // other bytes were written to L2 before
  int pause = 0;         // milliseconds before each launch, in which the GPU cools down
};

// `count` launches in a graph.
class LaunchGraph {
 public:
  LaunchGraph(const std::function<void()>& launch, int count) {
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    timed_stream() = stream;
    launch();  // a library gets used to the stream
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    for (int i = 0; i < count; ++i) launch();
    timed_stream() = nullptr;
    cudaGraph_t graph;
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    size_t nodes = 0;
    CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    captured_ = nodes != 0;
    CUDA_CHECK(cudaGraphInstantiate(&executable_, graph, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaStreamDestroy(stream));
  }
  LaunchGraph(const LaunchGraph&) = delete;
  LaunchGraph& operator=(const LaunchGraph&) = delete;
  ~LaunchGraph() { cudaGraphExecDestroy(executable_); }
  void operator()() const { CUDA_CHECK(cudaGraphLaunch(executable_, nullptr)); }
  // Or the library refused to be captured.
  bool captured() const { return captured_; }

 private:
  bool captured_ = false;
  cudaGraphExec_t executable_ = nullptr;
};

// Medians of what a launch takes, in milliseconds (0: what cannot be captured, in a graph). The
// launches take turns, so that all meet the same clock and temperature.
inline std::vector<double> medians_in_turn(const Conditions& conditions, int repetitions,
                                           const std::vector<std::function<void()>>& launches) {
  constexpr long long kSpinCycles = 250000;       // 130 us at 1.9 GHz
  constexpr size_t kFlushed = size_t(256) << 20;  // several times what L2 holds
  const gallery::DeviceArray<char> others(conditions.flushed ? kFlushed : 1);
  std::vector<gallery::EventTimer> timers(launches.size());
  for (int i = 0; i < repetitions; ++i)
    for (size_t l = 0; l < launches.size(); ++l) {
      if (conditions.pause > 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(conditions.pause));
      if (conditions.flushed) CUDA_CHECK(cudaMemsetAsync(others.get(), i, kFlushed, nullptr));
      if (conditions.busy) spin<<<1, 1>>>(kSpinCycles);
      timers[l].take(launches[l]);
    }
  std::vector<double> medians;
  for (gallery::EventTimer& timer : timers) medians.push_back(timer.median());
  return medians;
}

inline std::vector<double> gpu_times_in_turn(int warmup, int repetitions,
                                             const std::vector<std::function<void()>>& launches,
                                             const Conditions& conditions = {}) {
  for (int i = 0; i < warmup; ++i)
    for (const auto& launch : launches) launch();
  if (conditions.of_graph == 0) return medians_in_turn(conditions, repetitions, launches);
  std::vector<std::function<void()>> graphs;
  for (const auto& launch : launches)
    graphs.push_back(
        [graph = std::make_shared<LaunchGraph>(launch, conditions.of_graph)] { (*graph)(); });
  std::vector<double> times = medians_in_turn(conditions, repetitions, graphs);
  for (double& time : times) time /= conditions.of_graph;
  return times;
}

struct Times {
  double gpu = 0, one_launch = 0;  // medians, in milliseconds
};
inline std::vector<Times> times_in_turn(int warmup, int repetitions,
                                        const std::vector<std::function<void()>>& launches) {
  std::vector<Times> times(launches.size());
  if (repetitions == 0) return times;
  const std::vector<double> gpu = gpu_times_in_turn(warmup, repetitions, launches);
  const std::vector<double> one_launch = medians_in_turn({false}, repetitions, launches);
  for (size_t l = 0; l < launches.size(); ++l) times[l] = {gpu[l], one_launch[l]};
  return times;
}

}  // namespace gemm
