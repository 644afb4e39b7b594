// SPDX-License-Identifier: Apache-2.0
// What cuFFT answers to arguments at the edge of what it takes: a line each. statuses_h200.txt is
// what an H200's said (CUDA 13.0); where Heddle's differs is written down (statuses.diff).
#include <cuda_runtime_api.h>
#include <cufft.h>
#include <cufftXt.h>

#include <cstdio>

#include "../../libraries/tell_status.h"

static const char* name_of(int status) {
  static const char* const names[] = {
      "SUCCESS",    "INVALID_PLAN",  "ALLOC_FAILED",       "INVALID_TYPE", "INVALID_VALUE",
      "INTERNAL",   "EXEC_FAILED",   "SETUP_FAILED",       "INVALID_SIZE", "UNALIGNED_DATA",
      "INCOMPLETE", "BAD_DEVICE",    "PARSE_ERROR",        "NO_WORKSPACE", "NOT_IMPLEMENTED",
      "LICENSE",    "NOT_SUPPORTED", "MISSING_DEPENDENCY", "NVRTC",        "NVJITLINK",
      "NVSHMEM"};
  return status >= 0 && status <= 20 ? names[status] : "?";
}

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  char* memory = nullptr;
  if (cudaMalloc(reinterpret_cast<void**>(&memory), 1 << 24) != cudaSuccess) return 1;
  cudaMemset(memory, 0, 1 << 24);
  auto* const c = reinterpret_cast<cufftComplex*>(memory);
  auto* const r = reinterpret_cast<cufftReal*>(memory + (4 << 20));
  auto* const z = reinterpret_cast<cufftDoubleComplex*>(memory + (8 << 20));
  auto* const d = reinterpret_cast<cufftDoubleReal*>(memory + (12 << 20));
  cufftHandle plan = 0, other = 0;
  size_t size = 0;
  int number = 0;

  // Plans.
  TELL(cufftPlan1d(&plan, 64, CUFFT_C2C, 1));
  TELL(cufftDestroy(plan));
  TELL(cufftDestroy(plan));
  TELL(cufftDestroy(12345));
  TELL(cufftDestroy(-1));
  TELL(cufftPlan1d(nullptr, 64, CUFFT_C2C, 1));
  TELL(cufftPlan1d(&plan, 0, CUFFT_C2C, 1));
  TELL(cufftPlan1d(&plan, -4, CUFFT_C2C, 1));
  TELL(cufftPlan1d(&plan, 1, CUFFT_C2C, 1));
  TELL(cufftPlan1d(&plan, 1, CUFFT_R2C, 1));
  TELL(cufftPlan1d(&plan, 64, CUFFT_C2C, 0));
  TELL(cufftPlan1d(&plan, 64, CUFFT_C2C, -1));
  TELL(cufftPlan1d(&plan, 64, cufftType(0), 1));
  TELL(cufftPlan1d(&plan, 64, cufftType(0x2b), 1));
  TELL(cufftPlan2d(&plan, 0, 8, CUFFT_C2C));
  TELL(cufftPlan2d(&plan, 8, -1, CUFFT_C2C));
  TELL(cufftPlan2d(nullptr, 8, 8, CUFFT_C2C));
  TELL(cufftPlan2d(&plan, 8, 8, cufftType(1)));
  TELL(cufftPlan3d(&plan, 8, 8, 0, CUFFT_C2C));
  TELL(cufftPlan3d(&plan, 8, 8, 8, cufftType(1)));
  int n[4] = {8, 8, 8, 8}, embed[4] = {8, 8, 8, 8}, small[4] = {4, 4, 4, 4}, none[4] = {0, 0, 0, 0};
  TELL(cufftPlanMany(&plan, 0, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  TELL(cufftPlanMany(&plan, 4, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  TELL(cufftPlanMany(&plan, -1, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  TELL(cufftPlanMany(&plan, 1, nullptr, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  TELL(cufftPlanMany(&plan, 1, none, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  TELL(cufftPlanMany(&plan, 1, n, nullptr, 0, 0, nullptr, 0, 0, CUFFT_C2C, 1));
  TELL(cufftPlanMany(&plan, 1, n, nullptr, -1, -1, nullptr, -1, -1, CUFFT_C2C, 2));
  TELL(cufftPlanMany(&plan, 1, n, embed, 0, 8, embed, 1, 8, CUFFT_C2C, 1));
  TELL(cufftPlanMany(&plan, 1, n, embed, -1, 8, embed, 1, 8, CUFFT_C2C, 1));
  TELL(cufftPlanMany(&plan, 1, n, embed, 1, 0, embed, 1, 8, CUFFT_C2C, 1));
  TELL(cufftPlanMany(&plan, 1, n, embed, 1, 0, embed, 1, 8, CUFFT_C2C, 2));
  TELL(cufftPlanMany(&plan, 1, n, embed, 1, -8, embed, 1, 8, CUFFT_C2C, 2));
  TELL(cufftPlanMany(&plan, 1, n, embed, 1, 8, embed, 1, 0, CUFFT_C2C, 2));
  TELL(cufftPlanMany(&plan, 1, n, embed, 1, 8, nullptr, 1, 8, CUFFT_C2C, 2));
  TELL(cufftPlanMany(&plan, 1, n, nullptr, 1, 8, embed, 1, 8, CUFFT_C2C, 2));
  TELL(cufftPlanMany(&plan, 2, n, small, 1, 64, embed, 1, 64, CUFFT_C2C, 1));
  TELL(cufftPlanMany(&plan, 2, n, embed, 1, 64, small, 1, 64, CUFFT_C2C, 1));
  TELL(cufftPlanMany(&plan, 2, n, none, 1, 64, none, 1, 64, CUFFT_C2C, 1));
  TELL(cufftPlanMany(&plan, 1, n, small, 1, 8, small, 1, 8, CUFFT_C2C, 1));
  TELL(cufftPlanMany(&plan, 1, n, embed, 1, 4, embed, 1, 4, CUFFT_C2C, 2));
  TELL(cufftPlanMany(&plan, 1, n, nullptr, 1, 8, nullptr, 1, 8, CUFFT_C2C, 0));
  TELL(cufftPlanMany(&plan, 1, n, nullptr, 1, 8, nullptr, 1, 8, CUFFT_C2C, -1));

  // In two steps.
  TELL(cufftCreate(nullptr));
  TELL(cufftCreate(&plan));
  TELL(cufftCreate(&other));
  std::printf("the next handle is %d more\n", other - plan);
  TELL(cufftExecC2C(plan, c, c, CUFFT_FORWARD));
  TELL(cufftGetSize(plan, &size));
  TELL(cufftSetStream(plan, nullptr));
  TELL(cufftSetAutoAllocation(plan, 1));
  TELL(cufftSetWorkArea(plan, nullptr));
  TELL(cufftGetSize1d(plan, 64, CUFFT_C2C, 1, &size));
  TELL(cufftGetSize1d(plan, 0, CUFFT_C2C, 1, &size));
  TELL(cufftGetSize1d(plan, 64, CUFFT_C2C, 1, nullptr));
  TELL(cufftGetSize2d(plan, 64, 64, CUFFT_C2C, &size));
  TELL(cufftMakePlan1d(plan, 64, CUFFT_C2C, 1, nullptr));
  TELL(cufftMakePlan1d(other, 64, CUFFT_C2C, 1, nullptr));
  TELL(cufftMakePlan1d(plan, 64, CUFFT_C2C, 1, &size));
  TELL(cufftMakePlan1d(plan, 64, CUFFT_C2C, 1, &size));
  TELL(cufftMakePlan1d(12345, 64, CUFFT_C2C, 1, &size));
  TELL(cufftDestroy(other));
  TELL(cufftCreate(&other));
  TELL(cufftMakePlan1d(other, -64, CUFFT_C2C, 1, &size));
  TELL(cufftMakePlan1d(other, 64, CUFFT_C2C, 1, &size));
  TELL(cufftDestroy(other));
  TELL(cufftGetSize(12345, &size));
  TELL(cufftGetSize(plan, nullptr));
  TELL(cufftSetStream(12345, nullptr));
  TELL(cufftSetAutoAllocation(plan, 0));
  TELL(cufftSetAutoAllocation(12345, 0));
  TELL(cufftSetWorkArea(plan, memory));
  TELL(cufftSetWorkArea(12345, memory));
  TELL(cufftGetVersion(nullptr));
  TELL(cufftGetProperty(MAJOR_VERSION, nullptr));
  TELL(cufftGetProperty(libraryPropertyType(7), &number));
  TELL(cufftEstimate1d(64, CUFFT_C2C, 1, &size));
  TELL(cufftEstimate1d(64, CUFFT_C2C, 1, nullptr));
  TELL(cufftEstimate1d(0, CUFFT_C2C, 1, &size));
  TELL(cufftEstimate2d(64, 0, CUFFT_C2C, &size));
  TELL(cufftEstimate1d(64, cufftType(3), 1, &size));
  TELL(cufftEstimateMany(1, n, nullptr, 1, 8, nullptr, 1, 8, CUFFT_C2C, 1, &size));
  TELL(cufftEstimateMany(5, n, nullptr, 1, 8, nullptr, 1, 8, CUFFT_C2C, 1, &size));

  // Runs of a C2C plan. (An array that is none is a fault of a GPU's kernel, which ends all.)
  TELL(cufftDestroy(plan));
  TELL(cufftPlan1d(&plan, 64, CUFFT_C2C, 1));
  TELL(cufftExecC2C(plan, c, c, CUFFT_FORWARD));
  TELL(cufftExecC2C(plan, c, c, CUFFT_INVERSE));
  TELL(cufftExecC2C(plan, c, c, 0));
  TELL(cufftExecC2C(plan, c, c, 2));
  TELL(cufftExecC2C(12345, c, c, CUFFT_FORWARD));
  TELL(cufftExecR2C(plan, r, c));
  TELL(cufftExecC2R(plan, c, r));
  TELL(cufftExecZ2Z(plan, z, z, CUFFT_FORWARD));
  TELL(cufftExecD2Z(plan, d, z));
  TELL(cufftExecC2C(plan, reinterpret_cast<cufftComplex*>(memory + 4), c, CUFFT_FORWARD));
  TELL(cufftExecC2C(plan, c, reinterpret_cast<cufftComplex*>(memory + 4), CUFFT_FORWARD));
  TELL(cufftXtExec(plan, c, c, CUFFT_FORWARD));
  TELL(cufftXtExec(plan, c, c, 5));
  TELL(cufftXtExec(12345, c, c, CUFFT_FORWARD));
  TELL(cufftDestroy(plan));
  TELL(cufftPlan1d(&plan, 64, CUFFT_R2C, 1));
  TELL(cufftExecR2C(plan, r, c));
  TELL(cufftExecR2C(plan, r, reinterpret_cast<cufftComplex*>(r)));
  TELL(cufftExecR2C(plan, r + 1, c));
  TELL(cufftExecC2R(plan, c, r));
  TELL(cufftExecC2C(plan, c, c, CUFFT_FORWARD));
  TELL(cufftXtExec(plan, r, c, CUFFT_INVERSE));
  TELL(cufftXtExec(plan, r, c, CUFFT_FORWARD));
  TELL(cufftDestroy(plan));
  TELL(cufftPlan1d(&plan, 64, CUFFT_Z2D, 1));
  TELL(cufftExecZ2D(plan, z, d));
  TELL(cufftXtExec(plan, z, d, CUFFT_FORWARD));
  TELL(cufftExecC2R(plan, c, r));
  TELL(cufftDestroy(plan));

  // cufftXt.
  long long m[3] = {64, 64, 64}, odd[3] = {60, 60, 60};
  TELL(cufftCreate(&plan));
  TELL(cufftXtMakePlanMany(plan, 1, m, nullptr, 1, 1, CUDA_C_16F, nullptr, 1, 1, CUDA_C_16F, 1,
                           &size, CUDA_C_16F));
  TELL(cufftXtExec(plan, c, c, CUFFT_FORWARD));
  TELL(cufftExecC2C(plan, c, c, CUFFT_FORWARD));
  TELL(cufftDestroy(plan));
#define XT(how, in, out, exec)                                                                    \
  TELL(cufftCreate(&plan));                                                                       \
  TELL(cufftXtMakePlanMany(plan, 1, how, nullptr, 1, 1, in, nullptr, 1, 1, out, 1, &size, exec)); \
  cufftDestroy(plan)
  XT(odd, CUDA_C_16F, CUDA_C_16F, CUDA_C_16F);
  XT(m, CUDA_R_16F, CUDA_C_16F, CUDA_C_16F);
  XT(m, CUDA_C_16F, CUDA_R_16F, CUDA_C_16F);
  XT(m, CUDA_C_16BF, CUDA_C_16BF, CUDA_C_16BF);
  XT(m, CUDA_R_16BF, CUDA_C_16BF, CUDA_C_16BF);
  XT(m, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F);
  XT(odd, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F);
  XT(m, CUDA_C_32F, CUDA_C_64F, CUDA_C_64F);
  XT(m, CUDA_C_32F, CUDA_C_32F, CUDA_C_64F);
  XT(m, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F);
  XT(m, CUDA_R_32F, CUDA_C_32F, CUDA_R_32F);
  XT(m, CUDA_C_16F, CUDA_C_16F, CUDA_C_32F);
  XT(m, CUDA_C_8I, CUDA_C_32F, CUDA_C_32F);
  TELL(cufftCreate(&plan));
  TELL(cufftXtGetSizeMany(plan, 1, m, nullptr, 1, 1, CUDA_C_32F, nullptr, 1, 1, CUDA_C_32F, 1,
                          &size, CUDA_C_32F));
  TELL(cufftMakePlanMany64(plan, 1, m, nullptr, 1, 1, nullptr, 1, 1, CUFFT_C2C, 1, &size));
  TELL(cufftDestroy(plan));
  int gpus[2] = {0, 0}, beyond[1] = {99};
  size_t sizes[8] = {};
  cudaLibXtDesc* descriptor = nullptr;
  TELL(cufftCreate(&plan));
  TELL(cufftXtSetGPUs(plan, 0, gpus));
  TELL(cufftXtSetGPUs(plan, 1, beyond));
  TELL(cufftXtSetGPUs(plan, 2, gpus));
  TELL(cufftXtSetGPUs(plan, 17, gpus));
  TELL(cufftXtSetGPUs(plan, 1, nullptr));
  TELL(cufftXtSetGPUs(plan, 1, gpus));
  TELL(cufftXtMalloc(plan, &descriptor, CUFFT_XT_FORMAT_INPLACE));
  TELL(cufftMakePlan1d(plan, 1024, CUFFT_C2C, 1, sizes));
  TELL(cufftXtMalloc(plan, &descriptor, CUFFT_XT_FORMAT_INPLACE));
  TELL(cufftXtExecDescriptorC2C(plan, descriptor, descriptor, CUFFT_FORWARD));
  TELL(cufftXtFree(descriptor));
  TELL(cufftDestroy(plan));
  TELL(cufftXtFree(nullptr));
  TELL(cufftPlan1d(&plan, 64, CUFFT_C2C, 1));
  TELL(cufftXtSetGPUs(plan, 1, gpus));
  TELL(cufftXtMalloc(plan, &descriptor, CUFFT_XT_FORMAT_INPLACE));
  TELL(cufftXtSetCallback(plan, nullptr, CUFFT_CB_LD_COMPLEX, nullptr));
  TELL(cufftXtClearCallback(plan, CUFFT_CB_LD_COMPLEX));
  TELL(cufftXtSetCallbackSharedSize(plan, CUFFT_CB_LD_COMPLEX, 16));
  TELL(cufftXtSetWorkAreaPolicy(plan, CUFFT_WORKAREA_MINIMAL, &size));
  TELL(cufftDestroy(plan));

  // In a capture.
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cufftPlan1d(&plan, 64, CUFFT_C2C, 1);
  cufftSetStream(plan, stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  std::printf("%s: in a capture\n", name_of(cufftExecC2C(plan, c, c, CUFFT_FORWARD)));
  cudaGraph_t graph = nullptr;
  std::printf("%s: end of the capture\n", cudaGetErrorName(cudaStreamEndCapture(stream, &graph)));
  cufftDestroy(plan);
  return 0;
}
