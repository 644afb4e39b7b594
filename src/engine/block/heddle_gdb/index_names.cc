// SPDX-License-Identifier: Apache-2.0
// What gdb takes threadIdx and its like for while no kernel is loaded, so that it accepts
// conditions that name them (index_names.py). gdb reads the debug information of the object;
// nothing of it is ever in a program. They have no values outside of kernels: what is local to
// threads that nobody has cannot be read.
struct Index {
  unsigned x, y, z;
};
__thread Index threadIdx, blockIdx, blockDim, gridDim;
