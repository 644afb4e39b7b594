// SPDX-License-Identifier: Apache-2.0
// nightly: each pattern costs as much as in contraction.cu.
// options: -fmad=false
// The patterns of contraction.cu, each rounded twice.
#define APART
#include "contraction.cu"
