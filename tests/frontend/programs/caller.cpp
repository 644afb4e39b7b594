// A host program, compiled by g++ or by heddle cc, that calls library.cu and the runtime.
#include <cuda_runtime_api.h>

#include <cstdio>
#include <vector>

extern "C" int scale_on_device(float* host, float factor, int count);

int main() {
  std::vector<float> values(1000);
  for (int i = 0; i < 1000; ++i) values[i] = 0.5f * i;
  if (scale_on_device(values.data(), 3.0f, 1000) != 0) return 2;
  for (int i = 0; i < 1000; ++i) {
    if (values[i] != 2.5f * i) return std::printf("[%d] = %f\n", i, values[i]), 1;
  }
  int devices = 0;
  return cudaGetDeviceCount(&devices) != cudaSuccess || devices != 1;
}
