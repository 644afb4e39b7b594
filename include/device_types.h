// SPDX-License-Identifier: Apache-2.0
// Rounding modes by name.
#pragma once

enum cudaRoundMode {
  cudaRoundNearest = 0,
  cudaRoundZero = 1,
  cudaRoundPosInf = 2,
  cudaRoundMinInf = 3
};
