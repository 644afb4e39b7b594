// SPDX-License-Identifier: Apache-2.0
// Errors that calls answer, and when the program asks for the last one.
#include <chrono>
#include <string>
#include <thread>

#include "counter.h"

namespace probes = heddle::probes;
using probes::ApiChange;

struct Told {
  ApiChange change;
  int error;
  std::string error_name, text, name;
  bool traced;
  std::thread::id thread;
};

class Recorder : public probes::Listener {
 public:
  probes::EventMask events() const override { return mask(probes::Event::kApi); }
  void api(const probes::Api& event) override {
    all.push_back({event.change, event.error, std::string(event.error_name),
                   std::string(event.error_text), std::string(event.name), !event.trace.empty(),
                   std::this_thread::get_id()});
  }
  std::vector<Told> all;
};

Recorder recorder;

void expect(int line, ApiChange change, int error, const char* name) {
  counter::expect_at(line, "events", recorder.all.size(), 1);
  if (recorder.all.empty()) return;
  const Told told = recorder.all.back();
  recorder.all.clear();
  counter::expect_at(line, "change", unsigned(told.change), unsigned(change));
  counter::expect_at(line, "error", unsigned(told.error), unsigned(error));
  counter::expect_at(line, "name", told.error_name == cudaGetErrorName(cudaError_t(error)), true);
  counter::expect_at(line, "text", told.text == cudaGetErrorString(cudaError_t(error)), true);
  counter::expect_at(line, name, told.name == name, true);
  counter::expect_at(line, "trace", told.traced, true);
  counter::expect_at(line, "thread", told.thread == std::this_thread::get_id(), true);
}

__global__ void nothing() {}

int main() {
  heddle_add_listener(&recorder);
  cudaMalloc(nullptr, 4);
  expect(__LINE__, ApiChange::kFailed, cudaErrorInvalidValue, "cudaMalloc");
  nothing<<<1, 2048>>>();
  expect(__LINE__, ApiChange::kFailed, cudaErrorInvalidConfiguration, "cudaLaunchKernel");
  cudaPeekAtLastError();
  expect(__LINE__, ApiChange::kLookedAt, cudaErrorInvalidConfiguration, "cudaPeekAtLastError");
  cudaGetLastError();
  expect(__LINE__, ApiChange::kLookedAt, cudaErrorInvalidConfiguration, "cudaGetLastError");
  // There is none to be told, and nothing went wrong.
  cudaGetLastError();
  nothing<<<1, 32>>>();
  cudaDeviceSynchronize();
  const auto wait = [](void*) { std::this_thread::sleep_for(std::chrono::milliseconds(200)); };
  cudaLaunchHostFunc(nullptr, wait, nullptr);
  counter::expect_at(__LINE__, "query", cudaStreamQuery(nullptr), cudaErrorNotReady);
  cudaDeviceSynchronize();
  counter::expect_at(__LINE__, "events", recorder.all.size(), 0);
  std::thread([] {
    cudaSetDevice(99);
    expect(__LINE__, ApiChange::kFailed, cudaErrorInvalidDevice, "cudaSetDevice");
  }).join();
  heddle_remove_listener(&recorder);
  cudaMalloc(nullptr, 4);
  counter::expect_at(__LINE__, "events", recorder.all.size(), 0);
  return counter::result();
}
