// SPDX-License-Identifier: Apache-2.0
// printf, assert, malloc and clock in device code; cuda_runtime.h has them all.
#pragma once

#include "cuda_runtime.h"
