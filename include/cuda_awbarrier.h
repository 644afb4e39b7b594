// SPDX-License-Identifier: Apache-2.0
// Arrive/wait barriers: the primitives. (The class nvcuda::experimental::awbarrier is gone:
// cuda::barrier of libcu++ took its place.)
#pragma once

#include <cuda_awbarrier_primitives.h>
