// SPDX-License-Identifier: Apache-2.0
// What an access policy window does (spec/000): each thread updates one word of a small array that
// is used again and again, and one of a large array that is used once. The small array has a window
// with the property "persisting", in a set-aside of most of L2; its size grows from line to line.
#include "measure.h"

using namespace bench_gpu;

namespace {

constexpr std::size_t kMega = std::size_t{1} << 20;

__global__ void update(int* often, int often_count, int* once, int once_count) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= once_count) return;
  often[thread % often_count] = 2 * often[thread % often_count];
  once[thread] = 2 * once[thread];
}

void window(cudaStream_t stream, void* at, std::size_t bytes, float ratio, bool persist) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = at;
  value.accessPolicyWindow.num_bytes = persist ? bytes : 0;
  value.accessPolicyWindow.hitRatio = ratio;
  value.accessPolicyWindow.hitProp =
      persist ? cudaAccessPropertyPersisting : cudaAccessPropertyNormal;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  check(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value), "window");
}

}  // namespace

int main(int argc, char** argv) {
  const auto once_bytes = (argc > 1 ? std::size_t(std::atoi(argv[1])) : 1024) * kMega;
  const std::size_t step = (argc > 2 ? std::size_t(std::atoi(argv[2])) : 10) * kMega;
  const std::size_t most = (argc > 3 ? std::size_t(std::atoi(argv[3])) : 60) * kMega;
  int set_aside = 0;
  check(cudaDeviceGetAttribute(&set_aside, cudaDevAttrMaxPersistingL2CacheSize, 0), "attribute");
  set_aside = std::min(set_aside, argc > 4 ? std::atoi(argv[4]) << 20 : 30 << 20);
  check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, std::size_t(set_aside)), "limit");
  Array<int> often(most / 4), once(once_bytes / 4);
  cudaStream_t stream;
  check(cudaStreamCreate(&stream), "stream");
  const int count = int(once_bytes / 4);
  for (std::size_t bytes = step; bytes <= most; bytes += step) {
    const double fits = std::min(1.0, double(set_aside) / double(bytes));
    for (int mode = 0; mode < 3; ++mode) {  // no window; ratio 1; as much as the set-aside holds
      window(stream, often.get(), bytes, mode == 2 ? float(fits) : 1.0f, mode != 0);
      check(cudaCtxResetPersistingL2Cache(), "reset");
      const auto launch = [&] {
        update<<<(count + 255) / 256, 256, 0, stream>>>(often.get(), int(bytes / 4), once.get(),
                                                        count);
      };
      for (int i = 0; i < 2; ++i) launch();
      cudaEvent_t start, stop;
      check(cudaEventCreate(&start), "event");
      check(cudaEventCreate(&stop), "event");
      check(cudaEventRecord(start, stream), "event");
      for (int i = 0; i < 5; ++i) launch();
      check(cudaEventRecord(stop, stream), "event");
      check(cudaEventSynchronize(stop), "kernel");
      float ms = 0;
      check(cudaEventElapsedTime(&ms, start, stop), "event");
      std::printf("# window,often_mib=%zu,once_mib=%zu,set_aside_mib=%d,mode=%s,us=%.2f\n",
                  bytes / kMega, once_bytes / kMega, set_aside >> 20,
                  mode == 0   ? "none"
                  : mode == 1 ? "ratio 1"
                              : "ratio fits",
                  ms * 1000 / 5);
      std::fflush(stdout);
    }
  }
}
