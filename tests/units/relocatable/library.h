// SPDX-License-Identifier: Apache-2.0
#pragma once

struct Shape {
  unsigned id;
  __device__ explicit Shape(unsigned id) : id(id) {}
  __device__ virtual unsigned area(unsigned scale) const = 0;
};

extern __device__ unsigned shared_table[8];
extern __device__ unsigned* pointer_to_table;
extern __constant__ unsigned shared_constant;
__device__ unsigned library_function(unsigned v);
__device__ unsigned library_recursion(unsigned n, unsigned v);
__device__ unsigned call_back(unsigned v);  // defined in main.cu, called by the library
__device__ Shape* make_shape(void* at, unsigned kind);
__global__ void library_kernel(const unsigned* in, unsigned* out);
using Function = unsigned (*)(unsigned);
extern __device__ Function library_pointers[2];
