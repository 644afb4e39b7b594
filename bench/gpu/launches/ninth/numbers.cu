// SPDX-License-Identifier: Apache-2.0
// The kernels of ../eighth/numbers.cu that the seed had left.
#define NINTH
#include "../eighth/numbers.cu"
