// SPDX-License-Identifier: Apache-2.0
// All that a program of the gallery includes beside its kernels.
#pragma once

#include "check.h"
#include "cuda_check.h"
#include "device_array.h"
#include "options.h"
#include "program.h"
#include "random.h"
#include "timing.h"
