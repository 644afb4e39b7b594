// A time line with all that one can have: calls, two streams of which one waits for what the other
// copies, host functions, a graph with two branches, an error. take-trace says what must be in it.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

#define CHECK(call)                                       \
  if (const cudaError_t error = (call)) {                 \
    printf("%s: %s\n", #call, cudaGetErrorString(error)); \
    exit(1);                                              \
  }

// Ends when the copy into `flag` has ended: so the two overlap.
__global__ void wait_for_copy(volatile int* flag, int* out) {
  while (flag[0] != 7) continue;
  out[threadIdx.x] = flag[0] + threadIdx.x;
}
__global__ void scale(int* x, int by) {
  x[blockIdx.x * blockDim.x + threadIdx.x] *= by;
}
__global__ void fill(int* x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x + 1;
}

static void CUDART_CB on_host(void* data) {
  *static_cast<int*>(data) += 1;
}

int main() {
  constexpr int kCount = 1 << 16;
  int *flag, *out, *x, *y, *seven;
  CHECK(cudaMalloc(&flag, 4));
  CHECK(cudaMalloc(&out, 32 * 4));
  CHECK(cudaMalloc(&x, kCount * 4));
  CHECK(cudaMalloc(&y, kCount * 4));
  CHECK(cudaMallocHost(&seven, 4));
  *seven = 7;
  CHECK(cudaMemset(flag, 0, 4));
  cudaStream_t a, b;
  CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));

  wait_for_copy<<<1, 32, 0, a>>>(flag, out);
  usleep(20000);
  CHECK(cudaMemcpyAsync(flag, seven, 4, cudaMemcpyHostToDevice, b));
  int calls = 0;
  CHECK(cudaLaunchHostFunc(b, on_host, &calls));
  CHECK(cudaStreamSynchronize(a));
  CHECK(cudaStreamSynchronize(b));

  // Two branches behind one node.
  cudaGraph_t graph;
  CHECK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  fill<<<kCount / 256, 256, 0, a>>>(x);
  cudaEvent_t fork, join;
  CHECK(cudaEventCreate(&fork));
  CHECK(cudaEventCreate(&join));
  CHECK(cudaEventRecord(fork, a));
  CHECK(cudaStreamWaitEvent(b, fork, 0));
  scale<<<kCount / 256, 256, 0, a>>>(x, 3);
  CHECK(cudaMemsetAsync(y, 0, kCount * 4, b));
  CHECK(cudaEventRecord(join, b));
  CHECK(cudaStreamWaitEvent(a, join, 0));
  CHECK(cudaMemcpyAsync(y, x, kCount * 4, cudaMemcpyDeviceToDevice, a));
  CHECK(cudaStreamEndCapture(a, &graph));
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 2; ++i) CHECK(cudaGraphLaunch(exec, a));

  std::thread other([&] { fill<<<1, 32, 0, b>>>(out); });
  other.join();
  CHECK(cudaDeviceSynchronize());
  if (cudaMemcpy(nullptr, out, 4, cudaMemcpyDeviceToHost) != cudaErrorInvalidValue) return 2;

  int last = 0;
  CHECK(cudaMemcpy(&last, y + kCount - 1, 4, cudaMemcpyDeviceToHost));
  printf("%d %d\n", last, calls);
  return last == 256 * 3 && calls == 1 ? 0 : 3;
}
