// SPDX-License-Identifier: Apache-2.0
// The types of cuRAND's MTGP32 (cuRAND documentation, "Structs").
#pragma once

#include "heddle/rand_mtgp.h"

#define CURAND_NUM_MTGP32_PARAMS HEDDLE_MTGP32_SETS
#define MTGP32_STATE_SIZE HEDDLE_MTGP32_SPACE
#define MTGP32_STATE_MASK (HEDDLE_MTGP32_SPACE - 1)
#define MTGPDC_MEXP 11213
#define MTGPDC_N HEDDLE_MTGP32_SIZE
#define MTGPDC_FLOOR_2P 256
#define MTGPDC_CEIL_2P 512
#define MTGPDC_PARAM_TABLE mtgp32dc_params_fast_11213
