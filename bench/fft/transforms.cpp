// SPDX-License-Identifier: Apache-2.0
// Times of cuFFT transforms for bench/fft/compare: "name milliseconds" a line, the least of several
// rounds; with HEDDLE_THREADS=1 of the CPU, so that a busy machine does not count.
#include <cuda_runtime_api.h>
#include <cufft.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

static double seconds() {
  const char* const threads = std::getenv("HEDDLE_THREADS");
  const bool alone = threads && threads[0] == '1' && !threads[1];
  timespec now;
  clock_gettime(alone ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main(int count, char** words) {
  // NAME KIND BATCH N...: c (C2C), z (Z2Z) or r (R2C).
  if (count < 5) return 2;
  const char kind = words[2][0];
  const int batch = std::atoi(words[3]), rank = count - 4;
  int n[3];
  std::size_t points = batch;
  for (int i = 0; i < rank; ++i) points *= n[i] = std::atoi(words[4 + i]);
  const std::size_t size = kind == 'z' ? 16 : 8;
  char *in, *out;
  if (cudaMalloc(reinterpret_cast<void**>(&in), points * size)) return 1;
  if (cudaMalloc(reinterpret_cast<void**>(&out), points * size + 65536 * size)) return 1;
  std::vector<float> numbers(points * size / 4);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<float>(i * 7919 % 1024) - 512;
  cudaMemcpy(in, numbers.data(), points * size, cudaMemcpyDefault);
  cufftHandle plan;
  const cufftType type = kind == 'c' ? CUFFT_C2C : kind == 'z' ? CUFFT_Z2Z : CUFFT_R2C;
  if (cufftPlanMany(&plan, rank, n, nullptr, 1, 0, nullptr, 1, 0, type, batch)) return 1;
  double least = 1e30, sum = 0;
  for (int round = 0; round < 200 && (round < 5 || sum < 0.7); ++round) {
    const double begin = seconds();
    int status = 0;
    if (kind == 'c')
      status = cufftExecC2C(plan, reinterpret_cast<cufftComplex*>(in),
                            reinterpret_cast<cufftComplex*>(out), CUFFT_FORWARD);
    else if (kind == 'z')
      status = cufftExecZ2Z(plan, reinterpret_cast<cufftDoubleComplex*>(in),
                            reinterpret_cast<cufftDoubleComplex*>(out), CUFFT_FORWARD);
    else
      status = cufftExecR2C(plan, reinterpret_cast<cufftReal*>(in),
                            reinterpret_cast<cufftComplex*>(out));
    if (status || cudaDeviceSynchronize() != cudaSuccess) return 1;
    const double took = seconds() - begin;
    least = std::min(least, took);
    sum += took;
  }
  std::printf("%s %.4f\n", words[1], least * 1000);
  cufftDestroy(plan);
  return 0;
}
