// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies to shared memory: the primitives. (The class nvcuda::experimental::pipeline
// is gone: cuda::pipeline of libcu++ took its place.)
#pragma once

#include <cuda_pipeline_primitives.h>
