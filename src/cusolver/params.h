// SPDX-License-Identifier: Apache-2.0
// What the parameters of Jacobi functions, and of the functions of 64 bits, keep.
#pragma once

#include "cusolverDn.h"

struct gesvdjInfo {
  double tolerance = 0;
  int sweeps = 100;
  int sort = 1;
};
struct syevjInfo {
  double tolerance = 0;
  int sweeps = 100;
  int sort = 1;
};
struct cusolverDnParams {
  cusolverAlgMode_t getrf = CUSOLVER_ALG_0;
};
