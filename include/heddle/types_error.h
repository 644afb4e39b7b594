// SPDX-License-Identifier: Apache-2.0
// cudaError_t (CUDA Runtime API, "Data types used by CUDA Runtime").
#pragma once

enum cudaError {
#define HEDDLE_ERROR(name, code, text) name = code,
#include "errors.inc"
};
typedef enum cudaError cudaError_t;
