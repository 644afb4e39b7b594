// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Kernels of graphs launch executable graphs: at once, beside the graph that they are in, and in
// its tail, which waits for all that was launched at once; a graph launches itself again; what is
// wrong is answered in device code.
#include "graphs.h"

constexpr unsigned kCount = 200;

struct Log {
  unsigned order[64], length;
  int errors[16];
  unsigned flag, rounds;
  unsigned long long current[2];
};

__device__ void note(Log* log, unsigned what) {
  log->order[atomicAdd(&log->length, 1)] = what;
}

__global__ void say(Log* log, unsigned what) {
  if (threadIdx.x == 5) note(log, what);
}
// The last lane launches two graphs, whose streams are given.
__global__ void launches(Log* log, unsigned what, cudaGraphExec_t first, cudaStream_t on,
                         cudaGraphExec_t second, cudaStream_t second_on) {
  if (threadIdx.x != blockDim.x - 1) return;
  note(log, what);
  log->errors[0] = cudaGraphLaunch(first, on);
  if (second) log->errors[1] = cudaGraphLaunch(second, second_on);
}
// One thread launches the graph that it runs in, behind it.
__global__ void again(Log* log, unsigned* data) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount) data[i] = data[i] * 3 + graphs::mix(i);
  if (i != 40) return;
  if (++log->rounds < 300)
    log->errors[2] |= cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
  // Once is all that may be pending of itself.
  if (log->rounds < 300)
    log->errors[3] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}
__global__ void holds(Log* log) {
  if (threadIdx.x == 0) {
    while (*(volatile unsigned*)&log->flag == 0) {
    }
  }
}
__global__ void launches_twice(Log* log, cudaGraphExec_t graph) {
  if (threadIdx.x != 3) return;
  log->errors[4] = cudaGraphLaunch(graph, cudaStreamGraphFireAndForget);
  log->errors[5] = cudaGraphLaunch(graph, cudaStreamGraphFireAndForget);
  log->errors[6] = cudaGetLastError();
  log->errors[7] = cudaGetLastError();
  *(volatile unsigned*)&log->flag = 1;
}
__global__ void errors(Log* log, cudaGraphExec_t no_device_graph, cudaGraphExec_t not_uploaded,
                       cudaGraphExec_t right) {
  log->errors[threadIdx.x] =
      threadIdx.x == 0   ? cudaGraphLaunch(no_device_graph, cudaStreamGraphTailLaunch)
      : threadIdx.x == 1 ? cudaGraphLaunch(not_uploaded, cudaStreamGraphFireAndForget)
      : threadIdx.x == 2 ? cudaGraphLaunch((cudaGraphExec_t)log, cudaStreamGraphTailLaunch)
                         : cudaGraphLaunch(right, cudaStreamFireAndForget);
}
__global__ void which(Log* log, unsigned at) {
  log->current[at] = (unsigned long long)cudaGetCurrentGraphExec();
  if (at == 0) log->errors[0] = cudaGraphLaunch((cudaGraphExec_t)log, cudaStreamGraphTailLaunch);
}
__global__ void many(Log* log, cudaGraphExec_t graph) {
  for (unsigned k = 0; k < 256; ++k)
    log->errors[k < 255 ? 0 : 1] = cudaGraphLaunch(graph, cudaStreamGraphTailLaunch);
}

static void host_function(void*) {}

template <class... Params, class... Args>
cudaGraphExec_t one_node(unsigned long long flags, void (*kernel)(Params...), unsigned threads,
                         Args... args) {
  cudaGraph_t graph = graphs::create();
  graphs::add(graph, {}, kernel, 1, threads, args...);
  return graphs::instantiate(graph, flags);
}
template <class... Params, class... Args>
cudaGraphExec_t for_device(cudaStream_t stream, void (*kernel)(Params...), unsigned threads,
                           Args... args) {
  cudaGraphExec_t exec = one_node(cudaGraphInstantiateFlagDeviceLaunch, kernel, threads, args...);
  gate::ok(cudaGraphUpload(exec, stream), "cudaGraphUpload");
  return exec;
}

