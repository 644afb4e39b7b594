// SPDX-License-Identifier: Apache-2.0
// Operations are work of streams: after kernels and before kernels, in graphs, of several streams
// and communicators in one group, of one thread that has all devices. What NCCL does not wait for,
// nobody waits for here: with HEDDLE_THREADS=1, too.
#include "ranks.h"

namespace {

constexpr int kRanks = 3;
constexpr int kCount = 50000;

__global__ void fill(float* data, int n, float rank, float round) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = rank * 2 + round + i % 7;
}
__global__ void twice(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}
// A kernel that takes so long that what does not wait for it is wrong.
__global__ void slow_fill(float* data, int n, float value) {
  float sum = 0;
  for (int k = 0; k < 2000; ++k) sum += __sinf(k * value);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = value + i % 7 + (sum > 1e9f ? 1 : 0);
}

constexpr int kBlocks = (kCount + 255) / 256;

float total(float round, int i) {
  float sum = 0;
  for (int rank = 0; rank < kRanks; ++rank) sum += rank * 2 + round + i % 7;
  return sum;
}

struct All {
  ncclComm_t comms[kRanks];
  cudaStream_t streams[kRanks], others[kRanks];
  float *in[kRanks], *out[kRanks];

  All() {
    int devices[kRanks];
    for (int d = 0; d < kRanks; ++d) {
      devices[d] = d;
      CUDA(cudaSetDevice(d));
      CUDA(cudaStreamCreateWithFlags(&streams[d], cudaStreamNonBlocking));
      CUDA(cudaStreamCreateWithFlags(&others[d], cudaStreamNonBlocking));
      CUDA(cudaMalloc(&in[d], kCount * sizeof(float)));
      CUDA(cudaMalloc(&out[d], kCount * sizeof(float)));
    }
    OK(ncclCommInitAll(comms, kRanks, devices));
  }
  ~All() {
    for (int d = 0; d < kRanks; ++d) OK(ncclCommDestroy(comms[d]));
  }
  void expect(int d, cudaStream_t stream, float round, float factor) {
    CUDA(cudaSetDevice(d));
    std::vector<float> got(kCount);
    CUDA(cudaMemcpyAsync(got.data(), out[d], kCount * sizeof(float), cudaMemcpyDeviceToHost,
                         stream));
    CUDA(cudaStreamSynchronize(stream));
    for (int i = 0; i < kCount; ++i) CHECK(got[i] == total(round, i) * factor);
  }
};

void between_kernels(All& all) {
  for (int round = 0; round < 5; ++round) {
    for (int d = 0; d < kRanks; ++d) {
      CUDA(cudaSetDevice(d));
      slow_fill<<<kBlocks, 256, 0, all.streams[d]>>>(all.in[d], kCount, d * 2.0f + round);
    }
    OK(ncclGroupStart());
    for (int d = 0; d < kRanks; ++d)
      OK(ncclAllReduce(all.in[d], all.out[d], kCount, ncclFloat, ncclSum, all.comms[d],
                       all.streams[d]));
    OK(ncclGroupEnd());
    for (int d = 0; d < kRanks; ++d) {
      CUDA(cudaSetDevice(d));
      twice<<<kBlocks, 256, 0, all.streams[d]>>>(all.out[d], kCount);
    }
    for (int d = 0; d < kRanks; ++d) all.expect(d, all.streams[d], round, 2);
  }
}

// One rank after the other, without a group: none waits in the call.
void without_group(All& all) {
  for (int d = kRanks - 1; d >= 0; --d) {
    CUDA(cudaSetDevice(d));
    fill<<<kBlocks, 256, 0, all.streams[d]>>>(all.in[d], kCount, d, 40);
    OK(ncclAllReduce(all.in[d], all.out[d], kCount, ncclFloat, ncclSum, all.comms[d],
                     all.streams[d]));
  }
  for (int d = 0; d < kRanks; ++d) all.expect(d, all.streams[d], 40, 1);
}

void in_graphs(All& all) {
  cudaGraph_t graphs[kRanks];
  cudaGraphExec_t execs[kRanks];
  for (int d = 0; d < kRanks; ++d) {
    CUDA(cudaSetDevice(d));
    CUDA(cudaStreamBeginCapture(all.streams[d], cudaStreamCaptureModeThreadLocal));
    twice<<<kBlocks, 256, 0, all.streams[d]>>>(all.in[d], kCount);
  }
  OK(ncclGroupStart());
  for (int d = 0; d < kRanks; ++d)
    OK(ncclAllReduce(all.in[d], all.out[d], kCount, ncclFloat, ncclSum, all.comms[d],
                     all.streams[d]));
  OK(ncclGroupEnd());
  for (int d = 0; d < kRanks; ++d) {
    CUDA(cudaSetDevice(d));
    OK(ncclAllReduce(all.out[d], all.out[d], kCount, ncclFloat, ncclMax, all.comms[d],
                     all.streams[d]));
    CUDA(cudaStreamEndCapture(all.streams[d], &graphs[d]));
    CUDA(cudaGraphInstantiate(&execs[d], graphs[d], 0));
  }
  for (int launch = 0; launch < 3; ++launch) {
    for (int d = 0; d < kRanks; ++d) {
      CUDA(cudaSetDevice(d));
      fill<<<kBlocks, 256, 0, all.streams[d]>>>(all.in[d], kCount, d, launch);
      CUDA(cudaGraphLaunch(execs[d], all.streams[d]));
    }
    for (int d = 0; d < kRanks; ++d) all.expect(d, all.streams[d], launch, 2);
  }
  for (int d = 0; d < kRanks; ++d) {
    CUDA(cudaGraphExecDestroy(execs[d]));
    CUDA(cudaGraphDestroy(graphs[d]));
  }
}

