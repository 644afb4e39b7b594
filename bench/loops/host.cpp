// SPDX-License-Identifier: Apache-2.0
// The rows as loops: compiled once with -DBENCH_SIDE=avx2 -mno-avx512f and once with
// -DBENCH_SIDE=native.
#include "bench/loops/all.h"