int main() {
  const auto stream = graphs::stream();
  Log* log;
  gate::ok(cudaMallocManaged(&log, sizeof *log), "cudaMallocManaged");
  unsigned* data;
  gate::ok(cudaMallocManaged(&data, kCount * 4), "cudaMallocManaged");
  const auto clear = [&] { *log = {}; };
  const auto ordered = [&](std::vector<unsigned> what, const char* name) {
    bool same = log->length == what.size();
    for (unsigned i = 0; same && i < what.size(); ++i) same = log->order[i] == what[i];
    gate::that(same, name);
  };
  const auto kTail = cudaStreamGraphTailLaunch, kAtOnce = cudaStreamGraphFireAndForget,
             kSibling = cudaStreamGraphFireAndForgetAsSibling;

  // The tail waits for what was launched at once, and that for its own tail.
  clear();
  const auto slow = for_device(stream, launches, 32, log, 3u, for_device(stream, say, 32, log, 4u),
                               kTail, cudaGraphExec_t{}, cudaStream_t{});
  const auto last = for_device(stream, say, 32, log, 5u);
  graphs::run(one_node(0, launches, 32, log, 1u, last, kTail, slow, kAtOnce), stream,
              "a tail behind another graph");
  ordered({1, 3, 4, 5}, "the order of a tail");
  gate::that(log->errors[0] == 0 && log->errors[1] == 0, "launches");

  // What a graph of the tail gives its tail comes before the rest.
  clear();
  graphs::run(one_node(0, launches, 40, log, 1u, slow, kTail, last, kTail), stream,
              "two in the tail");
  ordered({1, 3, 4, 5}, "a tail within a tail");

  // The stream's next work waits for all of it; the tail of a graph does not wait for its sibling.
  clear();
  const auto beside =
      for_device(stream, launches, 64, log, 2u, for_device(stream, say, 32, log, 6u), kSibling,
                 for_device(stream, say, 32, log, 7u), kTail);
  gate::ok(
      cudaGraphLaunch(one_node(0, launches, 33, log, 1u, beside, kAtOnce, cudaGraphExec_t{}, kTail),
                      stream),
      "cudaGraphLaunch");
  say<<<1, 32, 0, stream>>>(log, 9);
  gate::ok(cudaStreamSynchronize(stream), "siblings");
  gate::that(log->length == 5 && log->order[0] == 1 && log->order[1] == 2 && log->order[4] == 9,
             "siblings");

  // Itself, 300 times, from the host twice.
  clear();
  std::vector<unsigned> expected(kCount);
  for (unsigned i = 0; i < kCount; ++i) expected[i] = data[i] = i;
  cudaGraph_t loop = graphs::create();
  const auto node = graphs::add(loop, {}, again, (kCount + 63) / 64, 64, log, data);
  graphs::add(loop, {node}, graphs::scale, (kCount + 63) / 64, 64, data, 5u, kCount);
  const auto exec = graphs::instantiate(loop, cudaGraphInstantiateFlagDeviceLaunch);
  for (int launch = 0; launch < 2; ++launch) {
    log->rounds = 0;
    graphs::run(exec, stream, "a graph that launches itself");
    for (unsigned round = 0; round < 300; ++round) {
      for (unsigned i = 0; i < kCount; ++i)
        expected[i] = (expected[i] * 3 + graphs::mix(i)) * 5 + graphs::mix(i);
    }
  }
  gate::that(log->rounds == 300 && log->errors[2] == 0, "rounds");
  gate::that(log->errors[3] == cudaErrorInvalidValue, "a second launch of itself");
  for (unsigned i = 0; i < kCount; ++i) gate::that(data[i] == expected[i], "values of the rounds");

  // One that runs cannot be launched.
  clear();
  graphs::run(one_node(0, launches_twice, 32, log, for_device(stream, holds, 32, log)), stream,
              "twice");
  gate::that(log->errors[4] == 0 && log->errors[5] == cudaErrorInvalidValue, "a graph that runs");
  gate::that(log->errors[6] == cudaErrorInvalidValue && log->errors[7] == 0,
             "the thread's last error");

  // What cannot be launched.
  clear();
  const auto plain = one_node(0, say, 32, log, 1u);
  const auto elsewhere = one_node(cudaGraphInstantiateFlagDeviceLaunch, say, 32, log, 1u);
  graphs::run(one_node(0, errors, 4, log, plain, elsewhere, last), stream, "errors");
  for (int i = 0; i < 4; ++i)
    gate::that(log->errors[i] == cudaErrorInvalidValue, "a graph that cannot be launched");
  gate::that(log->length == 0, "nothing was launched");
  clear();
  which<<<1, 1, 0, stream>>>(log, 0);
  const auto known = one_node(cudaGraphInstantiateFlagDeviceLaunch, which, 1, log, 1u);
  graphs::run(known, stream, "which graph");
  gate::that(log->current[0] == 0 && log->errors[0] == cudaErrorInvalidValue, "outside of graphs");
  gate::that(log->current[1] == (unsigned long long)known, "the current graph");
  graphs::run(one_node(0, which, 1, log, 1u), stream, "which graph");
  gate::that(log->current[1] == 0, "not one for device code");
  clear();
  graphs::run(one_node(0, many, 1, log, for_device(stream, graphs::scale, 32, data, 1u, kCount)),
              stream, "many");
  gate::that(log->errors[0] == 0 && log->errors[1] == cudaErrorLaunchPendingCountExceeded,
             "255 in the tail");

  // Device code launches what was uploaded last.
  clear();
  cudaGraph_t changing = graphs::create();
  const auto says = graphs::add(changing, {}, say, 1, 32, log, 20u);
  const auto changed = graphs::instantiate(changing, cudaGraphInstantiateFlagDeviceLaunch);
  gate::ok(cudaGraphUpload(changed, stream), "cudaGraphUpload");
  const auto parent =
      one_node(0, launches, 32, log, 1u, changed, kAtOnce, cudaGraphExec_t{}, kTail);
  graphs::Kernel<Log*, unsigned> other(say, 1, 32, log, 21u);
  gate::ok(cudaGraphExecKernelNodeSetParams(changed, says, &other.params),
           "cudaGraphExecKernelNodeSetParams");
  graphs::run(parent, stream, "before the upload");
  gate::ok(cudaGraphUpload(changed, stream), "cudaGraphUpload");
  graphs::run(parent, stream, "after it");
  ordered({1, 20, 1, 21}, "the graph that was uploaded");

  // Graphs that device code cannot launch.
  cudaGraph_t with_host = graphs::create();
  cudaGraphNode_t host = nullptr;
  const cudaHostNodeParams params{host_function, nullptr};
  gate::ok(cudaGraphAddHostNode(&host, with_host, nullptr, 0, &params), "cudaGraphAddHostNode");
  cudaGraphExec_t none = nullptr;
  cudaGraphInstantiateParams asked{cudaGraphInstantiateFlagDeviceLaunch, nullptr, nullptr,
                                   cudaGraphInstantiateSuccess};
  gate::that(cudaGraphInstantiateWithParams(&none, with_host, &asked) == cudaErrorNotSupported,
             "a host function");
  gate::that(asked.errNode_out == host &&
                 asked.result_out == cudaGraphInstantiateNodeOperationNotSupported,
             "the node that may not be there");
  gate::that(
      cudaGraphInstantiate(&none, changing,
                           cudaGraphInstantiateFlagDeviceLaunch |
                               cudaGraphInstantiateFlagAutoFreeOnLaunch) == cudaErrorInvalidValue,
      "flags that exclude each other");
  return gate::result();
}
