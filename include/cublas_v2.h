// SPDX-License-Identifier: Apache-2.0
// cuBLAS as programs name it: cublasSgemm is cublasSgemm_v2.
#pragma once

// The name by which other headers ask whether this one was included.
#define CUBLAS_V2_H_

#include "cublas_api.h"
#include "heddle/cublas_names.h"