// Two branches of one capture: the communicator's operations keep their order.
void branches_of_a_graph(All& all) {
  cudaGraphExec_t execs[kRanks];
  for (int d = 0; d < kRanks; ++d) {
    CUDA(cudaSetDevice(d));
    cudaEvent_t fork, join;
    CUDA(cudaEventCreate(&fork));
    CUDA(cudaEventCreate(&join));
    CUDA(cudaStreamBeginCapture(all.streams[d], cudaStreamCaptureModeThreadLocal));
    CUDA(cudaEventRecord(fork, all.streams[d]));
    CUDA(cudaStreamWaitEvent(all.others[d], fork, 0));
    OK(ncclAllReduce(all.in[d], all.out[d], kCount, ncclFloat, ncclSum, all.comms[d],
                     all.streams[d]));
    // Other work on every second device, so that branches are not equally fast.
    if (d % 2) slow_fill<<<kBlocks, 256, 0, all.others[d]>>>(all.in[d] + kCount / 2, 1, 3.0f);
    OK(ncclBroadcast(all.in[d], all.in[d], 4, ncclFloat, 0, all.comms[d], all.others[d]));
    CUDA(cudaEventRecord(join, all.others[d]));
    CUDA(cudaStreamWaitEvent(all.streams[d], join, 0));
    cudaGraph_t graph;
    CUDA(cudaStreamEndCapture(all.streams[d], &graph));
    CUDA(cudaGraphInstantiate(&execs[d], graph, 0));
    CUDA(cudaGraphDestroy(graph));
  }
  for (int d = 0; d < kRanks; ++d) {
    CUDA(cudaSetDevice(d));
    CUDA(cudaGraphLaunch(execs[d], all.streams[d]));
  }
  for (int d = 0; d < kRanks; ++d) {
    CUDA(cudaSetDevice(d));
    CUDA(cudaStreamSynchronize(all.streams[d]));
    CUDA(cudaGraphExecDestroy(execs[d]));
  }
}

// Operations of one communicator on several streams of one group: each of them waits for all.
void several_streams(All& all) {
  for (int d = 0; d < kRanks; ++d) {
    CUDA(cudaSetDevice(d));
    slow_fill<<<kBlocks, 256, 0, all.others[d]>>>(all.in[d], kCount, d * 2.0f + 9);
  }
  OK(ncclGroupStart());
  for (int d = 0; d < kRanks; ++d) {
    const int half = kCount / 2;
    OK(ncclAllReduce(all.in[d], all.out[d], half, ncclFloat, ncclSum, all.comms[d],
                     all.streams[d]));
    OK(ncclAllReduce(all.in[d] + half, all.out[d] + half, kCount - half, ncclFloat, ncclSum,
                     all.comms[d], all.others[d]));
  }
  OK(ncclGroupEnd());
  for (int d = 0; d < kRanks; ++d) all.expect(d, d % 2 ? all.streams[d] : all.others[d], 9, 1);
}

// Two communicators on streams of their own, in one order on even devices, in the other on odd
// ones.
void several_communicators(All& all) {
  All more;
  for (int round = 0; round < 10; ++round) {
    for (int d = 0; d < kRanks; ++d) {
      CUDA(cudaSetDevice(d));
      for (int k = 0; k < 2; ++k) {
        All& one = (k + d) % 2 ? more : all;
        fill<<<kBlocks, 256, 0, one.streams[d]>>>(one.in[d], kCount, d, round);
        OK(ncclAllReduce(one.in[d], one.out[d], kCount, ncclFloat, ncclSum, one.comms[d],
                         one.streams[d]));
      }
    }
    for (int d = 0; d < kRanks; ++d) {
      all.expect(d, all.streams[d], round, 1);
      more.expect(d, more.streams[d], round, 1);
    }
  }
}

// The default streams of all devices, which the calls find by the communicator.
void default_streams(All& all) {
  OK(ncclGroupStart());
  for (int d = 0; d < kRanks; ++d) {
    CUDA(cudaSetDevice(d));
    fill<<<kBlocks, 256>>>(all.in[d], kCount, d, 60);
    OK(ncclAllReduce(all.in[d], all.out[d], kCount, ncclFloat, ncclSum, all.comms[d], 0));
  }
  OK(ncclGroupEnd());
  for (int d = 0; d < kRanks; ++d) all.expect(d, 0, 60, 1);
}

}  // namespace

int main() {
  All all;
  between_kernels(all);
  without_group(all);
  in_graphs(all);
  branches_of_a_graph(all);
  several_streams(all);
  several_communicators(all);
  default_streams(all);
  std::printf("OK\n");
}
