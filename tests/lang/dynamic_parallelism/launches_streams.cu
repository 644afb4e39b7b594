// SPDX-License-Identifier: Apache-2.0
// options: -rdc=true
// also: three-threads
// The order of what a grid launches: its null streams, one for each block, streams and events that
// it makes, and the tail. A kernel takes the next number when it begins and when it ends.
#include "../check.h"

struct Span {
  unsigned begin, end;
};
__device__ unsigned now;

__global__ void work(Span* at, int rounds) {
  const unsigned begin = threadIdx.x == 0 ? atomicAdd(&now, 1) : 0;
  unsigned x = threadIdx.x;
  for (int i = 0; i < rounds; ++i) x = x * 1664525 + 1013904223;
  // Never true, but not known to be.
  if (__syncthreads_or(x == rounds - 1u && x < blockDim.x)) return;
  if (threadIdx.x == 0) *at = {begin, atomicAdd(&now, 1)};
}

// Of all threads of a block, in turn.
__global__ void null_streams(Span* out, int count) {
  for (int i = 0; i < count; ++i) {
    if (threadIdx.x == i % blockDim.x) work<<<1, 33>>>(&out[blockIdx.x * count + i], 500 - 4 * i);
    __syncthreads();
  }
}

__global__ void named(Span* out) {
  __shared__ cudaStream_t s[2];
  __shared__ cudaEvent_t e;
  if (threadIdx.x == 0) {
    for (auto& one : s) cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    work<<<1, 32, 0, s[0]>>>(&out[0], 3000);
    work<<<1, 32, 0, s[0]>>>(&out[1], 3000);
    cudaEventRecord(e, s[0]);
    work<<<1, 32, 0, s[1]>>>(&out[2], 10);
    cudaStreamWaitEvent(s[1], e, 0);
  }
  __syncthreads();
  // Another thread of the same grid.
  if (threadIdx.x == 40) {
    work<<<1, 32, 0, s[1]>>>(&out[3], 10);
    cudaStreamDestroy(s[0]);
    cudaStreamDestroy(s[1]);
    cudaEventDestroy(e);
  }
}

__global__ void nested(Span* out) {
  work<<<1, 32>>>(&out[0], 2000);
  work<<<1, 32, 0, cudaStreamTailLaunch>>>(&out[1], 10);
}

// The tail comes behind all else, with what that has launched; its parts one after the other.
__global__ void tail(Span* out) {
  work<<<1, 32, 0, cudaStreamTailLaunch>>>(&out[0], 1000);
  nested<<<1, 1, 0, cudaStreamTailLaunch>>>(&out[1]);
  work<<<1, 32, 0, cudaStreamTailLaunch>>>(&out[3], 10);
  work<<<1, 32, 0, cudaStreamFireAndForget>>>(&out[4], 3000);
  nested<<<1, 1, 0, cudaStreamFireAndForget>>>(&out[5]);
  work<<<1, 32>>>(&out[7], 2000);
}

// The host's stream: the parent has ended when all of that has.
__global__ void last(Span* at) {
  *at = {now, now};
}

// Of tail() and last().
void in_order(const Span* out) {
  unsigned others = 0;
  for (int i = 4; i < 8; ++i) others = out[i].end > others ? out[i].end : others;
  for (int i = 0; i < 9; ++i) check::that(out[i].end > 0, "a child has run");
  check::that(out[5].end < out[6].begin, "the tail of a child");
  check::that(others < out[0].begin, "the tail comes last");
  check::that(out[0].end < out[1].begin, "parts of the tail");
  check::that(out[1].end < out[2].begin, "a tail's own tail");
  check::that(out[2].end < out[3].begin, "which the next part waits for");
  check::that(out[3].end < out[8].begin, "the host's stream waits for all");
}

int main() {
  Span* out;
  check::cuda(cudaMallocManaged(&out, 256 * sizeof(Span)), "out");
  cudaEvent_t done;
  check::cuda(cudaEventCreate(&done), "event");

  null_streams<<<4, 7>>>(out, 50);
  check::cuda(cudaEventRecord(done), "record");
  check::cuda(cudaEventSynchronize(done), "null streams");
  for (int i = 0; i < 200; ++i) {
    check::that(out[i].begin < out[i].end, "a child has run");
    if (i % 50 > 0) check::that(out[i - 1].end < out[i].begin, "order of a block's null stream");
  }

  cudaStream_t stream;
  check::cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "stream");
  named<<<1, 64, 0, stream>>>(out);
  check::cuda(cudaStreamSynchronize(stream), "named");
  check::that(out[0].end < out[1].begin, "order of a named stream");
  check::that(out[1].end < out[3].begin, "behind an event");
  check::that(out[2].end < out[3].begin, "and behind its own stream");

  tail<<<1, 1, 0, stream>>>(out);
  last<<<1, 1, 0, stream>>>(&out[8]);
  check::cuda(cudaStreamSynchronize(stream), "tail");
  in_order(out);

  cudaGraph_t graph;
  cudaGraphExec_t plan;
  check::cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "capture");
  tail<<<1, 1, 0, stream>>>(out);
  last<<<1, 1, 0, stream>>>(&out[8]);
  check::cuda(cudaStreamEndCapture(stream, &graph), "capture");
  check::cuda(cudaGraphInstantiate(&plan, graph, 0), "instantiate");
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 9; ++k) out[k] = {};
    check::cuda(cudaGraphLaunch(plan, stream), "graph");
    check::cuda(cudaStreamSynchronize(stream), "graph");
    in_order(out);
  }
  return check::result();
}
