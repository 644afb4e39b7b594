// SPDX-License-Identifier: Apache-2.0
// The kernels of ../eighth/fields.cu that the seed had left.
#define NINTH
#include "../eighth/fields.cu"
