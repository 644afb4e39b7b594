// SPDX-License-Identifier: Apache-2.0
// What a discrete distribution is, in memory of the device: the number of a draw u in (0, 1] is the
// least k with u <= end[k - first].
#pragma once

struct curandDiscreteDistribution_st {
  unsigned int first;  // the least number that has a weight
  unsigned int ends;   // a power of two; the last ends are 1
  const double* end;   // of the distribution function
};
