// NVTX's own headers, with what a program names: ranges within each other, ranges of a domain that
// overlap them, marks, ranges that end in another thread, names of threads, categories and streams,
// a range that nobody ends.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <thread>

#include "cuda_runtime.h"
#include "nvtx3/nvToolsExt.h"
#include "nvtx3/nvToolsExtCudaRt.h"

__global__ void work(int* x) {
  x[threadIdx.x] = threadIdx.x;
}

int main() {
  // Before the first call of the runtime.
  nvtxRangePushA("all");
  int* x;
  cudaStream_t stream;
  cudaMalloc(&x, 128);
  cudaStreamCreate(&stream);
  nvtxNameCudaStreamA(stream, "upload");
  nvtxNameCategoryA(5, "five");

  nvtxEventAttributes_t a = {};
  a.version = NVTX_VERSION;
  a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  a.category = 5;
  a.colorType = NVTX_COLOR_ARGB;
  a.color = 0xff00ff80;
  a.payloadType = NVTX_PAYLOAD_TYPE_INT64;
  a.payload.llValue = -42;
  a.messageType = NVTX_MESSAGE_TYPE_ASCII;
  a.message.ascii = "in \"quotes\"";
  if (nvtxRangePushEx(&a) != 1) return 1;
  work<<<1, 32, 0, stream>>>(x);
  cudaStreamSynchronize(stream);
  if (nvtxRangePop() != 1) return 2;

  nvtxDomainHandle_t domain = nvtxDomainCreateA("library");
  nvtxStringHandle_t name = nvtxDomainRegisterStringA(domain, "registered");
  a.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  a.message.registered = name;
  nvtxDomainRangePushEx(domain, &a);
  nvtxMarkA("here");
  nvtxRangeId_t range = nvtxRangeStartW(L"w\u00e4hrend");
  std::thread other([&] {
    nvtxNameOsThreadA(static_cast<uint32_t>(syscall(SYS_gettid)), "other one");
    work<<<1, 32, 0, stream>>>(x);
    cudaStreamSynchronize(stream);
    nvtxRangeEnd(range);
  });
  other.join();
  nvtxRangePop();
  nvtxDomainRangePop(domain);  // of another domain: it overlaps "all"
  nvtxRangePushA("never ended");
  if (nvtxDomainRangePop(domain) >= 0) return 3;
  printf("named\n");
  return 0;
}
