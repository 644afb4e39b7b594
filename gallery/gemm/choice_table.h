// SPDX-License-Identifier: Apache-2.0
// Microseconds of the terms in choice.h, as tune has fitted them to an H200.
#pragma once

#include "choice.h"

namespace gemm {

// clang-format off
inline constexpr CostTable kFloatCosts = {{
  {3.626, 1.653, 0, 0.4433, 1.026, 1.364, 2.361, 0.26, 0},  // kSquareRow, 388 measured
  {4.063, 1.07, 0, 0.5442, 1.368, 1.077, 1.947, 0.3297, 0},  // kSquareCrooked, 437 measured
  {3.579, 0.9849, 0.2388, 0.4697, 0.6627, 1.072, 0, 0.131, 0},  // kFlatRow, 388 measured
  {3.312, 0.694, 0.5799, 0.4012, 1.2, 1.401, 0, 0.2431, 0},  // kFlatCrooked, 437 measured
  {3.342, 1.073, 0.343, 0.3573, 0.3551, 0.8107, 0, 0.1948, 0},  // kTinyRow, 388 measured
  {3.533, 0.9375, 0.3273, 0.5188, 0.7492, 0.7751, 0, 0.2323, 0},  // kTinyCrooked, 437 measured
  {3.879, 0.07205, 0.02225, 0.0007959, 0.2185, 24.3, 0, 0, 0},  // kDotRow, 183 measured
  {3.645, 0.01418, 0.02355, 0.001038, 0, 153.4, 0, 0, 0},  // kDotVector, 28 measured
  {4.119, 0.1237, 0.04768, 0.0003365, 0.09046, 74.29, 0, 0, 0},  // kBlockDotRow, 183 measured
  {3.626, 0.02039, 0.01005, 0.002283, 0.08826, 0, 0, 0, 0},  // kBlockDotVector, 28 measured
  {4.052, 1.494, 1.007, 0.3818, 0, 0, 0, 0, 0},  // kShortKRow, 50 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kMmaSyncRow, 0 measured
  {3.123, 0.4757, 0, 6.818, 0.2254, 0, 0, 0, 0},  // kTilesRow, 114 measured
  {2.255, 0.6467, 2.996, 2.721, 0.354, 0, 0, 0, 0},  // kTilesCrooked, 146 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kLargeRow, 0 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kMediumRow, 0 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kMediumParts, 0 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kSmallRow, 0 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kSmallParts, 0 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kAloneRow, 0 measured
}};
inline constexpr CostTable kTf32Costs = {{
  {3.658, 1.568, 0, 0.2768, 0.5076, 1.503, 2.759, 0.1586, 0},  // kSquareRow, 388 measured
  {3.838, 1.084, 0, 0.5137, 0.8652, 1.321, 2.012, 0.1342, 0},  // kSquareCrooked, 437 measured
  {3.575, 0.9213, 0.2641, 0.3034, 0.4221, 1.267, 0, 0.08327, 0},  // kFlatRow, 388 measured
  {3.08, 0.6418, 0.546, 0.4082, 0.9099, 1.626, 0, 0.2159, 0},  // kFlatCrooked, 437 measured
  {3.286, 1.077, 0.3571, 0.2824, 0.2487, 0.9511, 0, 0.1545, 0},  // kTinyRow, 388 measured
  {3.268, 0.8908, 0.4143, 0.58, 0.5917, 0.9801, 0, 0.266, 0},  // kTinyCrooked, 437 measured
  {3.831, 0.07142, 0.02143, 0.0008027, 0.2191, 24.33, 0, 0, 0},  // kDotRow, 183 measured
  {3.613, 0.01134, 0.02228, 0.001151, 0, 152.2, 0, 0, 0},  // kDotVector, 28 measured
  {4.045, 0.1177, 0.04858, 0.0003362, 0.09057, 73.69, 0, 0, 0},  // kBlockDotRow, 183 measured
  {3.592, 0.01755, 0.01038, 0.002273, 0.08719, 0, 0, 0, 0},  // kBlockDotVector, 28 measured
  {3.968, 1.566, 1, 0.3604, 0, 0, 0, 0, 0},  // kShortKRow, 50 measured
  {0, 2.679, 6.338, 0.3974, 0, 0, 0, 0, 0},  // kMmaSyncRow, 260 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kTilesRow, 0 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kTilesCrooked, 0 measured
  {2.253, 0.5662, 4.772, 8.478, 11.51, 0, 2.199, 3.395, 0.6477},  // kLargeRow, 259 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kMediumRow, 0 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kMediumParts, 0 measured
  {4.372, 0.2138, 1.168, 1.734, 10.74, 0, 2.026, 3.514, 0.4733},  // kSmallRow, 259 measured
  {5.821, 0.2268, 1.665, 8.694e-15, 4.097, 1.322, 2.434, 3.111, 0.6444},  // kSmallParts, 687 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kAloneRow, 0 measured
}};
inline constexpr CostTable kBf16Costs = {{
  {3.744, 1.505, 0, 0.2991, 0.3291, 1.599, 2.631, 0.1068, 0},  // kSquareRow, 356 measured
  {3.82, 0.9853, 0, 0.5173, 0.7009, 1.42, 2.147, 0.2274, 0},  // kSquareCrooked, 469 measured
  {3.632, 0.9459, 0.2405, 0.2905, 0.3279, 1.277, 0, 0.06153, 0},  // kFlatRow, 356 measured
  {3.046, 0.704, 0.4189, 0.4677, 0.8284, 1.716, 0, 0.1549, 0},  // kFlatCrooked, 469 measured
  {3.409, 1.054, 0.437, 0.2602, 0.2323, 0.9665, 0, 0.08142, 0},  // kTinyRow, 356 measured
  {3.023, 0.9524, 0.3515, 0.5757, 0.6538, 1.255, 0, 0.2685, 0},  // kTinyCrooked, 469 measured
  {3.864, 0.04843, 0.02809, 0.0007912, 0.2273, 40.99, 0, 0, 0},  // kDotRow, 183 measured
  {3.715, 0.01667, 0.02663, 0.0006614, 0.004976, 165.1, 0, 0, 0},  // kDotVector, 28 measured
  {4.198, 0.06216, 0.05554, 0.0003295, 0.1137, 139.8, 0, 0, 0},  // kBlockDotRow, 183 measured
  {3.656, 0.03305, 0.01063, 0.001858, 0.1148, 0, 0, 0, 0},  // kBlockDotVector, 28 measured
  {4.114, 1.56, 1.262, 0.4034, 0, 0, 0, 0, 0},  // kShortKRow, 50 measured
  {0, 2.686, 5.944, 0.5972, 0, 0, 0, 0, 0},  // kMmaSyncRow, 260 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kTilesRow, 0 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kTilesCrooked, 0 measured
  {3.538, 0.5679, 2.731, 9.245, 4.575, 0, 2.289, 2.892, 0.311},  // kLargeRow, 260 measured
  {4.042, 0.2927, 1.549, 4.82, 4.681, 0, 2.007, 2.321, 0.7273},  // kMediumRow, 260 measured
  {7.595, 0.3284, 2.322, 0, 3.041, 1.704, 3.06, 2.555, 0.4405},  // kMediumParts, 702 measured
  {4.496, 0.1933, 0.9064, 4.264, 8.491, 0, 2.186, 2.695, 0.4724},  // kSmallRow, 260 measured
  {1e+09, 0, 0, 0, 0, 0, 0, 0, 0},  // kSmallParts, 0 measured
  {3.798, 0.2144, 0.9219, 4.505, 8.398, 0, 2.195, 2.919, 0.421},  // kAloneRow, 260 measured
}};
// clang-format on

}  // namespace gemm
