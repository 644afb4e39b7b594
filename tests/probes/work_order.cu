// SPDX-License-Identifier: Apache-2.0
// The order that a program gives its work: what is told in the program's thread, and the numbers
// under which the work is told of later.
#include <algorithm>
#include <map>
#include <string>

#include "counter.h"

namespace probes = heddle::probes;
using Change = probes::OrderChange;

struct Told {
  Change change;
  probes::StreamKind kind;
  std::uint64_t stream, work, after;
  std::vector<std::pair<unsigned, unsigned>> edges;
};

class Recorder : public probes::Listener {
 public:
  probes::EventMask events() const override {
    return probes::Event::kWorkOrder | probes::Event::kKernel | probes::Event::kTransfer |
           probes::Event::kMemory;
  }
  void work_order(const probes::WorkOrder& event) override {
    const std::lock_guard lock(mutex_);
    Told told{event.change, event.kind, event.stream, event.work, event.after, {}};
    for (const auto& edge : event.edges) told.edges.emplace_back(edge.before, edge.after);
    orders.push_back(std::move(told));
  }
  void kernel_begin(const probes::Launch& launch) override {
    const std::lock_guard lock(mutex_);
    works.push_back(launch.work);
  }
  void transfer(const probes::Transfer& event) override {
    const std::lock_guard lock(mutex_);
    works.push_back(event.work);
  }
  void memory(const probes::Memory& event) override {
    const std::lock_guard lock(mutex_);
    if (event.work != 0) works.push_back(event.work);
  }
  std::vector<Told> orders;          // since take()
  std::vector<std::uint64_t> works;  // that were done

 private:
  std::mutex mutex_;
};

Recorder recorder;

// All that was told since the last time; what was given has been done.
std::vector<Told> take() {
  std::vector<Told> told;
  told.swap(recorder.orders);
  return told;
}
std::vector<std::uint64_t> done() {
  std::vector<std::uint64_t> works;
  works.swap(recorder.works);
  return works;
}
void expect(int line, const Told& told, Change change, cudaStream_t stream) {
  unsigned long long id = 0;
  cudaStreamGetId(stream, &id);
  counter::expect_at(line, "change", unsigned(told.change), unsigned(change));
  counter::expect_at(line, "stream", told.stream, id);
}
#define EXPECT_ORDER(told, change, stream) expect(__LINE__, told, Change::change, stream)

__global__ void fills(int* y) {
  y[threadIdx.x] = threadIdx.x;
}

void kernels_and_copies(cudaStream_t a, cudaStream_t b, int* y, int* pinned) {
  cudaEvent_t event = nullptr;
  cudaEventCreate(&event);
  fills<<<1, 32, 0, a>>>(y);
  cudaEventRecord(event, a);
  cudaStreamWaitEvent(b, event, 0);
  cudaMemcpyAsync(pinned, y, 128, cudaMemcpyDeviceToHost, b);
  cudaStreamSynchronize(b);
  auto told = take();
  told.erase(std::remove_if(told.begin(), told.end(),
                            [&](const Told& one) {  // the wait, if there was one left to do
                              return one.change == Change::kGiven && one.after != 0;
                            }),
             told.end());
  EXPECT(told.size(), 5);
  if (told.size() != 5) return;
  EXPECT_ORDER(told[0], kGiven, a);
  EXPECT_ORDER(told[1], kGiven, a);
  EXPECT_ORDER(told[2], kFollows, b);
  EXPECT(told[2].after, told[1].work);
  EXPECT_ORDER(told[3], kGiven, b);
  EXPECT_ORDER(told[4], kWaitedStream, b);
  const auto works = done();
  EXPECT(works.size(), 2);
  EXPECT(works[0], told[0].work);
  EXPECT(works[1], told[3].work);
  // Waits for an event, and of copies for themselves.
  cudaEventSynchronize(event);
  told = take();
  EXPECT(told.size(), 1);
  EXPECT(unsigned(told[0].change), unsigned(Change::kWaitedWork));
  cudaEventDestroy(event);
  static int pageable[32];
  cudaMemcpyAsync(pageable, y, 128, cudaMemcpyDeviceToHost, a);  // waits
  told = take();
  EXPECT(told.size(), 2);
  EXPECT(unsigned(told[1].change), unsigned(Change::kWaitedWork));
  EXPECT(told[1].work, told[0].work);
  cudaMemcpyAsync(y, pageable, 128, cudaMemcpyHostToDevice, a);  // does not
  EXPECT(take().size(), 1);
  cudaDeviceSynchronize();
  told = take();
  EXPECT(told.size(), 1);
  EXPECT(unsigned(told[0].change), unsigned(Change::kWaitedDevice));
  done();
}

