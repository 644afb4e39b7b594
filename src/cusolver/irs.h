// SPDX-License-Identifier: Apache-2.0
// What the expert interface of iterative refinement keeps.
#pragma once

#include <vector>

#include "cusolverDn.h"

struct cusolverDnIRSParams {
  cusolverIRSRefinement_t refinement = CUSOLVER_IRS_REFINE_NOT_SET;
  // Not set: one that is not computed with.
  cusolverPrecType_t main = CUSOLVER_R_AP, lowest = CUSOLVER_R_AP;
  double tolerance = 0;  // 0: that of the main precision
  double inner_tolerance = 1e-4;
  int most = 50, most_inner = 50;
  bool fallback = true;
};

struct cusolverDnIRSInfos {
  bool with_residuals = false;
  int most = 0, iterations = 0, outer = 0;
  // Two columns of most + 1 rows: iterations until then, and what was left. In the main precision.
  std::vector<double> doubles;
  std::vector<float> floats;
};
