// y = a * x + y. Pointers are of device memory.
#pragma once

#include <cuda_runtime.h>

cudaError_t saxpy(int n, float a, const float* x, float* y);