void memory(cudaStream_t a) {
  int* y = nullptr;
  cudaMallocAsync(&y, 128, a);
  cudaFreeAsync(y, a);
  cudaStreamSynchronize(a);
  const auto told = take();
  EXPECT(told.size(), 3);
  const auto numbers = done();
  EXPECT(numbers.size(), 2);
  EXPECT(numbers[0], told[0].work);
  EXPECT(numbers[1], told[1].work);
}

void graphs(cudaStream_t a, int* y, int* z) {
  cudaGraph_t graph = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t nodes[3];
  cudaMemsetParams set{};
  set.elementSize = 4;
  set.width = 8;
  set.height = 1;
  set.dst = y;
  cudaGraphAddMemsetNode(&nodes[0], graph, nullptr, 0, &set);
  set.dst = z;
  cudaGraphAddMemsetNode(&nodes[1], graph, nullptr, 0, &set);
  cudaGraphAddMemcpyNode1D(&nodes[2], graph, nodes, 2, z, y, 32, cudaMemcpyDeviceToDevice);
  cudaGraphExec_t exec = nullptr;
  cudaGraphInstantiate(&exec, graph, 0);
  take();
  cudaGraphLaunch(exec, a);
  cudaGraphLaunch(exec, a);
  cudaStreamSynchronize(a);
  const auto told = take();
  EXPECT(told.size(), 5);
  if (told.size() != 5) return;
  EXPECT(unsigned(told[0].change), unsigned(Change::kGraph));
  EXPECT(told[0].edges.size(), 2);
  EXPECT_ORDER(told[1], kGiven, a);
  EXPECT(told[1].work, told[0].work);
  EXPECT(told[3].after, told[1].work);  // the second launch comes after the first
  std::map<std::uint64_t, int> times;
  for (const auto work : done()) ++times[work];
  for (unsigned node = 0; node < 3; ++node) {
    EXPECT(times[told[0].work + 1 + node], 1);
    EXPECT(times[told[2].work + 1 + node], 1);
  }
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}

void streams() {
  cudaStream_t apart = nullptr;
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  auto told = take();
  EXPECT(told.size(), 1);
  EXPECT_ORDER(told[0], kStreamMade, apart);
  EXPECT(unsigned(told[0].kind), unsigned(probes::StreamKind::kNonBlocking));
  while (cudaStreamQuery(apart) != cudaSuccess) {
  }
  cudaLaunchHostFunc(apart, [](void*) {}, nullptr);
  cudaStreamDestroy(apart);
  told = take();
  EXPECT(told.size(), 4);
  EXPECT(unsigned(told[0].change), unsigned(Change::kWaitedStream));
  EXPECT(unsigned(told[2].change), unsigned(Change::kHostFunction));
  EXPECT(told[2].work, told[1].work);
  EXPECT(unsigned(told[3].change), unsigned(Change::kStreamGone));
}

// Freeing pinned memory waits, but the wait is told behind the free: nobody may build on it.
void pinned_memory(int* pinned) {
  cudaFreeHost(pinned);
  const auto told = take();
  EXPECT(told.size(), 1);
  EXPECT(unsigned(told[0].change), unsigned(Change::kWaitedDevice));
}

int main() {
  heddle_add_listener(&recorder);
  int *y = nullptr, *z = nullptr, *pinned = nullptr;
  cudaMalloc(&y, 128);
  cudaMalloc(&z, 128);
  cudaMallocHost(&pinned, 128);
  cudaStream_t a = nullptr, b = nullptr;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  take();
  kernels_and_copies(a, b, y, pinned);
  memory(a);
  graphs(a, y, z);
  streams();
  pinned_memory(pinned);
  heddle_remove_listener(&recorder);
  return counter::result();
}
