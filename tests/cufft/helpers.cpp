// SPDX-License-Identifier: Apache-2.0
// Handles, work areas, streams, capture, threads, narrow types, plans in two steps, one GPU by
// cufftXt, what is refused.
#include <atomic>
#include <string>
#include <thread>

#include "cufft_test.h"

void handles() {
  int version = 0, major = 0;
  OK(cufftGetVersion(&version));
  OK(cufftGetProperty(MAJOR_VERSION, &major));
  CHECK(version / 1000 == major && major >= 11);
  cufftHandle a, b;
  OK(cufftCreate(&a));
  OK(cufftCreate(&b));
  CHECK(a != b);
  Buffer<float> data(128);
  auto* const at = reinterpret_cast<cufftComplex*>(data.device);
  EXPECT_STATUS(cufftExecC2C(a, at, at, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
  std::size_t size = 99, told = 99;
  OK(cufftSetAutoAllocation(a, 0));
  OK(cufftMakePlan1d(a, 64, CUFFT_C2C, 1, &size));
  OK(cufftGetSize(a, &told));
  CHECK(size == told);
  EXPECT_STATUS(cufftMakePlan1d(a, 64, CUFFT_C2C, 1, &size), CUFFT_INVALID_PLAN);
  // What programs do with the size.
  void* area = nullptr;
  CUDA(cudaMalloc(&area, size));
  OK(cufftSetWorkArea(a, area));
  OK(cufftExecC2C(a, at, at, CUFFT_FORWARD));
  CUDA(cudaFree(area));
  // The direction has to fit, the types are the plan's.
  OK(cufftExecR2C(a, data.device, at));
  EXPECT_STATUS(
      cufftExecC2C(a, reinterpret_cast<cufftComplex*>(data.device + 1), at, CUFFT_FORWARD),
      CUFFT_INVALID_VALUE);
  OK(cufftDestroy(a));
  EXPECT_STATUS(cufftExecC2C(a, at, at, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
  EXPECT_STATUS(cufftDestroy(a), CUFFT_INVALID_PLAN);
  OK(cufftDestroy(b));
  OK(cufftEstimate1d(64, CUFFT_C2C, 1, &size));
}

// A transform waits its turn in its stream, the host does not, and a plan may be destroyed
// meanwhile.
void streams() {
  cudaStream_t stream;
  CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  Buffer<float> data(128), impulse(128);
  impulse.host.assign(128, 0);
  impulse.host[0] = 2;
  impulse.up();
  cufftHandle plan;
  OK(cufftPlan1d(&plan, 64, CUFFT_C2C, 1));
  OK(cufftSetStream(plan, stream));
  static std::atomic<bool> gate{false};
  CUDA(cudaLaunchHostFunc(
      stream,
      [](void*) {
        while (!gate) std::this_thread::yield();
      },
      nullptr));
  CUDA(
      cudaMemcpyAsync(data.device, impulse.device, 128 * sizeof(float), cudaMemcpyDefault, stream));
  auto* const at = reinterpret_cast<cufftComplex*>(data.device);
  OK(cufftExecC2C(plan, at, at, CUFFT_FORWARD));
  OK(cufftDestroy(plan));
  CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
  gate = true;
  CUDA(cudaStreamSynchronize(stream));
  const std::vector<float> got = data.down();
  for (int i = 0; i < 64; ++i) CHECK(got[2 * i] == 2 && got[2 * i + 1] == 0);
  CUDA(cudaStreamDestroy(stream));
}

// A captured transform computes on what is there when the graph runs.
void capture() {
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  for (const int n : {16, 256}) {
    Buffer<double> in(2 * n * n), out(2 * n * n);
    cufftHandle plan, again;
    OK(cufftPlan2d(&plan, n, n, CUFFT_Z2Z));
    OK(cufftPlan2d(&again, n, n, CUFFT_Z2Z));
    OK(cufftSetStream(plan, stream));
    auto* const a = reinterpret_cast<cufftDoubleComplex*>(in.device);
    auto* const b = reinterpret_cast<cufftDoubleComplex*>(out.device);
    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    OK(cufftExecZ2Z(plan, a, b, CUFFT_FORWARD));
    OK(cufftExecZ2Z(plan, b, b, CUFFT_INVERSE));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CUDA(cudaStreamEndCapture(stream, &graph));
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(out.down() == out.host);
    OK(cufftDestroy(plan));
    for (int round = 0; round < 3; ++round) {
      for (double& x : in.host) x = number<double>();
      in.up();
      CUDA(cudaGraphLaunch(exec, stream));
      CUDA(cudaStreamSynchronize(stream));
      std::vector<long double> wanted(in.host.begin(), in.host.end());
      for (long double& x : wanted) x *= n * n;
      compare("of a graph", out.down(), wanted, n * n);
    }
    OK(cufftDestroy(again));
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
  }
  CUDA(cudaStreamDestroy(stream));
}

// Plans of different lengths in several threads, and one plan in several streams.
void threads() {
  std::vector<std::thread> all;
  std::atomic<int> right{0};
  cufftHandle shared;
  OK(cufftPlan1d(&shared, 1000, CUFFT_C2C, 4));
  for (int t = 0; t < 4; ++t)
    all.emplace_back([&, t] {
      const int n = 100 + 7 * t;
      std::vector<float> impulse(2 * n);
      impulse[0] = 1;
      float* data = nullptr;
      CUDA(cudaMalloc(reinterpret_cast<void**>(&data), 8000 * sizeof(float)));
      for (int round = 0; round < 20; ++round) {
        cufftHandle plan;
        OK(cufftPlan1d(&plan, n, CUFFT_C2C, 1));
        OK(cufftSetStream(plan, cudaStreamPerThread));
        CUDA(cudaMemcpy(data, impulse.data(), 2 * n * sizeof(float), cudaMemcpyDefault));
        auto* const at = reinterpret_cast<cufftComplex*>(data);
        OK(cufftExecC2C(plan, at, at, CUFFT_FORWARD));
        std::vector<float> got(2 * n);
        CUDA(cudaStreamSynchronize(cudaStreamPerThread));
        CUDA(cudaMemcpy(got.data(), data, 2 * n * sizeof(float), cudaMemcpyDefault));
        for (int i = 0; i < n; ++i) CHECK(std::abs(got[2 * i] - 1) < 1e-6f);
        OK(cufftExecC2C(shared, at, at, CUFFT_FORWARD));
        CUDA(cudaDeviceSynchronize());
        OK(cufftDestroy(plan));
      }
      ++right;
    });
  for (std::thread& thread : all) thread.join();
  CHECK(right == 4);
  OK(cufftDestroy(shared));
}

// Numbers of 16 bits: the upper half of a float is a bfloat16.
float of_bits(unsigned bits) {
  float out;
  std::memcpy(&out, &bits, 4);
  return out;
}
float from_bfloat16(unsigned short x) {
  return of_bits(unsigned(x) << 16);
}
float from_half(unsigned short x) {
  const int exponent = x >> 10 & 31;
  const float fraction = static_cast<float>(x & 1023);
  const float magnitude =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
  return x >> 15 ? -magnitude : magnitude;
}

void narrow_types(cudaDataType type, float (*read)(unsigned short), double bound) {
  const int n = 64, batch = 3;
  Buffer<float> dummy(1);
  std::vector<unsigned short> in(2 * n * batch), out(2 * n * batch);
  // Small whole numbers, which every type has.
  for (unsigned short& x : in) {
    const int value = pick(-8, 8);
    float exact = static_cast<float>(value);
    unsigned bits;
    std::memcpy(&bits, &exact, 4);
    if (type == CUDA_C_16BF) {
      x = static_cast<unsigned short>(bits >> 16);
    } else {
      x = value == 0
              ? 0
              : static_cast<unsigned short>((bits >> 16 & 0x8000) |
                                            ((bits >> 13 & 0x3fffff) - (112 << 10) & 0x7fff));
    }
    CHECK(read(x) == exact);
  }
  unsigned short *a, *b;
  CUDA(cudaMalloc(reinterpret_cast<void**>(&a), in.size() * 2));
  CUDA(cudaMalloc(reinterpret_cast<void**>(&b), in.size() * 2));
  CUDA(cudaMemcpy(a, in.data(), in.size() * 2, cudaMemcpyDefault));
  cufftHandle plan;
  std::size_t size;
  long long length[1] = {n};
  OK(cufftCreate(&plan));
  OK(cufftXtMakePlanMany(plan, 1, length, nullptr, 1, n, type, nullptr, 1, n, type, batch, &size,
                         type));
  OK(cufftXtExec(plan, a, b, CUFFT_INVERSE));
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaMemcpy(out.data(), b, out.size() * 2, cudaMemcpyDefault));
  for (int i = 0; i < batch; ++i) {
    Cube cube(1, 1, n);
    for (int k = 0; k < n; ++k)
      cube(0, 0, k) = Exact(read(in[(i * n + k) * 2]), read(in[(i * n + k) * 2 + 1]));
    cube.along(2, CUFFT_INVERSE);
    for (int k = 0; k < n; ++k) {
      CHECK(std::abs(read(out[(i * n + k) * 2]) - cube(0, 0, k).real()) < bound);
      CHECK(std::abs(read(out[(i * n + k) * 2 + 1]) - cube(0, 0, k).imag()) < bound);
    }
  }
  OK(cufftDestroy(plan));
  OK(cufftCreate(&plan));
  length[0] = 60;
  CHECK(cufftXtMakePlanMany(plan, 1, length, nullptr, 1, n, type, nullptr, 1, n, type, batch, &size,
                            type) != CUFFT_SUCCESS);
  OK(cufftDestroy(plan));
  CUDA(cudaFree(a));
  CUDA(cudaFree(b));
}

void one_gpu() {
  const int n = 128;
  cufftHandle plan;
  int gpus[1] = {0};
  std::size_t sizes[1];
  OK(cufftCreate(&plan));
  OK(cufftXtSetGPUs(plan, 1, gpus));
  OK(cufftMakePlan1d(plan, n, CUFFT_C2C, 1, sizes));
  cudaLibXtDesc* data = nullptr;
  OK(cufftXtMalloc(plan, &data, CUFFT_XT_FORMAT_INPLACE));
  CHECK(data->descriptor->nGPUs == 1 && data->descriptor->size[0] == n * 8);
  std::vector<float> host(2 * n), back(2 * n);
  for (float& x : host) x = number<float>();
  OK(cufftXtMemcpy(plan, data, host.data(), CUFFT_COPY_HOST_TO_DEVICE));
  OK(cufftXtExecDescriptorC2C(plan, data, data, CUFFT_FORWARD));
  OK(cufftXtExecDescriptorC2C(plan, data, data, CUFFT_INVERSE));
  OK(cufftXtMemcpy(plan, back.data(), data, CUFFT_COPY_DEVICE_TO_HOST));
  for (int i = 0; i < 2 * n; ++i) CHECK(std::abs(back[i] / n - host[i]) < 1e-5);
  OK(cufftXtFree(data));
  OK(cufftDestroy(plan));
}

void refused() {
  cufftHandle plan;
  OK(cufftPlan1d(&plan, 64, CUFFT_C2C, 1));
  void* routine[1] = {nullptr};
  EXPECT_STATUS(cufftXtSetJITCallback(plan, "name", routine, 8, CUFFT_CB_LD_COMPLEX, nullptr),
                CUFFT_NOT_IMPLEMENTED);
  OK(cufftDestroy(plan));
}

int main() {
  handles();
  streams();
  capture();
  threads();
  narrow_types(CUDA_C_16F, from_half, 0.5);
  narrow_types(CUDA_C_16BF, from_bfloat16, 4);
#ifndef ON_A_GPU  // where cufftXt wants two GPUs
  one_gpu();
  refused();
#endif
  std::puts("helpers as documented");
  return 0;
}
