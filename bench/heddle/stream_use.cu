// SPDX-License-Identifier: Apache-2.0
// What it costs a host program to use streams: launches and events while a stream has work, small
// copies, and two streams beside one.
#include <chrono>
#include <cstring>

#include "bench/heddle/cases.h"
#include "bench/heddle/device.h"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

__global__ void wait_for(volatile int* gate) {
  while (*gate == 0) {
  }
}
__global__ void count(int* counter) {
  ++*counter;
}
// About a tenth of a microsecond a round.
__global__ void spin(float* out, int rounds) {
  float x = threadIdx.x;
  for (int i = 0; i < rounds; ++i) x = __fsqrt_rn(x + 1.0f);
  out[threadIdx.x] = x;
}

// A stream whose kernel ends when the gate is opened.
class GatedStream {
 public:
  GatedStream() {
    require(cudaStreamCreate(&stream_), "cudaStreamCreate");
    require(cudaMallocHost(&gate_, sizeof *gate_), "cudaMallocHost");
  }
  GatedStream(const GatedStream&) = delete;
  ~GatedStream() {
    cudaStreamDestroy(stream_);
    cudaFreeHost(gate_);
  }
  cudaStream_t get() const { return stream_; }
  void begin() {
    *const_cast<volatile int*>(gate_) = 0;
    wait_for<<<1, 1, 0, stream_>>>(gate_);
  }
  void finish() {
    *const_cast<volatile int*>(gate_) = 1;
    require(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
  }

 private:
  cudaStream_t stream_ = nullptr;
  int* gate_ = nullptr;
};

// n launches into a stream that has work: the calls, not the kernels.
class BusyLaunches : public Case {
 public:
  explicit BusyLaunches(std::int64_t n) : n_(static_cast<int>(n)), counter_({0}) {}
  void run() override { timed_run(); }
  double timed_run() override {
    stream_.begin();
    const auto begin = Clock::now();
    for (int i = 0; i < n_; ++i) count<<<1, 1, 0, stream_.get()>>>(counter_.get());
    const double time = seconds_since(begin);
    stream_.finish();
    launched_ += n_;
    return time;
  }
  double error() override { return counter_.contents()[0] - launched_; }
  double bound() const override { return 0; }

 private:
  const int n_;
  int launched_ = 0;
  DeviceInts counter_;
  GatedStream stream_;
};

// n records of an event in a stream, which is idle or has work.
template <bool busy>
class EventRecords : public Case {
 public:
  explicit EventRecords(std::int64_t n) : n_(static_cast<int>(n)) {
    require(cudaEventCreate(&event_), "cudaEventCreate");
  }
  ~EventRecords() override { cudaEventDestroy(event_); }
  void run() override { timed_run(); }
  double timed_run() override {
    if (busy) stream_.begin();
    const auto begin = Clock::now();
    for (int i = 0; i < n_; ++i) cudaEventRecord(event_, stream_.get());
    const double time = seconds_since(begin);
    wrong_ += cudaEventQuery(event_) != (busy ? cudaErrorNotReady : cudaSuccess);
    if (busy) stream_.finish();
    return time;
  }
  double error() override { return wrong_ + (cudaEventQuery(event_) != cudaSuccess); }
  double bound() const override { return 0; }

 private:
  const int n_;
  int wrong_ = 0;
  cudaEvent_t event_ = nullptr;
  GatedStream stream_;
};

// n asynchronous copies of kCopyBytes, one after the other in a megabyte of pinned host memory.
class SmallCopies : public Case {
 public:
  explicit SmallCopies(std::int64_t n)
      : n_(static_cast<int>(n)), target_(std::vector<int>(kCopySpan / sizeof(int))) {
    require(cudaStreamCreate(&stream_), "cudaStreamCreate");
    require(cudaMallocHost(&source_, kCopySpan), "cudaMallocHost");
    for (std::size_t i = 0; i < kCopySpan / sizeof(int); ++i)
      source_[i] = static_cast<int>(i * 7 + 1);
  }
  ~SmallCopies() override {
    cudaStreamDestroy(stream_);
    cudaFreeHost(source_);
  }
  void run() override {
    auto* to = reinterpret_cast<char*>(target_.get());
    const auto* from = reinterpret_cast<const char*>(source_);
    for (int i = 0; i < n_; ++i) {
      const std::size_t at = i * kCopyBytes % kCopySpan;
      cudaMemcpyAsync(to + at, from + at, kCopyBytes, cudaMemcpyHostToDevice, stream_);
    }
    require(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
  }
  double error() override {
    const auto got = target_.contents();
    const std::size_t bytes = std::min(n_ * kCopyBytes, kCopySpan);
    return std::memcmp(got.data(), source_, bytes) != 0;
  }
  double bound() const override { return 0; }

 private:
  const int n_;
  DeviceInts target_;
  cudaStream_t stream_ = nullptr;
  int* source_ = nullptr;
};

// `kernels` of one block in `streams` streams in turn, n rounds each.
template <int streams, int kernels = 64>
class Kernels : public Case {
 public:
  explicit Kernels(std::int64_t n)
      : rounds_(static_cast<int>(n)), out_(unwritten(streams * kThreads)) {
    for (cudaStream_t& stream : streams_) require(cudaStreamCreate(&stream), "cudaStreamCreate");
  }
  ~Kernels() override {
    for (cudaStream_t stream : streams_) cudaStreamDestroy(stream);
  }
  void run() override {
    for (int i = 0; i < kernels; ++i) {
      const int k = i % streams;
      spin<<<1, kThreads, 0, streams_[k]>>>(out_.get() + k * kThreads, rounds_);
    }
    finish();
  }
  // x -> sqrt(x + 1) tends to the golden ratio.
  double error() override {
    double worst = 0;
    for (const float x : out_.contents()) worst = std::fmax(worst, std::fabs(x - 1.6180339887));
    return worst;
  }
  double bound() const override { return 1e-5; }

 private:
  static constexpr int kThreads = 32;
  const int rounds_;
  DeviceFloats out_;
  cudaStream_t streams_[streams];
};

}  // namespace

std::vector<CaseEntry> stream_use_cases() {
  return {{"busy_launches", open_case<BusyLaunches>},
          {"event_records", open_case<EventRecords<false>>},
          {"busy_event_records", open_case<EventRecords<true>>},
          {"small_copies", open_case<SmallCopies>},
          {"one_stream", open_case<Kernels<1>>},
          {"two_streams", open_case<Kernels<2>>},
          {"many_streams", open_case<Kernels<64, 512>>}};
}

}  // namespace bench
