// SPDX-License-Identifier: Apache-2.0
// Device functions; cuda_runtime.h has them all.
#pragma once

#include "cuda_runtime.h"
