// SPDX-License-Identifier: Apache-2.0
#define main cuda_main
#include "main.cu"
