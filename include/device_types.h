// SPDX-License-Identifier: Apache-2.0
// Rounding modes by name.
#pragma once

// The name by which other headers ask whether this one was included.
#define __DEVICE_TYPES_H__

enum cudaRoundMode {
  cudaRoundNearest = 0,
  cudaRoundZero = 1,
  cudaRoundPosInf = 2,
  cudaRoundMinInf = 3
};
