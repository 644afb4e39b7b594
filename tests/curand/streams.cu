// SPDX-License-Identifier: Apache-2.0
// A generator in a stream: its numbers come in turn with kernels, a graph goes on with each launch,
// and a Sobol' sequence of a kernel is the one of the host interface.
#include <curand.h>
#include <curand_kernel.h>

#include <cstdio>
#include <vector>

constexpr int kCount = 10000;

__global__ void add_one(unsigned* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount) x[i] += 1;
}
__global__ void sobol(curandDirectionVectors32_t* vectors, float* out, int each) {
  curandStateSobol32_t state;
  curand_init(vectors[threadIdx.x], 5, &state);
  skipahead(2, &state);
  for (int i = 0; i < each; ++i) out[threadIdx.x * each + i] = curand_normal(&state);
}

static std::vector<unsigned> sequence(curandRngType_t type, int count) {
  curandGenerator_t g;
  curandCreateGeneratorHost(&g, type);
  std::vector<unsigned> all(count);
  curandGenerate(g, all.data(), count);
  curandDestroyGenerator(g);
  return all;
}

static int in_turn(curandRngType_t type) {
  const std::vector<unsigned> want = sequence(type, 5 * kCount);
  curandGenerator_t g;
  curandCreateGenerator(&g, type);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  curandSetStream(g, stream);
  unsigned* x;
  cudaMalloc(&x, kCount * 4);
  std::vector<unsigned> got(kCount);
  int wrong = 0;
  const auto look = [&](int part, unsigned more) {
    cudaMemcpyAsync(got.data(), x, kCount * 4, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < kCount; ++i) wrong += got[i] != want[part * kCount + i] + more;
  };
  curandGenerate(g, x, kCount);
  add_one<<<(kCount + 255) / 256, 256, 0, stream>>>(x);
  look(0, 1);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  wrong += curandGenerate(g, x, kCount) != CURAND_STATUS_SUCCESS;
  add_one<<<(kCount + 255) / 256, 256, 0, stream>>>(x);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int part = 1; part < 4; ++part) {
    cudaGraphLaunch(exec, stream);
    look(part, 1);
  }
  // A destroyed generator's work is done all the same.
  curandGenerate(g, x, kCount);
  curandDestroyGenerator(g);
  look(4, 0);
  if (wrong) std::printf("type %d: %d wrong\n", type, wrong);
  return wrong;
}

static int sobol_of_kernel() {
  constexpr int kDimensions = 7, kEach = 100;
  curandDirectionVectors32_t *vectors, *device;
  curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6);
  cudaMalloc(&device, kDimensions * sizeof *device);
  cudaMemcpy(device, vectors, kDimensions * sizeof *device, cudaMemcpyHostToDevice);
  float *of_kernel, *of_host;
  cudaMalloc(&of_kernel, kDimensions * kEach * 4);
  cudaMalloc(&of_host, kDimensions * kEach * 4);
  sobol<<<1, kDimensions>>>(device, of_kernel, kEach);
  curandGenerator_t g;
  curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32);
  curandSetQuasiRandomGeneratorDimensions(g, kDimensions);
  curandSetGeneratorOffset(g, 7);
  curandGenerateNormal(g, of_host, kDimensions * kEach, 0, 1);
  float a[kDimensions * kEach], b[kDimensions * kEach];
  cudaMemcpy(a, of_kernel, sizeof a, cudaMemcpyDeviceToHost);
  cudaMemcpy(b, of_host, sizeof b, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < kDimensions * kEach; ++i) wrong += !(fabsf(a[i] - b[i]) < 2e-6f);
  if (wrong) std::printf("Sobol': %d wrong\n", wrong);
  return wrong;
}

int main() {
  int wrong = sobol_of_kernel();
  for (const curandRngType_t type :
       {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10,
        CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32})
    wrong += in_turn(type);
  return wrong != 0;
}
